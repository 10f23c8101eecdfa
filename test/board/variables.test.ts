import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import { createRelease, tasksOf } from '../harness/rest/plans.ts';
import type { Release, Variable } from '../harness/rest/response-types.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { isLong } from '../harness/test-length.ts';
import { a11yViolations, expectAccessible, pagesAt } from './open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const people = peopleOf(product);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const variablesOf = ({ id }: { readonly id: string }) => `/releases/${lastSegmentOf(id)}?form=variables`;
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const detached = { state: 'detached' } as const;

/** Returns the stored variable with this key; undefined: it does not exist. */
const stored = async (release: Release, key: string): Promise<Variable | undefined> =>
  (await rest.get<readonly Variable[]>(`/releases/${release.id}/variables`)).find((candidate) => candidate.key === key);

describe.runIf(hasChromium)('the variables of a release in Chromium', () => {
  test('are added with all their properties, and errors have the text of REST', async () => {
    const release = await createRelease(rest, { Build: ['compile'] }, { variables: [{ key: 'version', value: '1' }] });
    const { page, pageErrors } = await pages.as('admin', variablesOf(release));
    await page.getByRole('button', { name: 'Add variable' }).click();
    const dialog = page.getByRole('dialog', { name: 'New variable' });
    await dialog.getByLabel('Key', { exact: true }).fill('version');
    await dialog.getByLabel('Multi-line').waitFor();
    await dialog.getByLabel('Values from').selectOption('Fixed list');
    await dialog.getByLabel('Multi-line').waitFor(detached);
    await dialog.getByLabel('Choices, one per line').fill('north\nsouth');
    await dialog.getByLabel('Value', { exact: true }).selectOption('south');
    await dialog.getByLabel('Label').fill('<b>Region</b>');
    await dialog.getByLabel('Description').fill('where it goes');
    await dialog.getByLabel('Required').uncheck();
    await dialog.getByLabel('On the start form').uncheck();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').getByText('There is already a variable “version”.').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByLabel('Key', { exact: true }).fill('region');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor(detached);
    await rowOf(page, '<b>Region</b>').getByText('south').waitFor();
    await rowOf(page, '<b>Region</b>').getByRole('cell', { name: 'Text', exact: true }).waitFor();
    expect(await stored(release, 'region')).toMatchObject({
      type: 'rel.StringVariable',
      value: 'south',
      label: '<b>Region</b>',
      description: 'where it goes',
      requiresValue: false,
      showOnReleaseStart: false,
      valueProvider: { type: 'rel.ListOfStringValueProviderConfiguration', values: ['north', 'south'] },
    });
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('are added with the keyboard, with a value field for each type', async () => {
    const release = await createRelease(rest, { Build: ['compile'] });
    const { page } = await pages.as('admin', variablesOf(release));
    await page.getByText('No variables yet').waitFor();
    const add = async (key: string, type: string, value: string) => {
      await page.getByRole('button', { name: 'Add variable' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New variable' });
      await dialog.getByLabel('Key', { exact: true }).focus();
      await page.keyboard.type(key);
      await page.keyboard.press('Tab');
      await page.keyboard.type(type);
      await page.keyboard.press('Tab');
      await page.keyboard.type(value);
      await dialog.getByRole('button', { name: 'Add' }).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor(detached);
    };
    await add('count', 'Number', '3');
    await add('dry', 'Yes', 'No');
    await add('regions', 'List', 'north');
    await add('hosts', 'Map', 'a=b');
    await add('secret', 'Password', 'hunter2');
    await rowOf(page, 'secret').getByText('********').waitFor();
    const values = await rest.get<readonly Variable[]>(`/releases/${release.id}/variables`);
    expect(values.map(({ key, value }) => [key, value])).toEqual([
      ['count', 3],
      ['dry', false],
      ['regions', ['north']],
      ['hosts', { a: 'b' }],
      ['secret', '********'],
    ]);
    await expectAccessible(page);
  });

  test('save only changed fields, and keep concurrent changes of other fields', async () => {
    const variables = [
      { key: 'version', value: '1' },
      { key: 'secret', type: 'rel.PasswordStringVariable', value: 'hunter2' },
    ];
    const release = await createRelease(rest, { Build: ['compile'] }, { variables });
    const { page } = await pages.as('admin', variablesOf(release));
    await page.getByRole('button', { name: 'Edit version' }).click();
    const dialog = page.getByRole('dialog', { name: 'version' });
    await dialog.getByLabel('Multi-line').check();
    const { id } = (await stored(release, 'version'))!;
    await rest.put(`/releases/${id}`, { value: '2' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor(detached);
    await rowOf(page, 'version').getByText('2', { exact: true }).waitFor();
    expect(await stored(release, 'version')).toMatchObject({ value: '2', multiline: true });
    await page.getByRole('button', { name: 'Edit secret' }).click();
    const secret = page.getByRole('dialog', { name: 'secret' });
    await expect.poll(() => secret.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await secret.getByLabel('Clear password').check();
    await secret.getByRole('button', { name: 'Save' }).click();
    await secret.waitFor(detached);
    expect((await stored(release, 'secret'))?.value).toBe(undefined);
  });

  test('are deleted, and their references are replaced', async () => {
    const variables = ['version', 'build', 'unused'].map((key) => ({ key, value: key }));
    const plan = { Build: [{ title: 'Tag ${version}', description: 'of ${version}' }] };
    const release = await createRelease(rest, plan, { variables });
    const { page, pageErrors } = await pages.as('admin', variablesOf(release));
    await page.getByRole('button', { name: 'Delete unused' }).click();
    const unused = page.getByRole('dialog', { name: 'Delete unused' });
    await unused.getByText('Not used anywhere').waitFor();
    await unused.getByRole('button', { name: 'Delete variable' }).click();
    await unused.waitFor(detached);
    // The button that opened the dialog no longer exists. The focus moves to the previous row, and later returns there.
    await page.getByRole('button', { name: 'Edit build' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const changed = page.getByRole('dialog', { name: 'build' });
    await changed.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Edit build' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Delete version' }).click();
    const used = page.getByRole('dialog', { name: 'Delete version' });
    await used.getByLabel('Replace with').selectOption('${build}');
    expect(await a11yViolations(page)).toEqual([]);
    await used.getByRole('button', { name: 'Delete variable' }).click();
    await used.waitFor(detached);
    const now = await rest.get<Release>(`/releases/${release.id}`);
    expect([now.variables.map(({ key }) => key), tasksOf(now).map(({ title }) => title)]).toEqual([
      ['build'],
      ['Tag ${build}'],
    ]);
    await page.getByRole('button', { name: 'Delete build' }).click();
    const last = page.getByRole('dialog', { name: 'Delete build' });
    await last.getByLabel('Replace with').selectOption('A value');
    await last.getByLabel('Value', { exact: true }).fill('7');
    await last.getByRole('button', { name: 'Delete variable' }).click();
    await page.getByText('No variables yet').waitFor();
    expect(tasksOf(await rest.get<Release>(`/releases/${release.id}`)).map(({ title }) => title)).toEqual(['Tag 7']);
    expect(pageErrors).toEqual([]);
  });

  test('are read-only without the permission, and the page names the permission', async () => {
    await people.createUser('vera');
    const release = await createRelease(rest, { Build: ['compile'] }, { variables: [{ key: 'version', value: '1' }] });
    await people.createTeam(release, ['release#view'], { users: ['vera'] });
    const { page } = await pages.as('vera', variablesOf(release));
    await page.getByText('You need the permission “Edit releases”.').last().waitFor();
    for (const name of ['Add variable', 'Edit version', 'Delete version'])
      await expect.poll(() => page.getByRole('button', { name }).isDisabled()).toBe(true);
  });
});

describe.runIf(hasChromium)('the variables of a folder in Chromium', () => {
  test('are changed in their folder, and inherited variables link to the folder that defines them', async () => {
    const folderIn = (parent: string, title: string) => rest.post<{ id: string }>(`/folders/${parent}`, { title });
    const outer = await folderIn('Applications', 'Outer');
    const inner = await folderIn(lastSegmentOf(outer.id), 'Inner');
    const around = { type: 'rel.StringVariable', key: 'folder.around', value: 'wide' };
    await rest.post(`/folders/${lastSegmentOf(outer.id)}/variables`, around);
    const { page, pageErrors } = await pages.as('admin', `/folders/${lastSegmentOf(inner.id)}`);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const typeValue = async (text: string) => {
      await page.getByRole('dialog').getByRole('button', { name: text, exact: true }).click();
      await page.getByRole('dialog').waitFor(detached);
    };
    await page.getByRole('link', { name: 'Variables', exact: true }).click();
    await rowOf(page, 'folder.around').getByText('wide').waitFor();
    await button('Add variable').click();
    await page.getByLabel('Key', { exact: true }).fill('folder.region');
    await page.getByLabel('Value', { exact: true }).fill('north');
    await typeValue('Add');
    await rowOf(page, 'folder.region').getByText('north').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await button('Edit folder.region…').click();
    await page.getByLabel('Value', { exact: true }).fill('south');
    await typeValue('Save');
    await rowOf(page, 'folder.region').getByText('south').waitFor();
    await button('Delete folder.region…').click();
    await typeValue('Delete variable');
    await rowOf(page, 'folder.region').waitFor(detached);
    expect(await button('Edit folder.around…').count()).toBe(0);
    await page.getByRole('link', { name: 'folder.around (inherited)' }).click();
    await page.getByRole('heading', { name: 'Outer', level: 1 }).waitFor();
    await button('Edit folder.around…').waitFor();
    await page.goBack();
    await rowOf(page, 'folder.around').getByRole('link').waitFor();
    await page.goBack();
    await page.getByText('No templates in this folder').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)(
    'are global variables in the view of all folders, with the permission of the installation',
    async () => {
      const { page, pageErrors } = await pages.as('admin', '/folders');
      await page.getByText('No variables yet').waitFor();
      await page.getByRole('button', { name: 'Add variable' }).click();
      const dialog = page.getByRole('dialog', { name: 'New variable' });
      expect(await dialog.getByLabel('Key', { exact: true }).inputValue()).toBe('global.');
      await dialog.getByLabel('Key', { exact: true }).fill('global.region');
      await dialog.getByLabel('Value', { exact: true }).fill('north');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await rowOf(page, 'global.region').getByRole('button', { name: 'Edit global.region…' }).click();
      const opened = page.getByRole('dialog', { name: 'global.region' });
      await opened.getByLabel('Value', { exact: true }).fill('south');
      await opened.getByRole('button', { name: 'Save' }).click();
      await opened.waitFor(detached);
      const path = '/config/Configuration/variables/global';
      expect(await rest.get(path)).toMatchObject([{ key: 'global.region', value: 'south' }]);
      await people.createUser('guest');
      const guest = await pages.as('guest', '/folders');
      await guest.page.getByText('You need the permission “Edit global variables”.').waitFor();
      const edit = rowOf(guest.page, 'global.region').getByRole('button', { name: 'Edit global.region…' });
      expect(await edit.getAttribute('aria-disabled')).toBe('true');
      await rowOf(page, 'global.region').getByRole('button', { name: 'Delete global.region…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No variables yet').waitFor();
      expect(await rest.get(path)).toEqual([]);
      await expectAccessible(page);
      expect([pageErrors, guest.pageErrors]).toEqual([[], []]);
    },
  );
});
