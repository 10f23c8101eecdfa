import type { FolderResponse } from '@slipway/api-schema/folders';
import type { SavedViewResponse } from '@slipway/api-schema/search';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, expectAccessible, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const boardPages = pagesAt(url);

const plan = { Build: ['compile', 'test'] };
const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views of releases' });
const listed = () => rest.get<readonly SavedViewResponse[]>('/me/views');

describe.runIf(hasChromium)('the saved views of releases in Chromium', () => {
  test('has saved views for each user, and shows errors', async () => {
    const release = await createRelease(rest, plan, { title: 'Named' });
    await rest.post(`/releases/${release.id}/abort`, { abortComment: 'over' });
    await people.createUser('ann');
    const { page, pageErrors } = await boardPages.as('admin', '/releases?title=Named&status=ABORTED');
    await row(page, 'Named').waitFor();
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('View name').fill('x'.repeat(101));
    await page.keyboard.press('Enter');
    const refusal = await rest.sendForError('PUT', '/me/views', { name: 'x'.repeat(101), address: '/releases' });
    await dialog.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await dialog.getByLabel('View name').fill('<b>Ended</b>');
    expect(await a11yViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await rest.get<readonly SavedViewResponse[]>('/me/views')).toMatchObject([
      { name: '<b>Ended</b>', address: '/releases?title=Named&status=ABORTED', version: 1 },
    ]);
    const ann = await boardPages.as('ann', '/releases');
    await ann.page.getByText('No releases yet').waitFor();
    expect(await ann.page.getByRole('link', { name: '<b>Ended</b>' }).count()).toBe(0);
    await ann.page.getByText('You need the permission “Create releases from templates”.').waitFor();
    // Without the permission, neither part of the button looks like a main action.
    expect(await ann.page.getByRole('button', { name: 'More ways to create' }).getAttribute('class')).not.toContain(
      'main',
    );
    await expect.poll(() => ann.page.getByRole('button', { name: 'New release', exact: true }).isDisabled()).toBe(true);
    await page.goto(`${url()}/releases`);
    const saved = page.getByRole('main').getByRole('navigation', { name: /views/i });
    await saved.getByRole('link', { name: '<b>Ended</b>' }).click();
    await row(page, 'Named').waitFor();
    expect(await saved.getByRole('link', { name: '<b>Ended</b>' }).getAttribute('aria-current')).toBe('page');
    await page.getByRole('button', { name: 'Manage views…' }).click();
    const manager = page.getByRole('dialog', { name: 'Saved views' });
    await manager.getByRole('button', { name: 'Delete <b>Ended</b>' }).click();
    await manager.getByRole('link').waitFor({ state: 'detached' });
    expect([await rest.get('/me/views'), pageErrors]).toEqual([[], []]);
  });

  test('are replaced only by a button that names it', async () => {
    await rest.put('/me/views', { name: 'Weekly', address: '/releases?risk=OK' });
    const { page, pageErrors } = await boardPages.as('admin', '/releases?where=live');
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('View name').fill('Weekly');
    await dialog.getByText('You have a view with this name already').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save view' }).count()).toBe(0);
    expect((await listed()).map(({ address }) => address)).toEqual(['/releases?risk=OK']);
    await dialog.getByRole('button', { name: 'Replace view' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await listed()).map(({ address }) => address)).toEqual(['/releases?where=live']);
    // The built-in view has the same address. Only the view that the user has opened is current.
    const current = () => tabs(page).locator('[aria-current]').allInnerTexts();
    await tabs(page).getByRole('link', { name: 'Weekly' }).waitFor();
    expect(await current()).toEqual(['Live']);
    await tabs(page).getByRole('link', { name: 'Weekly' }).click();
    await expect.poll(current).toEqual(['Weekly']);
    expect(pageErrors).toEqual([]);
  });

  test('are shared with a folder or a team, and marked with the owner', async () => {
    const shop = await rest.post<FolderResponse>('/folders/Applications', { title: 'Shop' });
    await people.createUser('edda');
    await people.createUser('vic');
    await people.createTeam(shop, ['folder#view', 'folder#edit'], { users: ['edda'] });
    await people.createTeam(shop, ['folder#view'], { users: ['vic'] }, 'Viewers');
    const edda = await boardPages.as('edda', '/releases?risk=AT_RISK');
    await edda.page.getByRole('button', { name: 'Save view' }).click();
    const dialog = edda.page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('View name').fill('Late');
    await dialog.getByLabel('Visible to').selectOption('A team of a folder');
    await dialog.getByLabel('Folder').selectOption('Shop');
    await dialog.getByLabel('Team').selectOption('Viewers');
    await expectAccessible(edda.page);
    await dialog.getByLabel('Visible to').selectOption('All users who can view a folder');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.waitFor({ state: 'detached' });
    const vic = await boardPages.as('vic', '/releases');
    const shared = tabs(vic.page).getByRole('link', { name: 'Late edda' });
    expect(await shared.getAttribute('title')).toBe('Shared by edda with the folder Shop');
    await vic.page.getByRole('button', { name: 'Manage views…' }).click();
    const manager = vic.page.getByRole('dialog', { name: 'Saved views' });
    await manager.getByText('Shared by edda with the folder Shop').waitFor();
    expect(await manager.getByRole('button', { name: 'Delete Late' }).count()).toBe(0);
    await expectAccessible(vic.page);
    expect([...edda.pageErrors, ...vic.pageErrors]).toEqual([]);
  });

  test.runIf(isLong)(
    'are shared with all users by an administrator, and other users see the missing permission',
    async () => {
      const { page } = await boardPages.as('admin', '/releases?flagged=yes');
      await page.getByRole('button', { name: 'Save view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save view' });
      await dialog.getByLabel('View name').fill('Flagged');
      await dialog.getByLabel('Visible to').selectOption('All users');
      await dialog.getByRole('button', { name: 'Save view' }).click();
      await dialog.waitFor({ state: 'detached' });
      const vic = await boardPages.as('vic', '/releases');
      const shared = tabs(vic.page).getByRole('link', { name: 'Flagged admin' });
      expect(await shared.getAttribute('title')).toBe('Shared by admin with all users');
      await shared.click();
      await vic.page.getByRole('button', { name: 'Save view' }).click();
      const refused = vic.page.getByRole('dialog', { name: 'Save view' });
      await refused
        .getByText('To share with all users, you need the permission “Edit folders” at the top level')
        .waitFor();
      expect(await refused.getByRole('option', { name: 'All users', exact: true }).count()).toBe(0);
      const { id } = (await listed()).find(({ name }) => name === 'Flagged')!;
      await rest.send('DELETE', `/me/views/${id}`);
    },
  );

  test.runIf(isLong)('that another user changed meanwhile are replaced only after the change is shown', async () => {
    const { id } = (await listed()).find(({ name }) => name === 'Late')!;
    const { page } = await boardPages.as('edda', '/releases');
    await page.getByRole('button', { name: 'Manage views…' }).click();
    const manager = page.getByRole('dialog', { name: 'Saved views' });
    await manager.getByRole('button', { name: 'Change Late' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change view' });
    await dialog.getByLabel('View name').fill('Later');
    await rest.put(`/me/views/${id}`, { name: 'Latest', address: '/releases?risk=OK' });
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByRole('alert').getByText('admin changed this view: it is now “Latest”').waitFor();
    await expect.poll(() => a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Replace view' }).click();
    await dialog.waitFor({ state: 'detached' });
    await manager.getByRole('link', { name: 'Later' }).waitFor();
    await manager.getByRole('button', { name: 'Delete Later' }).click();
    await manager.getByText('No saved views yet').waitFor();
    expect((await listed()).map(({ name }) => name)).toEqual(['Weekly']);
  });
});
