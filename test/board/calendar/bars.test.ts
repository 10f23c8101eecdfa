import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, currentUrl, openUserMenu, pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

/** A time in the time zone of the browser, which is the same as in this process. */
const at = (year: number, month: number, day: number, hour = 0) => new Date(year, month - 1, day, hour).toISOString();
const planned = (title: string, scheduledStartDate: string, dueDate: string) =>
  createRelease(rest, {}, { title, dueDate }, { scheduledStartDate });

describe.runIf(hasChromium)('the bars of the calendar in Chromium', () => {
  test('draws one bar for each release and week, and lists the conflicts beside them', async () => {
    await rest.post('/calendar/blackouts', {
      label: 'Year end',
      startDate: at(2037, 9, 10),
      endDate: at(2037, 9, 13),
    });
    const { id } = await planned('Long', at(2037, 9, 4, 9), at(2037, 9, 16, 18));
    const { id: early } = await planned('Early', at(2037, 9, 11, 8), at(2037, 9, 11, 20));
    await planned('Free', at(2037, 9, 22, 8), at(2037, 9, 22, 20));
    const { page, pageErrors } = await pages.as('admin', '/calendar?day=2037-09-01');
    const bars = page.locator('.of-bar').filter({ hasText: 'Long' });
    await expect.poll(() => bars.count()).toBe(3);
    /** The columns of each bar: its offset and width in sevenths of the week. */
    const columns = await bars.evaluateAll((all) =>
      all.map((bar) => {
        const week = bar.closest('tr')!.getBoundingClientRect();
        const { left, width } = bar.getBoundingClientRect();
        return [(left - week.left) / week.width, width / week.width].map((share) => Math.round(share * 7));
      }),
    );
    expect(columns).toEqual([
      [5, 2],
      [0, 7],
      [0, 4],
    ]);
    // The bars after the first one are not reached by Tab.
    expect(
      await bars.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('tabindex'))),
    ).toEqual([null, '-1', '-1']);
    await bars.nth(2).getByRole('link').click();
    await page.getByRole('heading', { name: 'Long', level: 1 }).waitFor();
    expect((await currentUrl(page)).pathname.endsWith(id.slice(id.lastIndexOf('/') + 1))).toBe(true);
    await page.goBack();
    const conflicts = page.getByRole('region', { name: 'Conflicts' }).getByRole('listitem');
    await expect
      .poll(() => conflicts.allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, ' '))))
      .toEqual([
        'Early Starts in Year end, Fri, Sep 11, 2037, 8:00 AM. Move to Sun, Sep 13, 2037, 12:00 AM',
        'Long Overlaps Year end for 3 d, from Thu, Sep 10, 2037, 12:00 AM.',
      ]);
    await conflicts.first().getByRole('button', { name: 'Year end' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await conflicts.first().getByRole('button', { name: 'Move to' }).click();
    // The toast stays while it has the focus.
    await page.getByRole('button', { name: 'Undo' }).focus();
    await expect.poll(() => conflicts.count()).toBe(1);
    const dates = async () => {
      const { scheduledStartDate, dueDate } = await rest.get<Record<string, string>>(`/releases/${early}`);
      return [scheduledStartDate, dueDate].map((date) => Date.parse(date!));
    };
    // The first free time is the end of the blackout.
    const moved = Date.parse(at(2037, 9, 13));
    expect(await dates()).toEqual([moved, moved + 12 * 3_600_000]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => conflicts.count()).toBe(2);
    expect(await dates()).toEqual([at(2037, 9, 11, 8), at(2037, 9, 11, 20)].map((date) => Date.parse(date)));
    // An undo keeps dates that have changed since the move.
    await conflicts.first().getByRole('button', { name: 'Move to' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.focus();
    await expect.poll(() => conflicts.count()).toBe(1);
    await rest.put(`/releases/${early}`, { dueDate: at(2037, 9, 20) });
    await undo.press('Enter');
    await page.getByText('Early was not moved because its dates have changed').waitFor();
    expect(await dates()).toEqual([moved, Date.parse(at(2037, 9, 20))]);
    expect(pageErrors).toEqual([]);
  });

  test('filters releases by folder and owner, and shows an empty period', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Calendar folder' });
    const template = await rest.post<Release>(`/templates?folderId=${encodeURIComponent(folder.id)}`, {
      title: 'Inside',
    });
    await rest.post(`/templates/${template.id}/create`, {
      releaseTitle: 'Inside',
      scheduledStartDate: at(2038, 1, 12, 9),
    });
    await planned('Outside', at(2038, 1, 12, 9), at(2038, 1, 12, 10));
    const { page } = await pages.as('admin', '/calendar?day=2038-01-12');
    const day = page.getByRole('cell').filter({ has: page.getByLabel('January 12, 2038') });
    await expect.poll(() => day.getByRole('listitem').count()).toBe(2);
    await page.getByRole('button', { name: 'Folder: All' }).click();
    await page.getByLabel('Folder', { exact: true }).selectOption('Calendar folder');
    await expect.poll(() => day.getByRole('listitem').allTextContents()).toEqual(['Inside, Planned']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Folder' }).press('Enter');
    await page.getByRole('button', { name: 'Folder: All' }).and(page.locator(':focus')).waitFor();
    await expect.poll(() => day.getByRole('listitem').count()).toBe(2);
    await page.getByRole('button', { name: 'Owner: Anyone' }).click();
    await page.getByLabel('User name').fill('unknown');
    await page.getByText('No releases match these filters').waitFor();
    expect((await currentUrl(page)).search).toBe('?day=2038-01-12&owner=unknown');
    await page.getByLabel('User name').fill('ADMIN');
    await expect.poll(() => day.getByRole('listitem').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Owner' }).press('Enter');
    await page.getByLabel('Search releases').fill('no such release');
    await page.getByText('No releases match these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => day.getByRole('listitem').count()).toBe(2);
    await page.goto(`${url()}/calendar?day=2039-05-01`);
    await page.getByText('Nothing scheduled in May 2039').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
  });

  test('shows no empty period while a period loads, and loads each view once', async () => {
    await planned('In May', at(2040, 5, 8, 9), at(2040, 5, 8, 10));
    const { page, pageErrors } = await pages.as('admin', '/calendar?day=2040-05-08');
    await page.getByRole('link', { name: 'In May' }).waitFor();
    const released = Promise.withResolvers<void>();
    const requests: string[] = [];
    await page.route('**/releases/search/overview?*', async (route) => {
      requests.push(route.request().url());
      await released.promise;
      await route.continue();
    });
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'June 2040' }).waitFor();
    await page.locator('table[aria-busy=true]').waitFor();
    expect(await page.getByText(/^(?:Nothing scheduled|No conflicts|No blackouts)/).count()).toBe(0);
    released.resolve();
    await page.getByText('Nothing scheduled in June 2040').waitFor();
    await page.getByText('No conflicts with blackouts').waitFor();
    await page.keyboard.press('k');
    await page.getByRole('link', { name: 'In May' }).waitFor();
    await page.locator('table[aria-busy=false]').waitFor();
    requests.length = 0;
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.getByRole('table', { name: 'Releases', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Week', exact: true }).click();
    await page.locator('table.of-week[aria-busy=false]').waitFor();
    // The list has shorter pages.
    expect(requests.map((text) => new URL(text).searchParams.get('resultsPerPage'))).toEqual(['101', '501']);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('shows the days of UTC if the user chooses it', async () => {
    await planned('Zoned', '2039-03-10T12:00:00Z', '2039-03-10T13:00:00Z');
    const { page } = await pages.as('admin', '/calendar?form=week&day=2039-03-10', { timezoneId: 'Pacific/Auckland' });
    const day = (name: string) => page.getByRole('cell').filter({ has: page.getByLabel(name) });
    await day('March 11, 2039').getByText('starts 1:00 AM ends 2:00 AM').waitFor();
    await openUserMenu(page);
    await page.getByRole('menuitemradio', { name: 'UTC' }).click();
    await day('March 10, 2039').getByText('starts 12:00 PM ends 1:00 PM').waitFor();
    expect(await day('March 11, 2039').getByRole('listitem').count()).toBe(0);
    await page.getByText('Days and times in UTC').waitFor();
    await page.getByRole('columnheader').first().getByText('Sun').waitFor();
    await page.getByRole('heading', { name: 'Mar 6, 2039 – Mar 12, 2039' }).waitFor();
  });
});
