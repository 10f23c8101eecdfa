import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createTemplate, gate, idOf, startRelease } from '../harness/rest/plans.ts';
import type { Release, Task } from '../harness/rest/response-types.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { pickLength } from '../harness/test-length.ts';
import { a11yViolations, pagesAt } from './open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

/** The properties by which an element looks different. */
const appearance = [
  ...['display', 'position', 'z-index', 'overflow', 'visibility', 'opacity', 'transform', 'box-shadow', 'outline'],
  ...['margin', 'padding', 'border', 'border-radius', 'gap', 'flex', 'grid-template-columns', 'align-items'],
  ...['color', 'background', 'font', 'letter-spacing', 'text-align', 'text-decoration', 'text-overflow', 'white-space'],
  ...['content', 'fill', 'stroke', 'list-style', 'cursor'],
];

/** Returns the name, position and style of each visible element. Two pictures of the same page can differ in a pixel. */
const appearanceOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`const appearance = ${JSON.stringify(appearance)};
    [...document.querySelectorAll('body, body *')]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const styles = [null, '::before', '::after'].flatMap((pseudoElement) => {
        const style = getComputedStyle(element, pseudoElement);
        return appearance.map((name) => style.getPropertyValue(name));
      });
      return [element.tagName, element.getAttribute('class'), x, y, width, height, ...styles].join(' ');
    })`);

describe.runIf(hasChromium)('Home in Chromium', () => {
  test('opens a gate with open conditions and completes it after that, like the page of its release', async () => {
    const release = await startRelease(rest, { Go: [gate('ready', 'approved')] }, { title: 'Gated' });
    const { page, pageErrors } = await pages.as('admin', '/');
    const row = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem');
    await row.getByRole('link', { name: 'Open ready' }).waitFor();
    await page.getByRole('link', { name: 'Active 1 of 1 live release' }).waitFor();
    expect(await page.getByRole('region', { name: 'Waiting for you' }).getByRole('heading').allInnerTexts()).toEqual([
      'Waiting for you',
      'No date',
    ]);
    expect(await row.getByRole('button', { name: 'Complete ready' }).count()).toBe(0);
    const more = row.getByRole('button', { name: 'More actions for ready' });
    await more.click();
    const complete = page.getByRole('menuitem', { name: 'Complete' });
    await complete.getByText('The gate has open requirements').waitFor();
    expect(await complete.getAttribute('aria-disabled')).toBe('true');
    expect(await a11yViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const { conditions = [] } = await rest.get<Task>(`/tasks/${idOf(release, 'ready')}`);
    await rest.post(`/tasks/${conditions[0]!.id}`, { checked: true });
    await row.getByRole('button', { name: 'Complete ready' }).waitFor();
    await more.click();
    await page.getByRole('menuitem', { name: 'Skip…' }).waitFor();
    expect(await complete.count()).toBe(0);
    await page.keyboard.press('Escape');
    await row.getByRole('link', { name: 'ready', exact: true }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Complete ready' }).click();
    await page.getByText('Completed').first().waitFor();
    await expect.poll(async () => (await rest.get<Release>(`/releases/${release.id}`)).status).toBe('COMPLETED');
    expect(pageErrors).toEqual([]);
  });

  test('shows the starts and due dates of the next days in order, by days in UTC if the user has chosen it', async () => {
    /** An hour of a day from today, in UTC. */
    const at = (day: number, hour: number) => {
      const date = new Date();
      return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + day, hour)).toISOString();
    };
    const { id } = await createTemplate(rest, {}, { title: 'Train' });
    const create = (title: string, scheduledStartDate: string, dueDate?: string) =>
      rest
        .post<Release>(`/templates/${id}/create`, { releaseTitle: title, scheduledStartDate })
        .then((release) =>
          dueDate === undefined ? release : rest.put<Release>(`/releases/${release.id}`, { dueDate }),
        );
    await create('Late', at(2, 18), at(3, 9));
    await create('Early', at(2, 6), at(2, 20));
    await create('Old', at(-300, 6), at(2, 12));
    await create('Open', at(-300, 6));
    const { page, pageErrors } = await pages.as('admin', '/', { timezoneId: 'Pacific/Auckland' });
    await page.evaluate("window.localStorage.setItem('slipway utc', 'yes')");
    await page.reload();
    const week = page.getByRole('region', { name: 'Next 7 days' });
    const days = week.locator('.of-day');
    const texts = (day: number) =>
      days
        .nth(day)
        .allInnerTexts()
        .then((all) => all.join().split(/\s*\n\s*/));
    const heading = (day: number) =>
      new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
        Date.parse(at(day, 0)),
      );
    await expect
      .poll(() => texts(2))
      .toEqual([heading(2), 'Starts 6:00 AM Early', 'Due 12:00 PM Old', 'Starts 6:00 PM Late', 'Due 8:00 PM Early']);
    expect([await texts(0), await texts(3)]).toEqual([[heading(0)], [heading(3), 'Due 9:00 AM Late']]);
    await page.getByRole('link', { name: 'Next 7 days 5 events' }).waitFor();
    expect(await week.getByText('More releases').count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test.each(pickLength({ short: [1440], long: [1440, 390] }))(
    'looks the same without the style sheet of the other views, %i pixels wide',
    async (width) => {
      // without a template, Home would show a hint after the response with its templates
      await createTemplate(rest, {}, { title: 'Any' });
      const now = Date.now();
      const open = async (withViewSheet: boolean) => {
        const { page } = await pages.as('admin', '/', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
        const empty = { contentType: 'text/css', body: '' };
        if (!withViewSheet) await page.route('**/views-*.css', (route) => route.fulfill(empty));
        await page.clock.setFixedTime(now);
        await page.reload();
        await page.locator('.of-day').first().waitFor();
        await page.waitForLoadState('load');
        await page.evaluate('document.fonts.ready');
        return page;
      };
      const both = [await open(true), await open(false)];
      // each part of Home appears with its own response
      const expectSameAppearance = () =>
        expect
          .poll(async () => {
            const [one, other] = await Promise.all(both.map(appearanceOf));
            return one!.filter((element, index) => element !== other![index]);
          })
          .toEqual([]);
      await expectSameAppearance();
      for (const page of both) {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').waitFor();
      }
      await expectSameAppearance();
    },
  );
});
