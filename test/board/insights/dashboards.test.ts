import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, startRelease } from '../../harness/rest/plans.ts';
import type { Folder } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);
const act = createActionRunner(rest);

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

interface Dashboard {
  readonly id: string;
  readonly title: string;
  readonly tiles: readonly object[];
}
const dashboards = () => rest.get<readonly Dashboard[]>('/dashboards');

let folder: Folder;
beforeAll(async () => {
  folder = await rest.post<Folder>('/folders/Applications', { title: 'Web shop' });
  for (const title of ['Shop 1', 'Shop 2'])
    await act(
      await startRelease(rest, { Build: ['compile'] }, { title }, { folderId: folder.id }),
      'complete',
      'compile',
    );
  await act(await startRelease(rest, { Build: ['compile'] }, { title: 'Cards 1' }), 'complete', 'compile');
});

/** Returns the number of releases that the scheduler has counted. */
async function countReleases(): Promise<number> {
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  return (await rest.post<{ count: number }>('/insights/releases', { from, to })).count;
}

describe.runIf(hasChromium)('dashboards in Chromium', () => {
  test('are created, get tiles, lead to the releases behind a tile, and are deleted', async () => {
    await expect.poll(countReleases).toBe(3);
    const { page, pageErrors } = await pages.as('admin', '/insights/dashboards');
    await page.getByText(/^No dashboards yet\./).waitFor();
    await page.getByRole('button', { name: 'New dashboard' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Health');
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('Web shop');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Create dashboard' }).click();
    await page.getByText(/^This dashboard has no tiles yet\./).waitFor();

    // The folder leads to its dashboards, and the dashboard back to the folder.
    await page.getByRole('link', { name: 'Web shop', exact: true }).last().click();
    const views = page.getByRole('navigation', { name: 'Insights of this folder' });
    await views.getByRole('link', { name: 'Dashboards' }).click();
    await page.getByRole('link', { name: 'Open the folder' }).waitFor();
    await page.getByRole('link', { name: 'Health', exact: true }).click();
    await page.getByText(/^This dashboard has no tiles yet\./).waitFor();

    const drawer = page.getByRole('dialog');
    const add = async (fill: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Add tile' }).click();
      await fill();
      await drawer.getByRole('button', { name: 'Add tile' }).click();
      await drawer.waitFor({ state: 'detached' });
    };
    await add(async () => {
      await drawer.getByRole('combobox', { name: 'Metric' }).selectOption('Throughput');
      await drawer.getByRole('textbox', { name: 'Title' }).fill('Done in the shop');
      await drawer.getByRole('combobox', { name: 'Chart' }).selectOption('Number');
      await drawer.getByRole('combobox', { name: 'Folder' }).selectOption('Web shop');
      await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 900 });
    });
    await card(page, 'Done in the shop').getByText('2', { exact: true }).waitFor();
    await add(async () => {
      await drawer.getByRole('combobox', { name: 'Metric' }).selectOption('Release duration');
      await drawer.getByRole('combobox', { name: 'Chart' }).selectOption('Table');
      await drawer.getByRole('combobox', { name: 'Rows' }).selectOption('Folders');
    });
    await card(page, 'Release duration').getByRole('rowheader', { name: 'Web shop' }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    await card(page, 'Release duration').getByRole('button', { name: 'Actions for Release duration' }).click();
    await page.getByRole('menuitem', { name: 'Move tile backward' }).click();
    const titles = () => page.locator('.dashboard').getByRole('heading').allTextContents();
    await expect.poll(titles).toEqual(['Release duration', 'Done in the shop']);
    await card(page, 'Done in the shop').getByRole('button', { name: 'Actions for Done in the shop' }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export CSV' }).click();
    expect(await readFile(await (await file).path(), 'utf8')).toMatch(/release\.throughput,,,.*,2,2,,,/);
    await card(page, 'Done in the shop').getByRole('link', { name: '2 releases', exact: true }).click();
    await card(page, 'Releases').getByText('2 releases', { exact: true }).waitFor();
    expect((await currentUrl(page)).searchParams.get('folder')).toBe(folder.id);

    await page.goBack();
    await page.getByRole('button', { name: 'More actions for Health' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete dashboard' }).click();
    await page.getByText(/^No dashboards yet\./).waitFor();
    expect([await dashboards(), pageErrors]).toEqual([[], []]);
  });

  test('are listed for a folder, and are read-only without the permission to edit them', async () => {
    const tiles = [{ metric: 'release.throughput', chart: 'bar', interval: 'day', days: 7 }];
    await rest.post('/dashboards', { title: 'Shop', folderId: folder.id, tiles });
    const other = await rest.post<Folder>('/folders/Applications', { title: 'Cards' });
    await rest.post('/dashboards', { title: 'Cards', folderId: other.id });
    const { page } = await pages.as('admin', '/insights/dashboards');
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Folder: All folders' }).click();
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('Web shop');
    await expect.poll(() => rows.count()).toBe(1);

    await people.createUser('vera');
    await people.createRole('Readers', ['reports#view'], ['vera']);
    await people.createTeam(folder, ['folder#view', 'release#view', 'dashboard#view'], { users: ['vera'] });
    const { page: readerPage } = await pages.as('vera', '/insights/dashboards');
    await readerPage.getByRole('link', { name: 'Shop', exact: true }).click();
    await card(readerPage, 'Throughput').getByRole('link', { name: '2 releases' }).waitFor();
    expect(await readerPage.getByRole('button', { name: 'Add tile' }).getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(readerPage, 'main');
    expect((await currentUrl(readerPage)).origin).toBe(new URL(url()).origin);
  });

  test('are sent in a weekly mail, until the user stops it', async () => {
    const { id } = await rest.post<Dashboard>('/dashboards', { title: 'Mailed' });
    const subscription = () => rest.get(`/dashboards/${id}/subscription`);
    const { page, pageErrors } = await pages.as('admin', `/insights/dashboards?dashboard=${id}`);
    const open = () => page.getByRole('button', { name: 'Weekly mail…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Weekly mail' });
    await open();
    await dialog.getByText('You receive the values of all tiles once a week.').waitFor();
    await dialog.getByRole('combobox', { name: 'Day' }).selectOption('Friday');
    await dialog.getByLabel('Time', { exact: true }).fill('07:30');
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Start weekly mail' }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = { subscribed: true, weekday: 'FRIDAY', time: '07:30', timeZone: 'Europe/Berlin' };
    expect(await subscription()).toMatchObject(stored);
    await open();
    await dialog.getByText('Next mail:').waitFor();
    await dialog.getByRole('button', { name: 'Stop weekly mail' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await subscription()).toMatchObject({ subscribed: false });
    expect(pageErrors).toEqual([]);
  });

  test('count working hours that an administrator has set', async () => {
    const { page, pageErrors } = await pages.as('admin', '/insights');
    await page.getByRole('button', { name: 'Durations: Calendar time' }).click();
    await page.getByText(/^No working hours are set\./).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings of insights' });
    await dialog.getByRole('checkbox', { name: 'Working hours' }).check();
    await dialog.getByRole('checkbox', { name: 'Friday' }).uncheck();
    await dialog.getByLabel('To', { exact: true }).fill('08:00');
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('UTC');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('To', { exact: true }).fill('17:00');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await dialog.waitFor({ state: 'detached' });
    const workingHours = { weekdays: weekdays.slice(0, 4), from: '09:00', to: '17:00', timeZone: 'UTC' };
    expect(await rest.get('/insights/settings')).toEqual({ showPersons: false, workingHours });

    await page.reload();
    await page.getByRole('button', { name: 'Durations: Calendar time' }).click();
    const query = page.waitForRequest((request) => request.postDataJSON()?.workingTime === true);
    await page.getByRole('checkbox', { name: 'Count only working hours' }).check();
    await query;
    await page.getByText('Mon, Tue, Wed, Thu, 09:00–17:00, UTC').waitFor();
    await expect.poll(async () => (await currentUrl(page)).searchParams.get('working')).toBe('yes');
    expect(pageErrors).toEqual([]);
  });
});
