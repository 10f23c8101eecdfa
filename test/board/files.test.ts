import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { withCurlyQuotes } from '../../scripts/message-catalogs.ts';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import { fileForm } from '../harness/rest/file-form.ts';
import { createTemplate, startRelease } from '../harness/rest/plans.ts';
import type { Release } from '../harness/rest/response-types.ts';
import { createImporter } from '../harness/rest/template-files.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { isLong } from '../harness/test-length.ts';
import { a11yViolations, expectAccessible, fillCode, pagesAt, refusalInBoard, storedDrafts } from './open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const titled = (title: string) => rest.get<readonly Release[]>(`/templates?title=${encodeURIComponent(title)}`);

/** A file for a file input. */
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Drops a file on the page with this heading. */
async function drop(page: Page, over: string, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const carried = new DataTransfer();
    carried.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    return carried;
  })()`);
  await page.getByRole('heading', { name: over, level: 1 }).dispatchEvent('drop', { dataTransfer });
}

describe.runIf(hasChromium)('files of templates in Chromium', () => {
  test('are imported into a folder by drag and drop', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Taking' });
    const { page } = await pages.as('admin', `/folders/${lastSegmentOf(folder.id)}`);
    await page.getByText('No templates in this folder').waitFor();
    await drop(page, 'Taking', 'one.json', JSON.stringify({ title: 'Let go', phases: [] }));
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await dialog.getByText('Selected: one.json').waitFor();
    await expect.poll(() => dialog.getByLabel('Folder', { exact: true }).inputValue()).toBe(folder.id);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('link', { name: 'Let go' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('rowheader', { name: 'Let go' }).waitFor();
  });

  test.runIf(isLong)('are imported by drag and drop on the template list, with warnings', async () => {
    const title = 'Dropped <b>here</b>';
    const file = JSON.stringify({ title, phases: [{ title: 'Build', tasks: [{ title: 'ship', owner: 'nobody' }] }] });
    const { page, pageErrors } = await pages.as('admin', '/templates');
    await drop(page, 'Templates', 'deploy.json', file);
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await dialog.getByText('Selected: deploy.json').waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('link', { name: title }).waitFor();
    const { 0: importResult } = await createImporter(rest)(Buffer.from(file), { name: 'deploy.json' });
    expect(importResult!.warnings.length).toBeGreaterThan(0);
    const warnings = importResult!.warnings.map(withCurlyQuotes);
    await expect.poll(() => dialog.getByRole('listitem').allTextContents()).toEqual(warnings);
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect([(await titled(title)).length, pageErrors]).toEqual([2, []]);
  });

  test('are imported into a folder with the keyboard, and errors have the text of REST', async () => {
    const folder = await rest.post<Release>('/folders/Applications', { title: 'Shop' });
    const { page } = await pages.as('admin', `/templates?folder=${encodeURIComponent(folder.id)}`);
    await page.getByRole('button', { name: 'More actions', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus', { hasText: 'Import…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await dialog.getByLabel('File (.xlr, .zip or .json)').setInputFiles(fileOf('odd.zip', 'no zip'));
    await dialog.getByRole('button', { name: 'Import' }).focus();
    await page.keyboard.press('Enter');
    const refusal = await rest.sendForError(
      'POST',
      '/templates/import',
      fileForm(Buffer.from('no zip'), { name: 'odd.zip' }),
    );
    await dialog.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await dialog.getByLabel('File (.xlr, .zip or .json)').setInputFiles(fileOf('in.json', '{"title":"In the shop"}'));
    await dialog.getByRole('button', { name: 'Import' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: 'In the shop' }).waitFor();
    expect((await titled('In the shop')).map(({ id }) => id.startsWith(`${folder.id}/`))).toEqual([true]);
    await expectAccessible(page);
  });

  test('are exported from a template, and can be imported again', async () => {
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Taken out' });
    const { page } = await pages.as('admin', `/templates/${lastSegmentOf(template.id)}`);
    for (const name of ['Export as .xlr', 'Export as Groovy script']) {
      const downloaded = page.waitForEvent('download');
      await page.getByRole('button', { name: 'More actions for Taken out' }).click();
      await page.getByRole('menuitem', { name }).click();
      const answer = await page.context().request.get((await downloaded).url());
      const [created] = await createImporter(rest)(await answer.body(), { name: 'template.zip' });
      expect([name, created?.title]).toEqual([name, 'Taken out']);
    }
  });
});

const documents = (task: string) => `apiVersion: xl-release/v1
kind: Templates
spec:
- template: Planned <b>
  phases:
  - phase: Build
    tasks:
    - {name: ${task}, type: rel.Task}
`;

describe.runIf(hasChromium)('documents in Chromium', () => {
  test('are planned with their effects on releases, and then applied', async () => {
    const fields = { title: 'Planned <b>' };
    const running = await startRelease(rest, { Build: ['compile'] }, fields, { releaseTitle: 'Runs' });
    const { page, pageErrors } = await pages.as('admin', '/templates');
    await page.getByRole('navigation').getByRole('link', { name: 'As code' }).click();
    await fillCode(page, 'YAML', documents('ship'));
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Preview plan' }).focus();
    await page.keyboard.press('Enter');
    await rowOf(page, 'phases[Build].tasks[ship]').waitFor();
    const effect = page.getByRole('table', { name: 'Effects' }).getByRole('row').last();
    expect(await effect.getByRole('link', { name: 'Runs' }).getAttribute('href')).toBe(
      `/releases/${lastSegmentOf(running.id)}`,
    );
    await expectAccessible(page);
    const typing = Promise.withResolvers<void>();
    await page.route('**/devops-as-code/apply', async (route) => {
      await typing.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Apply' }).focus();
    await page.keyboard.press('Enter');
    // The result of an apply is shown, even if the user types during the request.
    await page.getByLabel('YAML', { exact: true }).fill(`${documents('ship')}# later\n`);
    typing.resolve();
    const { 0: template } = await titled('Planned <b>');
    await page.getByRole('heading', { name: 'Applied changes' }).waitFor();
    const applied = rowOf(page, 'Planned <b>');
    await applied.getByText('Changed').waitFor();
    expect(await applied.getByRole('link', { name: 'Planned <b>' }).getAttribute('href')).toBe(
      `/templates/${lastSegmentOf(template!.id)}`,
    );
    const { phases } = await rest.get<Release>(`/templates/${template!.id}`);
    expect(phases.map(({ tasks }) => tasks.map(({ title }) => title))).toEqual([['ship']]);
    await page.getByRole('button', { name: 'Preview plan' }).click();
    await page.getByText('No changes. Everything matches.').waitFor();
    expect([await page.getByRole('button', { name: 'Apply' }).count(), pageErrors]).toEqual([0, []]);
  });

  test.runIf(isLong)('are kept when the user leaves the view, and are not stored in the browser', async () => {
    const { page, pageErrors } = await pages.as('admin', '/as-code');
    const yaml = page.getByRole('textbox', { name: 'YAML', exact: true });
    await fillCode(page, 'YAML', '# not applied');
    await yaml.getByText('# not applied').waitFor();
    await page.getByRole('link', { name: 'Releases', exact: true }).click();
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    await page.goBack();
    await yaml.getByText('# not applied').waitFor();
    expect([await storedDrafts(page), pageErrors]).toEqual([[], []]);
  });

  test('are exported from a folder whose title contains the separator of paths', async () => {
    await rest.post('/folders/Applications', { title: 'Cards › Visa' });
    const { page } = await pages.as('admin', '/as-code');
    await page.getByRole('button', { name: 'Export as YAML…' }).click();
    await page.getByRole('dialog').getByLabel('Folder').selectOption({ label: 'Cards › Visa' });
    const link = page.getByRole('link', { name: 'Download .zip with YAML' });
    expect(await link.getAttribute('href')).toContain(`?${new URLSearchParams({ path: 'Cards › Visa' })}`);
  });

  test.runIf(isLong)(
    'are selected as files that refer to each other, and a plan is removed with its files',
    async () => {
      const { page } = await pages.as('admin', '/as-code');
      const yaml = documents('tag').replace('type: rel.Task', 'type: rel.ScriptTask, script: !file run.py');
      await page
        .getByLabel('Files (.yaml or .zip)')
        .setInputFiles([fileOf('plan.yaml', yaml.replace('Planned <b>', 'Of files')), fileOf('run.py', 'print 1')]);
      await page.getByText('Selected: plan.yaml, run.py').waitFor();
      await page.getByRole('button', { name: 'Preview plan' }).click();
      const change = page.getByRole('group').filter({ hasText: 'Of files' });
      await change.getByText('new', { exact: false }).first().waitFor();
      await page.getByRole('button', { name: 'Remove files' }).click();
      await change.first().waitFor({ state: 'detached' });
      expect([await page.getByRole('button', { name: 'Apply' }).count(), await titled('Of files')]).toEqual([0, []]);
      const invalidYaml = 'kind: [';
      await fillCode(page, 'YAML', invalidYaml);
      await page.getByRole('button', { name: 'Preview plan' }).click();
      const refusal = await rest.sendForError(
        'POST',
        '/as-code/plan',
        fileForm(Buffer.from(invalidYaml), { name: 'index.yaml' }),
      );
      await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
      expect(await a11yViolations(page)).toEqual([]);
    },
  );
});

describe.runIf(hasChromium)('a first visit in Chromium', () => {
  test('leads from the empty task list to the first release of the user', async () => {
    const people = peopleOf(product);
    await people.createUser('nora');
    const { page, pageErrors } = await pages.as('nora', '/');
    await page.getByText('You need the permission “Create top-level templates”.').waitFor();
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Hers' });
    await people.createTeam(template, ['template#view', 'template#create_release'], { users: ['nora'] });
    await page.getByRole('link', { name: 'Releases', exact: true }).click();
    await page.getByText('No releases yet').waitFor();
    await page.getByRole('link', { name: 'Hers' }).click();
    await page.getByLabel('Title').fill('My first');
    await page.getByRole('button', { name: 'Create and start' }).click();
    await page.getByRole('heading', { name: 'My first', level: 1 }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
