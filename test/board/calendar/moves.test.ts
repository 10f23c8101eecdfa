import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const people = peopleOf(product);
const berlin = { timezoneId: 'Europe/Berlin' };

const planned = (title: string, scheduledStartDate: string, dueDate: string) =>
  createRelease(rest, {}, { title, dueDate }, { scheduledStartDate });
const freeze = (label: string, startDate: string, endDate: string) =>
  rest.post('/calendar/blackouts', { label, startDate, endDate });
const datesOf = async (id: string) => {
  const { scheduledStartDate, dueDate } = await rest.get<Record<string, string>>(`/releases/${id}`);
  return [scheduledStartDate, dueDate].map((date) => new Date(date!).toISOString());
};
const dayOf = (page: Page, name: string) => page.getByRole('cell').filter({ has: page.getByLabel(name) });
const barOf = (page: Page, title: string) => page.locator('.of-bar').getByRole('link', { name: title }).first();
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

/** Drags a bar to a day with the mouse. */
async function drag(page: Page, bar: Locator, day: Locator): Promise<void> {
  await day.scrollIntoViewIfNeeded();
  const [from, to] = [(await bar.boundingBox())!, (await day.boundingBox())!];
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 4, { steps: 4 });
  await page.mouse.up();
}

describe.runIf(hasChromium)('moves of releases in the calendar in Chromium', () => {
  test('a dragged release keeps its time of day across a change of the clock, and Undo moves it back', async () => {
    const dates = ['2041-03-29T07:30:00.000Z', '2041-03-30T16:00:00.000Z'] as const;
    const { id } = await planned('Spring', ...dates);
    const { page, pageErrors } = await pages.as('admin', '/calendar?day=2041-03-15', berlin);
    const bar = barOf(page, 'Spring');
    await bar.waitFor();
    expect(await bar.getAttribute('title')).toContain('Drag to move, or use Alt and the arrow keys');
    await drag(page, bar, dayOf(page, 'April 1, 2041'));
    await dayOf(page, 'April 1, 2041').getByText('Spring').waitFor();
    // The time in Berlin is one hour ahead of UTC in March, and two hours in April.
    expect(await datesOf(id)).toEqual(['2041-04-01T06:30:00.000Z', '2041-04-02T15:00:00.000Z']);
    expect((await currentUrl(page)).pathname).toBe('/calendar');
    await undo(page).click();
    await page.getByText('Spring moved back').waitFor();
    expect(await datesOf(id)).toEqual(dates);
    expect(pageErrors).toEqual([]);
  });

  test('the keyboard moves a release: Alt and arrow keys select a day, Enter saves, and Escape cancels', async () => {
    const { id } = await planned('Keys', '2042-05-14T09:00:00.000Z', '2042-05-14T10:00:00.000Z');
    const { page, pageErrors } = await pages.as('admin', '/calendar?day=2042-05-14&workdays=yes');
    const bar = barOf(page, 'Keys');
    await bar.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.locator('td.target').getByLabel('May 21, 2042').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('td.target').count()).toBe(0);
    // The next working day after Friday is Monday.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(`Alt+${key}`);
    await page.locator('td.target').getByLabel('May 19, 2042').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dayOf(page, 'May 19, 2042').getByText('Keys').waitFor();
    await barOf(page, 'Keys').and(page.locator(':focus')).waitFor();
    expect(await datesOf(id)).toEqual(['2042-05-19T09:00:00.000Z', '2042-05-19T10:00:00.000Z']);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('a release without permission, or that has started, is not moved, with the reason', async () => {
    await people.createUser('vera');
    const plan = { Build: [{ title: 'work' }] };
    const started = await createRelease(rest, plan, { title: 'Started', dueDate: '2043-06-10T10:00:00Z' });
    const shown = await planned('Shown', '2043-06-11T09:00:00Z', '2043-06-11T10:00:00Z');
    await people.createTeam(shown, ['release#view'], { users: ['vera'] });
    await rest.post(`/releases/${started.id}/start`, {});
    const { page } = await pages.as('vera', '/calendar?day=2043-06-10');
    const bar = barOf(page, 'Shown');
    await bar.waitFor();
    expect(await bar.getAttribute('title')).toContain('You need the permission “Edit releases”.');
    await drag(page, bar, dayOf(page, 'June 17, 2043'));
    await page.getByRole('alert').getByText('Shown was not moved. You need the permission “Edit releases”.').waitFor();
    expect(await datesOf(shown.id)).toEqual(['2043-06-11T09:00:00.000Z', '2043-06-11T10:00:00.000Z']);
    await page.goto(`${url()}/calendar?day=2043-06-10&form=list`);
    await page.getByRole('button', { name: 'Actions for Shown' }).click();
    const item = page.getByRole('menuitem', { name: 'Move… You need the permission “Edit releases”.' });
    await expect.poll(() => item.getAttribute('aria-disabled')).toBe('true');
    const { page: other } = await pages.as('admin', '/calendar?day=2043-06-10&title=Started');
    await barOf(other, 'Started').waitFor();
    expect(await barOf(other, 'Started').getAttribute('title')).toContain('Only planned releases can be moved.');
    await barOf(other, 'Started').press('Alt+ArrowRight');
    await other.getByRole('alert').getByText('Started was not moved. Only planned releases can be moved.').waitFor();
  });

  test.runIf(isLong)('a second user sees who moved the release and to which dates', async () => {
    const otto = await people.createUser('otto');
    const { id } = await planned('Shared', '2044-07-13T09:00:00Z', '2044-07-13T10:00:00Z');
    const { page } = await pages.as('admin', '/calendar?day=2044-07-13');
    await barOf(page, 'Shared').waitFor();
    await people.createTeam({ id }, ['release#view', 'release#edit'], { users: ['otto'] }, 'Editors');
    const released = Promise.withResolvers<void>();
    // The page does not load the change of the other user before the drop.
    await page.route('**/releases/search/overview?*', async (route) => {
      await released.promise;
      await route.continue();
    });
    const moved = { scheduledStartDate: '2044-07-15T09:00:00Z', dueDate: '2044-07-15T10:00:00Z' };
    await otto.put(`/releases/${id}`, moved);
    await drag(page, barOf(page, 'Shared'), dayOf(page, 'July 20, 2044'));
    released.resolve();
    await page.getByRole('alert').getByText('Shared was not moved. otto changed its dates to').waitFor();
    await dayOf(page, 'July 15, 2044').getByText('Shared').waitFor();
    expect(await datesOf(id)).toEqual(['2044-07-15T09:00:00.000Z', '2044-07-15T10:00:00.000Z']);
  });

  test('a move into a blackout warns with the next free slot, which a button uses', async () => {
    await freeze('Summer break', '2045-08-16T00:00:00Z', '2045-08-18T12:00:00Z');
    const { id } = await planned('Busy', '2045-08-09T09:00:00Z', '2045-08-10T09:00:00Z');
    const { page, pageErrors } = await pages.as('admin', '/calendar?day=2045-08-09', { timezoneId: 'UTC' });
    await barOf(page, 'Busy').waitFor();
    await drag(page, barOf(page, 'Busy'), dayOf(page, 'August 15, 2045'));
    await page.getByText('Busy now overlaps a blackout.').waitFor();
    await page.getByText('Next free slot: Fri, Aug 18, 2045, 12:00 PM').waitFor();
    expect(await datesOf(id)).toEqual(['2045-08-15T09:00:00.000Z', '2045-08-16T09:00:00.000Z']);
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Move to next slot' }).click();
    await dayOf(page, 'August 18, 2045').getByText('Busy').waitFor();
    expect(await datesOf(id)).toEqual(['2045-08-18T12:00:00.000Z', '2045-08-19T12:00:00.000Z']);
    await expect.poll(() => page.getByText('Busy now overlaps a blackout.').count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('the menu of the list moves a release on a phone', async () => {
    const { id } = await planned('Small', '2046-09-12T09:00:20Z', '2046-09-12T10:00:00Z');
    const { page } = await pages.as('admin', '/calendar?day=2046-09-12&form=list', { timezoneId: 'UTC' });
    await page.getByRole('button', { name: 'Actions for Small' }).click();
    await page.getByRole('menuitem', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Small' });
    await dialog.getByLabel('Planned start').fill('2046-09-14T08:00');
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move release' }).click();
    await page.getByText('Small moved').waitFor();
    expect(await datesOf(id)).toEqual(['2046-09-14T08:00:00.000Z', '2046-09-14T08:59:40.000Z']);
    await expectAccessible(page);
  });

  test('the menu of a day creates a release and a blackout on this day', async () => {
    await rest.post('/templates', { title: 'Calendar template' });
    const { page, pageErrors } = await pages.as('admin', '/calendar?day=2047-02-12');
    await dayOf(page, 'February 20, 2047').click({ position: { x: 60, y: 60 } });
    await page.getByRole('menuitem', { name: 'Add blackout…' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Start').inputValue()).toBe('2047-02-20T00:00');
    expect(await dialog.getByLabel('End').inputValue()).toBe('2047-02-21T00:00');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('February 21, 2047').press('Enter');
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'New release…' }).press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Calendar template' }).click();
    const start = page.getByLabel('Planned start');
    await start.waitFor();
    expect(await start.inputValue()).toBe('2047-02-21T09:00');
    await start.fill('2047-02-22T09:00');
    await expect.poll(async () => (await currentUrl(page)).search).toBe('');
    expect(pageErrors).toEqual([]);
  });

  test('working days hide Saturday and Sunday, and the week begins as in the language of the browser', async () => {
    await planned('Weekend work', '2048-03-07T09:00:00Z', '2048-03-07T10:00:00Z');
    const { page } = await pages.as('admin', '/calendar?day=2048-03-10', { locale: 'en-GB', timezoneId: 'UTC' });
    const headers = () => page.getByRole('columnheader').allTextContents();
    await page.getByText('Weekend work').first().waitFor();
    expect(await headers()).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    await page.getByRole('button', { name: 'Working days' }).click();
    await expect.poll(headers).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
    await page.getByText('1 entry on a weekend is hidden').waitFor();
    expect((await currentUrl(page)).search).toBe('?day=2048-03-10&workdays=yes');
    expect(await a11yViolations(page)).toEqual([]);
    await page.reload();
    await expect.poll(headers).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
  });

  test('without permission, the menu of a day names the missing permissions', async () => {
    await people.createUser('nina');
    const { page } = await pages.as('nina', '/calendar?day=2049-02-12');
    await page.getByLabel('February 20, 2049').press('Enter');
    for (const name of ['New release… You need', 'Add blackout… You need the permission “Edit blackouts”.']) {
      await expect.poll(() => page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
    }
  });
});
