import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong, pickLength } from '../../harness/test-length.ts';
import { clippedTexts, expectAccessible, horizontalOverflow, pagesAt, storedDrafts } from '../open-page.ts';
import { addressOf } from './template-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);

const variables = [
  { key: 'version', label: 'Version <b>', description: 'what is shipped' },
  { key: 'stage', value: 'test', valueProvider: { values: ['test', 'live'] } },
  { key: 'pin', type: 'rel.PasswordStringVariable' },
  { key: 'count', type: 'rel.IntegerVariable', value: 3 },
  { key: 'day', type: 'rel.DateVariable', requiresValue: false },
  { key: 'dry', type: 'rel.BooleanVariable', requiresValue: false },
  { key: 'set' },
  { key: 'hidden', value: 'h', showOnReleaseStart: false },
];

/** Creates a template whose release creates a release with that title, and returns the path of its form. */
async function formOf(title: string): Promise<string> {
  const child = await createTemplate(rest, { Work: ['work'] }, { title: `Template of ${title}`, variables });
  const task = {
    title: 'make',
    type: 'rel.CreateReleaseTask',
    newReleaseTitle: title,
    templateId: child.id,
    templateVariables: [{ key: 'set', value: 'by the task' }],
  };
  const { id } = await createTemplate(rest, { Make: [task] }, { title: `Parent of ${title}`, scriptUsername: 'admin' });
  return `/templates/${id.slice(id.lastIndexOf('/') + 1)}/create`;
}

const byTitle = (title: string) => rest.get<Release[]>(`/releases/byTitle?releaseTitle=${title}`);
const cardOf = (page: Page) => page.getByRole('region', { name: 'Variables of child releases' });

interface CreatingTask {
  readonly templateVariables: readonly { readonly key: string; readonly value?: unknown }[];
}

describe.runIf(hasChromium)('the values of a create-release task in Chromium', () => {
  const taskWith = (templateId: string) => ({
    title: 'make',
    type: 'rel.CreateReleaseTask',
    newReleaseTitle: 'Made',
    templateId,
    templateVariables: [{ key: 'stage', value: 'test' }],
  });
  /** Opens the drawer of the task that creates a release of a template, and returns the id of the task. */
  async function openTask(templateId: string) {
    const texts = { variables: [{ key: 'train' }, { key: 'pin', type: 'rel.PasswordStringVariable', value: 'x' }] };
    const parent = await createTemplate(rest, { Make: [taskWith(templateId)] }, { title: 'Parent', ...texts });
    const { id } = parent.phases[0]!.tasks[0]!;
    const { page } = await pages.as('admin', addressOf(parent, id));
    return { page, id };
  }
  const valuesOf = async (id: string) =>
    (await rest.get<CreatingTask>(`/tasks/${id}`)).templateVariables.map(({ key, value }) => [key, value]);

  test('have list boxes, which also offer the texts of the plan', async () => {
    const list = { key: 'regions', type: 'rel.ListStringVariable', value: ['north', 'south'] };
    const boxes = [
      variables[1]!,
      list,
      { key: 'region', valueProvider: { variable: '${regions}' } },
      { key: 'many', type: 'rel.ListStringVariable', valueProvider: { values: ['a', 'b'] } },
    ];
    const child = await createTemplate(rest, { Work: ['work'] }, { title: 'Boxes', variables: boxes });
    const { page, id } = await openTask(child.id);
    const options = (name: string) => page.getByLabel(name, { exact: true }).locator('option').allTextContents();
    await page.getByLabel('region', { exact: true }).waitFor();
    await page.getByText('Set “Run scripts as” in Properties first: this task creates releases.').waitFor();
    expect([await options('stage'), await options('region')]).toEqual([
      ['None', 'test', 'live', '${train}'],
      ['None', 'north', 'south', '${train}'],
    ]);
    await page.getByLabel('stage', { exact: true }).selectOption('${train}');
    await page.getByLabel('region', { exact: true }).selectOption('south');
    await page.getByLabel('b', { exact: true }).check();
    await page.getByRole('button', { name: 'Save values' }).click();
    await expect
      .poll(() => valuesOf(id))
      .toEqual([
        ['stage', '${train}'],
        ['region', 'south'],
        ['many', ['b']],
      ]);
  });

  test.each(pickLength({ short: ['${template}'], long: ['${template}', 'Applications/Releasegone'] }))(
    'of the template %s can be changed',
    async (templateId) => {
      const { page, id } = await openTask(templateId);
      await page.getByLabel('stage', { exact: true }).fill('live');
      await page.getByRole('button', { name: 'Save values' }).click();
      await expect.poll(() => valuesOf(id)).toEqual([['stage', 'live']]);
    },
  );
});

describe.runIf(hasChromium)('the variables of child releases in Chromium', () => {
  test.each([['desktop', 1280] as const, ...(isLong ? [['phone', 390] as const] : [])])(
    'are set in the form of the parent release, on a %s',
    async (device, width) => {
      const title = `Child-${device}`;
      const { page, pageErrors } = await pages.as('admin', await formOf(title));
      await page.setViewportSize({ width, height: 800 });
      const card = cardOf(page);
      const field = (name: string) => card.getByLabel(name, { exact: true });
      await field('Version <b>').waitFor();
      expect([await field('set').count(), await field('hidden').count()]).toEqual([0, 0]);
      await card.getByText('Default: test').waitFor();
      await card.getByText('Default: 3').waitFor();
      expect([await horizontalOverflow(page), await clippedTexts(page)]).toEqual([0, []]);
      await page.getByLabel('Title', { exact: true }).fill(`Parent-${device}`);
      await page.getByRole('button', { name: 'Create and start' }).click();
      await field('Version <b>').and(page.locator(':focus')).waitFor();
      await field('Version <b>').fill('1.4');
      await field('stage (optional)').selectOption('live');
      await field('pin').fill('hunter2');
      await field('day (optional)').fill('2031-01-02T10:30');
      expect((await storedDrafts(page)).filter((text) => text.includes('hunter2'))).toEqual([]);
      const day = await page.evaluate(`new Date('2031-01-02T10:30').toISOString().replace('Z', '+00:00')`);
      await page.getByRole('button', { name: 'Create and start' }).click();
      await page.getByRole('heading', { name: `Parent-${device}`, level: 1 }).waitFor();
      const [created] = await byTitle(title);
      expect(await rest.get(`/releases/${created!.id}/variableValues`)).toEqual({
        '${version}': '1.4',
        '${stage}': 'live',
        '${count}': '3',
        '${day}': day,
        '${dry}': '',
        '${set}': 'by the task',
        '${hidden}': 'h',
      });
      expect(pageErrors).toEqual([]);
    },
  );

  test('are rejected with the reason, and the inputs remain', async () => {
    const { page } = await pages.as('admin', await formOf('Never'));
    const card = cardOf(page);
    await page.getByLabel('Title', { exact: true }).fill('Refused');
    await card.getByLabel('Version <b>').fill('1.4');
    await card.getByLabel('pin').fill('hunter2');
    await card.getByLabel('count (optional)').fill('three');
    await page.getByRole('button', { name: 'Create release' }).click();
    const reason = 'childVariables of task “make”: variables.count: expected a whole number';
    await page.getByRole('alert').getByText(reason).waitFor();
    expect(await card.getByLabel('pin').inputValue()).toBe('hunter2');
    expect(await byTitle('Refused')).toEqual([]);
    await expectAccessible(page);
  });

  test('have no card in the form of a template that creates no release', async () => {
    const { id } = await createTemplate(rest, { Build: ['compile'] }, { title: 'Alone' });
    const { page } = await pages.as('admin', `/templates/${id.slice(id.lastIndexOf('/') + 1)}/create`);
    await page.getByLabel('Title', { exact: true }).waitFor();
    expect(await cardOf(page).count()).toBe(0);
  });
});
