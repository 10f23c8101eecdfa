import type { TeamViewResponse } from '@slipway/api-schema/people';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import type { Folder } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { currentUrl, expectAccessible, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const folderIn = (parent: string, title: string) => rest.post<Folder>(`/folders/${lastSegmentOf(parent)}`, { title });
const teamsOf = (folder: Folder) => rest.get<readonly TeamViewResponse[]>(`/folders/${lastSegmentOf(folder.id)}/teams`);
const teamNames = async (folder: Folder) => (await teamsOf(folder)).map(({ teamName }) => teamName);
const titlesIn = async (parent: Folder) =>
  (await rest.get<readonly Folder[]>(`/folders/${lastSegmentOf(parent.id)}/list`)).map(({ title }) => title);

const line = (page: Page, title: string) => page.getByRole('main').getByRole('treeitem', { name: title, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
/** Selects an action in the menu of a folder or row. */
async function choose(page: Page, menu: string | RegExp, action: string) {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
/** Clicks a button of the open dialog, and waits until the dialog is closed. */
async function answer(page: Page, title: string, answerText: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: answerText, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe.runIf(hasChromium)('folders in Chromium', () => {
  test('are a tree whose levels are opened with the keyboard, and each folder has an address', async () => {
    const shop = await folderIn('Applications', 'Shop');
    const payments = await folderIn(shop.id, 'Pay › EU');
    const cards = await folderIn(payments.id, 'Cards');
    const { title } = await createRelease(
      rest,
      { Build: ['compile'] },
      { title: 'Spring cards' },
      { folderId: cards.id },
    );
    const { page, pageErrors } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.keyboard.press('f');
    await line(page, 'Shop').focus();
    await page.keyboard.press('ArrowRight');
    await line(page, 'Pay › EU').waitFor();
    expect(await line(page, 'Shop').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/Pay › EU$/);
    await page.keyboard.press('ArrowRight');
    await line(page, 'Cards').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, 'Cards').waitFor();
    expect((await currentUrl(page)).pathname).toBe(`/folders/${lastSegmentOf(cards.id)}`);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/Cards$/);
    await expect.poll(() => page.title()).toBe('Cards · Slipway');
    await page.getByRole('link', { name: title }).waitFor();
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect.poll(() => breadcrumb.getByRole('link').allTextContents()).toEqual(['Folders', 'Shop', 'Pay › EU']);
    await page.reload();
    await line(page, 'Cards').waitFor();
    await line(page, 'Shop').locator('.mark').click();
    await line(page, 'Pay › EU').waitFor({ state: 'detached' });
    await breadcrumb.getByRole('link', { name: 'Pay › EU' }).click();
    await heading(page, 'Pay › EU').waitFor();
    await page.getByText('1 live and 0 archived releases, including subfolders').waitFor();
    // The subfolders of the open folder are visible.
    await line(page, 'Cards').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('are added, renamed, moved and deleted, and errors of REST are in the dialog', async () => {
    const { page, pageErrors } = await pages.as('admin', '/folders');
    await button(page, 'New top-level folder').click();
    await page.getByLabel('Title').fill('Grow');
    await page.keyboard.press('Enter');
    await heading(page, 'Grow').waitFor();
    const grow = await rest.get<Folder>('/folders/find?byPath=Grow');
    for (const title of ['One', 'Two']) {
      await choose(page, /^More actions/, 'New subfolder…');
      await page.getByRole('dialog').getByLabel('Title').fill(title);
      await answer(page, 'New folder', 'Create folder');
      await heading(page, title).waitFor();
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Grow' }).click();
      await heading(page, 'Grow').waitFor();
    }
    expect(await titlesIn(grow)).toEqual(['One', 'Two']);
    await line(page, 'Two').click();
    await heading(page, 'Two').waitFor();
    await choose(page, /^More actions/, 'Rename…');
    const rename = page.getByRole('dialog', { name: 'Rename Two' });
    await rename.getByLabel('Title').fill('a/b');
    await rename.getByRole('button', { name: 'Rename' }).click();
    const two = await rest.get<Folder>('/folders/find?byPath=Grow/Two');
    const no = await rest.sendForError('POST', `/folders/${lastSegmentOf(two.id)}/rename?newName=a%2Fb`);
    await rename.getByRole('alert').getByText(refusalInBoard(no), { exact: true }).waitFor();
    await rename.getByLabel('Title').fill('Second');
    await answer(page, 'Rename Two', 'Rename');
    await heading(page, 'Second').waitFor();
    await line(page, 'Second').waitFor();
    await choose(page, /^More actions/, 'Move…');
    await page.getByRole('dialog').getByRole('treeitem', { name: 'One', exact: true }).click();
    await page.getByText('New location: One').waitFor();
    await answer(page, 'Move Second', 'Move');
    await expect.poll(() => titlesIn(grow)).toEqual(['One']);
    await heading(page, 'Second').waitFor();
    await choose(page, /^More actions/, 'Delete…');
    await answer(page, 'Delete Second?', 'Delete folder');
    await heading(page, 'One').waitFor();
    await line(page, 'Second').waitFor({ state: 'detached' });
    expect(await rest.sendForError('GET', `/folders/${lastSegmentOf(two.id)}`)).toMatch(/^404 /);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('contain new templates and their releases', async () => {
    const team = await folderIn('Applications', 'Makers');
    const { page, pageErrors } = await pages.as('admin', `/folders/${lastSegmentOf(team.id)}`);
    await button(page, 'New release').click();
    await page.getByRole('dialog', { name: 'New release in Makers' }).getByText('No templates match').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'New template').click();
    await page.getByRole('dialog').getByLabel('Title').fill('Plan');
    await answer(page, 'New template', 'Create template');
    await heading(page, 'Plan').waitFor();
    await page.goBack();
    await button(page, 'New release').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Plan' }).click();
    await page.getByLabel('Title').fill('First');
    await button(page, 'Create release').click();
    await heading(page, 'First').waitFor();
    const [release] = await rest.get<readonly Folder[]>('/releases/byTitle?releaseTitle=First');
    expect(release?.id.startsWith(`${team.id}/`)).toBe(true);
    expect(pageErrors).toEqual([]);
  });

  test('show changes by other users when the user returns, and keep the input', async () => {
    const left = await folderIn('Applications', 'Left');
    const { page } = await pages.as('admin', `/folders/${lastSegmentOf(left.id)}`);
    await heading(page, 'Left').waitFor();
    await choose(page, /^More actions/, 'Rename…');
    await page.getByRole('dialog').getByLabel('Title').fill('typed');
    await rest.sendForNoContent('POST', `/folders/${lastSegmentOf(left.id)}/rename?newName=Other`);
    await folderIn('Applications', 'Fresh');
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.locator('h1', { hasText: 'Other' }).waitFor();
    await page.locator('main .tree', { hasText: 'Fresh' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').getByLabel('Title').inputValue()).toBe('typed');
    expect(await page.evaluate('document.activeElement.value')).toBe('typed');
  });

  test('have own or inherited teams, whose members and permissions are saved together', async () => {
    await people.createUsersWithoutLogin('ann');
    await people.createRole('Testers', ['reports#view'], []);
    const bank = await folderIn('Applications', 'Bank');
    const loans = await folderIn(bank.id, 'Loans');
    const { page, pageErrors } = await pages.as('admin', `/folders/${lastSegmentOf(loans.id)}?form=teams`);
    await page.getByText('Teams are inherited from Bank.').waitFor();
    await button(page, 'Stop inheriting teams…').click();
    await answer(page, 'Stop inheriting teams in Loans?', 'Stop inheriting teams');
    await page.getByText('This folder has its own teams').waitFor();
    await button(page, 'Add team').click();
    const dialog = page.getByRole('dialog', { name: 'Add team' });
    await dialog.getByLabel('Name', { exact: true }).fill('Developers');
    await dialog.getByLabel('Member name').fill('ann');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove ann', exact: true }).waitFor();
    await dialog.getByLabel('Member type').selectOption('Role');
    await dialog.getByLabel('Member name').fill('Testers');
    await dialog.getByRole('button', { name: 'Add member' }).click();
    // A typed name is saved without a press of the button.
    await dialog.getByLabel('Member type').selectOption('User');
    await dialog.getByLabel('Member name').fill('admin');
    await dialog.getByText('Folders: 0 of 6').click();
    await dialog.getByLabel('View folders', { exact: true }).check();
    await dialog.getByText('Triggers: 0 of 2').click();
    await dialog.getByLabel('All permissions: Triggers').check();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await answer(page, 'Add team', 'Save');
    await page.getByRole('row', { name: 'Developers' }).getByText('3 permissions').waitFor();
    const create = (await teamsOf(loans)).find(({ teamName }) => teamName === 'Developers');
    expect([create?.permissions, create?.members.map(({ name, type }) => `${type} ${name}`)]).toEqual([
      ['folder#view', 'trigger#view_trigger', 'trigger#edit_trigger'],
      ['PRINCIPAL ann', 'ROLE Testers', 'PRINCIPAL admin'],
    ]);
    // The names stay in one line beside the list of permissions.
    const row = page.getByRole('row', { name: 'Developers' });
    await row.getByText('3 permissions').click();
    const links = row.locator('.person a');
    expect(await links.evaluateAll((names) => names.map((a) => a.getClientRects().length))).toEqual([1, 1]);
    await choose(page, 'Actions for Developers', 'Delete…');
    await answer(page, 'Delete Developers?', 'Delete team');
    await page.getByRole('row', { name: 'Developers' }).waitFor({ state: 'detached' });
    await button(page, 'Inherit teams…').click();
    await answer(page, 'Inherit teams in Loans?', 'Inherit teams');
    await page.getByText('Teams are inherited from Bank').waitFor();
    expect(await teamsOf(loans)).toEqual(await teamsOf(bank));
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('show concurrent changes of teams, and the error texts of REST', async () => {
    await people.createUsersWithoutLogin('bob');
    const fleet = await folderIn('Applications', 'Fleet');
    const [path, foreignTeams] = [
      `/folders/${lastSegmentOf(fleet.id)}/teams`,
      [{ teamName: 'Theirs', members: [{ name: 'bob' }] }],
    ];
    const { page } = await pages.as('admin', `/folders/${lastSegmentOf(fleet.id)}?form=teams`);
    await button(page, 'Add team').click();
    const dialog = page.getByRole('dialog', { name: 'Add team' });
    await dialog.getByLabel('Name', { exact: true }).fill('Mine');
    await dialog.getByLabel('Member name').fill('nobody of this name');
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await page.route('**/teams', async (route) => {
      // Changes the teams after the page has read them and before it saves.
      if (route.request().method() === 'POST') await rest.post(path, foreignTeams);
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const conflictText =
      'Another user has changed the teams: added the team Theirs. Nothing was saved; save again to overwrite.';
    await dialog.getByRole('alert').getByText(conflictText, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const list = [...(await teamsOf(fleet)), { teamName: 'Mine', members: [{ name: 'nobody of this name' }] }];
    const no = await rest.sendForError('POST', path, list);
    await dialog.getByRole('alert').getByText(refusalInBoard(no), { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Remove nobody of this name' }).click();
    await answer(page, 'Add team', 'Save');
    expect(await teamNames(fleet)).toEqual(expect.arrayContaining(['Theirs', 'Mine']));
    expect((await teamsOf(fleet)).find(({ teamName }) => teamName === 'Theirs')?.members).toMatchObject([
      { name: 'bob' },
    ]);
  });

  test('show the missing permissions, and explain them', async () => {
    const vault = await folderIn('Applications', 'Vault');
    await people.createUser('carl');
    await people.createTeam(vault, ['folder#view'], { users: ['carl'] }, 'Lookers');
    const { page, pageErrors } = await pages.as('carl', `/folders/${lastSegmentOf(vault.id)}?form=teams`);
    await page.getByRole('row', { name: 'Lookers' }).waitFor();
    await page.getByText('You need the permissions “Edit templates”, “Edit folders”.').waitFor();
    for (const name of ['New template', 'New top-level folder', 'Add team']) {
      expect([name, await button(page, name).isDisabled()]).toEqual([name, true]);
    }
    const menus = [
      [
        'More actions for Vault',
        ['New subfolder…', 'Rename…', 'Move…', 'Import templates…', 'Delete…'].map((item) => `${item} You need`),
      ],
      ['Actions for Lookers', ['Edit… You need', 'Delete… You need']],
    ] as const;
    for (const [menu, items] of menus) {
      await button(page, menu).click();
      for (const name of items) {
        expect([name, await page.getByRole('menuitem', { name }).isDisabled()]).toEqual([name, true]);
      }
      await page.keyboard.press('Escape');
    }
    await page.getByRole('link', { name: '“Edit teams of folders”' }).click();
    await page.locator('#main').getByText('carl lacks “Edit teams of folders” on folder “Vault”').waitFor();
    await page.getByText('team “Lookers” does not grant “Edit teams of folders”, and includes carl').waitFor();
    await page.getByLabel('Permission').selectOption('folder#view');
    await button(page, 'Check').click();
    await page.getByRole('heading', { name: 'carl has the permission “View folders”' }).waitFor();
    await expectAccessible(page);
    const teamsPage = await pages.as('admin', `/folders/${lastSegmentOf(vault.id)}?form=teams`);
    await teamsPage.page.getByRole('link', { name: 'Check access of carl' }).click();
    await teamsPage.page.getByRole('heading', { name: 'carl has the permission “View folders”' }).waitFor();
    expect([pageErrors, teamsPage.pageErrors]).toEqual([[], []]);
  });

  test('are displayed in pages of 100 rows, with any title', async () => {
    const crowd = await folderIn('Applications', '<b>Crowd \u202e');
    await Promise.all(
      Array.from({ length: 105 }, (_, index) => folderIn(crowd.id, `${'w'.repeat(100)} ${index + 100}`)),
    );
    const { page, pageErrors } = await pages.as('admin', '/folders');
    await line(page, '<b>Crowd \u202e').focus();
    await page.keyboard.press('ArrowRight');
    const tree = page.getByRole('main');
    await tree.getByRole('treeitem', { name: 'www' }).first().waitFor();
    const lines = tree.getByRole('treeitem');
    await expect.poll(() => lines.count()).toBe(100);
    await page.getByRole('button', { name: 'Next' }).click();
    await tree.getByRole('treeitem', { name: 'Show more folders' }).click();
    await tree.getByRole('treeitem', { name: `${'w'.repeat(100)} 204`, exact: true }).waitFor();
    await tree.getByRole('treeitem', { name: 'Show more folders' }).waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
  });
});
