import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate } from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, currentUrl, expectAccessible, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);

/** A time in the time zone of the browser, which is the same as in this process. */
const at = (year: number, month: number, day: number, hour = 0) => new Date(year, month - 1, day, hour).toISOString();
const freeze = (label: string, startDate: string, endDate: string) =>
  rest.post<{ id: string }>('/calendar/blackouts', { label, startDate, endDate });
const planned = (title: string, scheduledStartDate: string, dueDate: string) =>
  createRelease(rest, {}, { title, dueDate }, { scheduledStartDate });
const dayOf = (page: Page, name: string) => page.getByRole('cell').filter({ has: page.getByLabel(name) });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();
const detached = { state: 'detached' } as const;

test('the calendar view and the addresses of iCalendar subscriptions do not conflict', async () => {
  const page = await sendRaw(url(), { path: '/calendar', login: null });
  const none = await sendRaw(url(), { path: '/calendar/1.ics', login: null });
  expect([page.status, page.text.startsWith('<!doctype html>'), none.status]).toEqual([200, true, 404]);
});

describe.runIf(hasChromium)('the calendar in Chromium', () => {
  test('shows releases, blackouts and their overlaps by day, and updates automatically', async () => {
    await freeze('Quarter end', at(2031, 3, 11), at(2031, 3, 12, 12));
    await planned('Payments', at(2031, 3, 10, 9), at(2031, 3, 11, 18));
    await planned('Search', at(2031, 3, 12, 8), at(2031, 3, 12, 20));
    const work = { title: 'work', plannedDuration: 86_400 };
    await createRelease(rest, { Build: [work] }, { title: 'Open' }, { scheduledStartDate: at(2031, 3, 17, 9) });
    const { page, pageErrors } = await pages.as('admin', '/calendar?day=2031-03-20');
    await heading(page, 'March 2031');
    const texts = (name: string) => dayOf(page, name).getByRole('listitem').allTextContents();
    await dayOf(page, 'March 12, 2031').getByText('Search').waitFor();
    expect([
      await texts('March 10, 2031'),
      await texts('March 11, 2031'),
      await texts('March 12, 2031'),
      await texts('March 13, 2031'),
    ]).toEqual([
      ['Payments, Planned, Overlaps a blackout'],
      ['Blackout: Quarter end', 'Payments, Planned, Overlaps a blackout'],
      ['Blackout: Quarter end', 'Search, Planned, Starts in a blackout'],
      [],
    ]);
    await expect.poll(() => texts('March 18, 2031')).toEqual(['Open, Planned, Estimated']);
    const { id } = await planned('Late', at(2031, 3, 13, 9), at(2031, 3, 13, 10));
    await dayOf(page, 'March 13, 2031').getByText('Late').waitFor();
    await rest.put(`/releases/${id}`, { scheduledStartDate: at(2031, 3, 14, 9), dueDate: at(2031, 3, 14, 10) });
    await dayOf(page, 'March 14, 2031').getByText('Late').waitFor();
    await expect.poll(() => texts('March 13, 2031')).toEqual([]);
    await expect.poll(() => page.title()).toBe('March 2031 · Calendar · Slipway');
    await page.getByLabel('Search releases').fill('search');
    await expect.poll(() => page.getByRole('link', { name: 'Payments' }).count()).toBe(0);
    expect((await currentUrl(page)).search).toBe('?day=2031-03-20&title=search');
    await page.getByLabel('Search releases').fill('');
    await page.getByRole('link', { name: 'Payments' }).first().waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    // On a phone, the list is the default. A month that the user chooses has all days there.
    await expectAccessible(page);
    await page.getByRole('table', { name: 'Releases', exact: true }).waitFor();
    expect(await dayOf(page, 'March 15, 2031').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Month' }).click();
    await dayOf(page, 'March 15, 2031').waitFor();
    expect((await currentUrl(page)).search).toBe('?form=month&day=2031-03-20');
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('can be used with the keyboard', async () => {
    await planned('Keys', at(2032, 5, 5, 9), at(2032, 5, 5, 10));
    const { page } = await pages.as('admin', '/releases');
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    const today = await page.getByRole('heading', { level: 2 }).first().textContent();
    await page.goto(`${url()}/calendar?day=2032-04-30`);
    await heading(page, 'April 2032');
    await page.keyboard.press('j');
    await heading(page, 'May 2032');
    expect((await currentUrl(page)).search).toBe('?day=2032-05-30');
    await page.getByLabel('May 26, 2032').focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Show week' }).click();
    await heading(page, 'May 2, 2032 – May 8, 2032');
    expect((await currentUrl(page)).search).toBe('?form=week&day=2032-05-05');
    await dayOf(page, 'May 5, 2032').getByText('starts 9:00 AM ends 10:00 AM').waitFor();
    await page.keyboard.press('k');
    await heading(page, 'Apr 25, 2032 – May 1, 2032');
    await page.goBack();
    await heading(page, 'May 2, 2032 – May 8, 2032');
    await page.keyboard.press('0');
    await page.getByRole('link', { name: 'Month' }).click();
    await heading(page, today!);
  });

  test('can add, change and delete blackouts, and shows the error texts of REST', async () => {
    const { page, pageErrors } = await pages.as('admin', '/calendar?day=2033-01-10');
    await page.getByRole('button', { name: 'Add blackout…' }).click();
    const dialog = page.getByRole('dialog');
    const label = '<b onclick=x> \u202efreeze 🚀';
    await dialog.getByLabel('Name').fill(label);
    await dialog.getByLabel('End').fill('2033-01-09T00:00');
    await dialog.getByRole('button', { name: 'Add blackout', exact: true }).click();
    const body = { label, startDate: at(2033, 1, 10), endDate: at(2033, 1, 9) };
    const refusal = await rest.sendForError('POST', '/calendar/blackouts', body);
    await dialog.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByLabel('End').fill('2033-01-11T00:00');
    // A double click creates only one blackout.
    await page.evaluate("for (const _ of 'ab') document.querySelector('dialog .main').click()");
    await dialog.waitFor(detached);
    await dayOf(page, 'January 10, 2033')
      .getByRole('button', { name: `Blackout: ${label}` })
      .click();
    await dialog.getByLabel('Name').fill('Winter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor(detached);
    const listed = () =>
      rest.get<readonly Record<string, string>[]>(
        `/calendar/blackouts?from=${Date.parse(at(2033, 1, 1))}&to=${Date.parse(at(2033, 2, 1))}`,
      );
    expect(await listed()).toMatchObject([
      {
        label: 'Winter',
        startDate: at(2033, 1, 10).replace('Z', '+00:00'),
        endDate: at(2033, 1, 11).replace('Z', '+00:00'),
      },
    ]);
    await page.getByRole('button', { name: 'Blackout: Winter' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Confirm delete' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor(detached);
    await page.getByRole('button', { name: 'Blackout: Winter' }).waitFor(detached);
    expect(await listed()).toEqual([]);
    await freeze('Spring', at(2033, 1, 12), at(2033, 1, 13));
    await page.reload();
    await page.getByRole('button', { name: 'More actions for Spring' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete blackout' }).click();
    await page.getByRole('button', { name: 'Spring' }).first().waitFor(detached);
    expect([await listed(), pageErrors]).toEqual([[], []]);
  });

  test.runIf(isLong)(
    'shows the missing permission for blackouts, and only releases that the user can view',
    async () => {
      const people = peopleOf(product);
      await people.createUser('vera');
      await freeze('Frozen', at(2034, 6, 7), at(2034, 6, 8));
      await planned('Hidden', at(2034, 6, 7), at(2034, 6, 7, 2));
      const shown = await planned('Shown', at(2034, 6, 7), at(2034, 6, 7, 2));
      await people.createTeam(shown, ['release#view'], { users: ['vera'] });
      const { page } = await pages.as('vera', '/calendar?day=2034-06-07');
      await page.getByText('You need the permission “Edit blackouts”.').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Add blackout…' }).isDisabled()).toBe(true);
      await page.getByRole('link', { name: 'Shown' }).first().waitFor();
      expect(await page.getByRole('link', { name: 'Hidden' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Blackout: Frozen' }).click();
      const dialog = page.getByRole('dialog');
      await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await dialog.getByText('You need the permission “Edit blackouts”.').waitFor();
      expect(await a11yViolations(page)).toEqual([]);
    },
  );

  test('finds the next available slot for a duration', async () => {
    await freeze('Day', at(2035, 2, 5), at(2035, 2, 6));
    await freeze('Next morning', at(2035, 2, 6, 2), at(2035, 2, 6, 6));
    const { page } = await pages.as('admin', '/calendar?day=2035-02-05');
    await page.getByRole('button', { name: 'Find a free time…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Duration (h)').fill('many');
    await dialog.getByRole('button', { name: 'Find' }).click();
    const refusal = await rest.sendForError('GET', '/calendar/first-free?plannedDuration=NaN');
    await dialog.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await dialog.getByLabel('Duration (h)').fill('2,5');
    await page.keyboard.press('Enter');
    await dialog.getByText('First free time: Feb 6, 2035, 6:00 AM').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show in calendar' }).click();
    await dialog.waitFor(detached);
    await heading(page, 'Feb 4, 2035 – Feb 10, 2035');
    expect((await currentUrl(page)).search).toBe('?form=week&day=2035-02-06');
  });

  test('creates addresses for calendar subscriptions, shows each address once, and revokes addresses', async () => {
    await rest.post('/folders/Applications', { title: 'Shop <b>' });
    const { page, pageErrors } = await pages.as('admin', '/calendar');
    await page.getByRole('button', { name: 'Calendar feeds…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calendar feeds' });
    await dialog.getByLabel('Releases').selectOption('Shop <b>');
    await dialog.getByRole('button', { name: 'Create feed' }).click();
    const field = dialog.getByLabel('New feed address. Copy it now; it isn’t shown again.');
    await field.waitFor();
    const answer = await page.context().request.get(await field.inputValue());
    expect([answer.status(), (await answer.text()).includes('X-WR-CALNAME:Shop <b>')]).toEqual([200, true]);
    await dialog.getByText('Folder Shop <b>').waitFor();
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await page.getByText(/^(?:Copied to clipboard|Selected\. Press Ctrl\+C to copy\.)/).waitFor({ state: 'attached' });
    expect(await a11yViolations(page)).toEqual([]);
    const address = await field.inputValue();
    await dialog.getByRole('button', { name: 'Delete feed 1' }).click();
    await dialog.getByText('Folder Shop <b>').waitFor(detached);
    expect([(await page.context().request.get(address)).status(), await field.count(), pageErrors]).toEqual([
      404,
      0,
      [],
    ]);
  });

  test.runIf(isLong)('has a list of 100 releases per page, with the next available slots', async () => {
    await freeze('Long', at(2036, 7, 1), at(2036, 7, 2));
    const { id } = await createTemplate(rest, {}, { title: 'Many' });
    const create = (title: string, day: number) =>
      rest.post<Release>(`/templates/${id}/create`, { releaseTitle: title, scheduledStartDate: at(2036, 7, day, 1) });
    const ids = [(await create('alone', 1)).id];
    for (let hundred = 0; hundred < 100; hundred += 10) {
      const ten = await Promise.all(Array.from({ length: 10 }, (_, index) => create(`later ${hundred + index}`, 20)));
      ids.push(...ten.map((release) => release.id));
    }
    const { page } = await pages.as('admin', '/calendar');
    // The estimate of each release is loaded, also without an event.
    const estimatedIds = new Set<string>();
    page.on('request', (request) => {
      if (!request.url().endsWith('/releases/outlook')) return;
      for (const estimatedId of request.postDataJSON()) estimatedIds.add(estimatedId);
    });
    await page.goto(`${url()}/calendar?day=2036-07-04`);
    await expect
      .poll(() => ids.filter((full) => !estimatedIds.has(full.slice(full.lastIndexOf('/') + 1))).length)
      .toBe(0);
    await page.getByRole('button', { name: '+95 more on Sunday, July 20, 2036' }).click();
    const rest20 = page.locator('.rest:popover-open');
    await expect.poll(() => rest20.getByRole('listitem').count()).toBe(50);
    expect(await a11yViolations(page)).toEqual([]);
    await rest20.getByRole('link', { name: 'Show week' }).focus();
    await page.keyboard.press('Escape');
    const more = page.getByRole('button', { name: '+95 more on Sunday, July 20, 2036' });
    await more.and(page.locator(':focus')).waitFor();
    await more.press('Enter');
    await rest20.getByRole('link', { name: 'Show week' }).click();
    await page.getByRole('button', { name: '+80 more on Sunday, July 20, 2036' }).press('Enter');
    await rest20.getByRole('link', { name: 'Show list' }).click();
    const rows = page.getByRole('table', { name: 'Releases' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(101);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await rows.filter({ hasText: 'alone' }).waitFor();
    const cells = () => rows.filter({ hasText: 'alone' }).getByRole('cell').allTextContents();
    await expect
      .poll(cells)
      .toEqual([
        'Planned',
        'Jul 1, 2036, 1:00 AM',
        '–',
        'Jul 1, 2036, 1:00 AM',
        'Starts in a blackout',
        'Jul 2, 2036, 12:00 AM',
        '',
      ]);
    await expectAccessible(page);
  });
});
