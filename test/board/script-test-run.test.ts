import { describe, expect, test } from 'vitest';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import { createTemplate, idOf } from '../harness/rest/plans.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { a11yViolations, expectAccessible, fillCode, horizontalOverflow, pagesAt } from './open-page.ts';
import { addressOf, lastSegmentOf } from './templates/template-page.ts';

const served = serve({ SCRIPT_COMPILE_MS: '60000' });
const { url, rest } = served;
const people = peopleOf(served);
const pages = pagesAt(url);

const script = [
  'print "deploy ${version}", releaseVariables["token"]',
  'releaseVariables["count"] = releaseVariables["count"] + 1',
  'raise Exception(releaseVariables["token"])',
].join('\n');
const variables = [
  { key: 'version', value: '4.12', requiresValue: false },
  { key: 'count', type: 'rel.IntegerVariable', value: 3 },
  { key: 'token', type: 'rel.PasswordStringVariable', value: 'stored-secret' },
  { key: 'unused', value: 'x', requiresValue: false },
];
const createScripted = (title: string) =>
  createTemplate(rest, { Build: [{ title: 'run', type: 'rel.ScriptTask', script }] }, { title, variables });

describe.runIf(hasChromium)('the test run of a task script', () => {
  test('runs with typed values by keyboard, marks the line of an error, and saves no data', async () => {
    const template = await createScripted('Tested');
    const { page, pageErrors } = await pages.as('admin', addressOf(template, idOf(template, 'run')));
    const dialog = page.getByRole('dialog', { name: 'Test run', exact: true });
    await page.locator('.code-host .cm-content').first().waitFor();
    await page.getByRole('button', { name: 'Test run…', exact: true }).first().press('Enter');
    const values = dialog.locator('input');
    await expect
      .poll(() => values.evaluateAll((fields) => fields.map((field) => Reflect.get(field, 'value'))))
      .toEqual(['4.12', '', '3']);
    await dialog.getByLabel('token').fill('typed-secret');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Exception: ******** (line 3)').waitFor();
    await dialog.getByText('deploy 4.12 ********').waitFor();
    expect([await a11yViolations(page), (await dialog.innerText()).includes('typed-secret')]).toEqual([[], false]);
    await dialog.getByRole('button', { name: 'Go to line 3' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.locator('.cm-line-failed').textContent())
      .toBe('raise Exception(releaseVariables["token"])');
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('code-host');
    await fillCode(page, 'Script', 'releaseVariables["count"] = ${count} + 1');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Test run…', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByText('Changed variables (not saved)').waitFor();
    await dialog.getByText('"count": 4').first().waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    await expectAccessible(page);
    expect(await rest.get(`/tasks/${lastSegmentOf(idOf(template, 'run'))}`)).toMatchObject({ script });
    expect(pageErrors).toEqual([]);
  });

  test('is disabled with the missing permission for a user who cannot edit the script', async () => {
    const template = await createScripted('Seen');
    await people.createUser('onlooker');
    await people.createTeam(template, ['template#view'], { users: ['onlooker'] });
    const { page } = await pages.as('onlooker', addressOf(template, idOf(template, 'run')));
    const button = page.getByRole('button', { name: 'Test run…', exact: true }).first();
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.locator('fieldset[title="You need the permission “Edit templates”."]', { has: button }).waitFor();
  });
});
