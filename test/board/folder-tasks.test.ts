import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import { createActionRunner, gate, idOf, parallel, startRelease } from '../harness/rest/plans.ts';
import type { Folder, Release, Task } from '../harness/rest/response-types.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from './open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);
const act = createActionRunner(rest);

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const titles = (page: Page) => page.getByRole('rowheader').getByRole('checkbox').count();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

let folder: Folder;
let release: Release;
beforeAll(async () => {
  folder = await rest.post<Folder>('/folders/Applications', { title: 'Shop' });
  const below = await rest.post<Folder>(`/folders/${folder.id}`, { title: 'Checkout' });
  await people.createUsersWithoutLogin('dana');
  await people.createUser('eve');
  await people.createTeam(folder, ['folder#view', 'release#view'], { users: ['eve'] }, 'Readers');
  const tasks = [
    'open',
    'other',
    { title: 'owned', owner: 'dana' },
    { ...gate('approve'), approvalRequirements: [{ team: 'Readers' }] },
    { title: 'broken', owner: 'dana' },
  ];
  release = await startRelease(
    rest,
    { Build: [parallel('all', ...tasks)] },
    { title: 'Shop 1' },
    { folderId: below.id, releaseOwner: 'dana' },
  );
  await act(release, 'fail', 'broken', 'no');
});
const address = (query = '') => `/folders/${folder.id.split('/').at(-1)}?form=waiting${query}`;

describe.runIf(hasChromium)('the waiting tasks of a folder in Chromium', () => {
  test('name the wait, and are assigned to the user or to another user', async () => {
    const { page, pageErrors } = await pages.as('admin', address());
    await row(page, 'open').getByText('Not assigned · release owner: dana').waitFor();
    await row(page, 'approve').getByText('Approval', { exact: true }).waitFor();
    await row(page, 'approve').getByText('Readers', { exact: true }).first().waitFor();
    await row(page, 'broken').getByText('Decision after failure').waitFor();
    await row(page, 'broken').getByText('Shop 1').waitFor();
    await row(page, 'broken').getByText('Checkout').waitFor();
    expect(await row(page, 'owned').count()).toBe(0);
    await expectAccessible(page);
    await button(page, 'Assign to me open').click();
    await row(page, 'open').waitFor({ state: 'detached' });
    expect((await rest.get<Task>(`/tasks/${idOf(release, 'open')}`)).owner).toBe('admin');
    await button(page, 'Assign… other').click();
    const dialog = page.getByRole('dialog', { name: 'Assign 1 task?' });
    await dialog.getByRole('combobox').fill('eve');
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await row(page, 'other').waitFor({ state: 'detached' });
    expect((await rest.get<Task>(`/tasks/${idOf(release, 'other')}`)).owner).toBe('eve');
    await act(release, 'fail', 'other', 'no');
    await row(page, 'other').getByText('Decision after failure').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('are filtered by an address, and have disabled actions with the missing permission', async () => {
    const { page } = await pages.as('eve', address('&waitsFor=failed'));
    await row(page, 'broken').waitFor();
    expect(await row(page, 'approve').count()).toBe(0);
    await expect.poll(() => button(page, 'Assign… broken').getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('link', { name: '“Reassign tasks”' }).waitFor();
    await page.getByLabel('Search tasks').fill('nothing');
    await page.getByText('No tasks match these filters.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await row(page, 'approve').waitFor();
    const { pathname, search } = await currentUrl(page);
    expect(`${pathname}${search}`).toBe(address());
    expect(await titles(page)).toBeGreaterThan(1);
  });
});
