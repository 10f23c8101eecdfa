import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, currentUrl, pagesAt } from '../open-page.ts';
import { choose, menuItem } from './template-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const people = peopleOf(product);

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const titlesOn = (page: Page) => page.getByRole('rowheader').getByRole('link').allTextContents();
const detached = { state: 'detached' } as const;

const folderOf = (title: string, parent = 'Applications') =>
  rest.post<{ readonly id: string }>(`/folders/${parent}`, { title });
const inFolder = (folder: { readonly id: string }, title: string, tags: readonly string[] = []) =>
  rest.post<Release>(`/templates?folderId=${folder.id}`, { title, tags });

describe.runIf(hasChromium)('the templates in Chromium', () => {
  test('are filtered by title, tags and folder, and the address contains the filters', async () => {
    const outer = await folderOf('Payments');
    const inner = await folderOf('Cards', outer.id);
    await inFolder(outer, 'Settle', ['nightly', 'safe']);
    await inFolder(inner, 'Settle cards', ['nightly']);
    const loose = await createTemplate(rest, {}, { title: 'Loose' });
    const { page, pageErrors } = await pages.as('admin', '/templates');
    await rowOf(page, 'Settle cards').getByText('Payments › Cards').waitFor();
    await rowOf(page, 'Loose').getByText('No folder (top level)').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Search templates').fill('settle');
    await rowOf(page, 'Loose').waitFor(detached);
    await page.getByRole('button', { name: 'Tags: Any' }).click();
    await page.getByLabel('Tags', { exact: true }).fill('nightly, safe');
    await page.keyboard.press('Escape');
    await rowOf(page, 'Settle cards').waitFor(detached);
    expect(await titlesOn(page)).toEqual(['Settle']);
    await page.getByRole('button', { name: 'Folder: All folders' }).click();
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Payments › Cards' });
    await page.getByText('No templates match these filters').waitFor();
    expect(Object.fromEntries((await currentUrl(page)).searchParams)).toEqual({
      title: 'settle',
      tags: 'nightly, safe',
      folder: inner.id,
    });
    await page.goto(`${url()}/templates`);
    await page.getByRole('button', { name: 'Folder: All folders' }).click();
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'No folder (top level)' });
    await page.getByRole('button', { name: 'Folder: No folder (top level)' }).waitFor();
    await rowOf(page, 'Settle').first().waitFor(detached);
    expect(await titlesOn(page)).toEqual(['Loose']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Folder' }).click();
    await page.getByRole('button', { name: 'Folder: All folders' }).waitFor();
    await rowOf(page, 'Settle cards').waitFor();
    await page.goto(`${url()}/templates?folder=${encodeURIComponent(inner.id)}`);
    await page.getByRole('link', { name: 'Settle cards' }).click();
    await page.getByRole('heading', { name: 'Settle cards', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('Settle cards · Slipway');
    expect(pageErrors).toEqual([]);
    const id = loose.id.slice(loose.id.lastIndexOf('/') + 1);
    await page.goto(`${url()}/releases/${id}`);
    await page.waitForURL(`**/templates/${id}`);
    await page.getByRole('heading', { name: 'Loose', level: 1 }).waitFor();
    await rest.sendForNoContent('DELETE', `/templates/${id}`);
    await page.getByRole('alert').getByText('There is no template “Loose”', { exact: true }).waitFor();
  });

  test.runIf(isLong)(
    'are created in a folder with the keyboard, and templates of other users appear automatically',
    async () => {
      const folder = await folderOf('Made here');
      const { page } = await pages.as('admin', '/');
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
      await page.keyboard.press('e');
      await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Folder: All folders' }).click();
      await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'Made here' });
      await page.keyboard.press('Escape');
      await page.getByText('No templates match these filters').waitFor();
      await inFolder(folder, 'By another');
      await rowOf(page, 'By another').waitFor();
      await page.locator('button:enabled', { hasText: 'New template' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New template' });
      expect(await a11yViolations(page)).toEqual([]);
      await dialog.getByLabel('Title').focus();
      await page.keyboard.type('By <b>me</b>');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'By <b>me</b>', level: 1 }).waitFor();
      const all = await rest.get<readonly Release[]>(`/templates?folderId=${folder.id}`);
      expect(all.map(({ title }) => title)).toEqual(['By <b>me</b>', 'By another']);
    },
  );

  test('are copied, moved and deleted', async () => {
    const [from, to] = [await folderOf('Copied from'), await folderOf('Moved to')];
    const { id } = await inFolder(from, 'Traveller');
    const { page, pageErrors } = await pages.as('admin', `/templates?title=Traveller`);
    const menuOf = (title: string) => page.getByRole('button', { name: `More actions for ${title}`, exact: true });
    const dialog = page.getByRole('dialog');
    await menuOf('Traveller').click();
    expect(await a11yViolations(page)).toEqual([]);
    await menuItem(page, 'Duplicate…').click();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByLabel('New title').fill('Traveller the second');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await rowOf(page, 'Traveller the second').waitFor();
    await choose(menuOf('Traveller'), 'Move to folder…');
    await dialog.getByLabel('Folder').selectOption({ label: 'Moved to' });
    await dialog.getByRole('button', { name: 'Move' }).click();
    await rowOf(page, 'Traveller').getByText('Moved to').waitFor();
    expect((await rest.get<Release>(`/templates/${id}`)).id).toContain(to.id);
    await choose(menuOf('Traveller the second'), 'Delete template…');
    await dialog.getByRole('button', { name: 'Delete template' }).click();
    await rowOf(page, 'Traveller the second').waitFor(detached);
    expect([await titlesOn(page), pageErrors]).toEqual([['Traveller'], []]);
  });

  test('are listed if the user can view them, with missing permissions and the error texts of REST', async () => {
    const folder = await folderOf('Mine');
    const template = await inFolder(folder, 'Only seen');
    await people.createUser('seer');
    await people.createTeam(folder, ['folder#view', 'template#view'], { users: ['seer'] });
    await inFolder(await folderOf('Closed'), 'Hidden');
    await people.stopInheritance({ id: (await rest.get<{ readonly id: string }>('/folders/find?byPath=Closed')).id });
    const { page } = await pages.as('seer', '/templates');
    await rowOf(page, 'Only seen').waitFor();
    expect(await rowOf(page, 'Hidden').count()).toBe(0);
    await page.getByRole('button', { name: 'More actions for Only seen' }).click();
    const menu = page.getByRole('menu', { name: 'More actions for Only seen' });
    await menu.getByText('You need the permission “Edit templates”.').first().waitFor();
    await expect.poll(() => menu.locator('[aria-disabled=true]').count()).toBe(3);
    await page.keyboard.press('Escape');
    await page
      .getByText(
        'You need the permissions “Create top-level templates” or “Edit templates”, “Create releases from templates”.',
      )
      .waitFor();
    const disabledButton = page.locator('#main').getByRole('button', { disabled: true });
    await expect.poll(() => disabledButton.allTextContents()).toEqual(['New template', 'New release']);
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    const importItem = page.getByRole('menuitem', { name: 'Import…' });
    await importItem.getByText('You need the permission “Create top-level templates” or “Edit templates”.').waitFor();
    expect(await importItem.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    for (const [typed, offer] of [
      ['new template', 'New template You need the permission “Create top-level templates” or “Edit templates”.'],
      ['import', 'Import templates You need the permission “Create top-level templates” or “Edit templates”.'],
      ['only seen', 'New release from Only seen You need the permission “Create releases from templates”.'],
    ] as const) {
      await palette.getByRole('textbox').fill(typed);
      await palette.getByRole('button', { name: offer, disabled: true }).waitFor();
    }
    await page.goto(`${url()}/templates/${template.id.slice(template.id.lastIndexOf('/') + 1)}`);
    await page.getByText('You need the permission “Create releases from templates”.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'New release', disabled: true }).count()).toBe(1);
    await people.createTeam(await folderOf('Theirs'), ['folder#view', 'template#view', 'template#edit'], {
      users: ['seer'],
    });
    await page.goto(`${url()}/templates`);
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Allowed here');
    const folders = page.getByRole('dialog').getByLabel('Folder').locator('option');
    await expect.poll(() => folders.allTextContents()).toEqual(['Theirs']);
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { name: 'Allowed here', level: 1 }).waitFor();
  });

  test.runIf(isLong)('are displayed in pages of 100 rows, with any title', async () => {
    const folder = await folderOf('Many');
    const hostile = ['<img src=x onerror=alert(1)>', '\u202e right', 'w'.repeat(255), '🚂'.repeat(60)];
    const rest100 = Array.from({ length: 98 }, (_, at) => `zz ${String(at).padStart(3, '0')}`);
    await Promise.all([...hostile, ...rest100].map((title) => inFolder(folder, title)));
    const { page, pageErrors } = await pages.as('admin', `/templates?folder=${encodeURIComponent(folder.id)}`);
    await rowOf(page, 'zz 000').waitFor();
    await expect.poll(async () => (await titlesOn(page)).length).toBe(100);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('101–102').waitFor();
    await expect.poll(async () => (await titlesOn(page)).length).toBe(2);
    await expect.poll(() => page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    expect([(await currentUrl(page)).searchParams.get('from'), pageErrors]).toEqual(['100', []]);
  });
});
