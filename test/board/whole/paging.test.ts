import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { parallel, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

beforeAll(async () => {
  const tasks = Array.from({ length: 101 }, (_, nth) => ({ title: `task ${nth}`, owner: 'admin' }));
  await startRelease(rest, { Build: [parallel('all', ...tasks)] });
  const { id } = await rest.post<Release>('/templates', { title: 'Many', phases: [{ title: 'Build' }] });
  for (let nth = 0; nth < 101; nth += 1)
    await rest.post(`/templates/${id}/create`, { releaseTitle: `Many ${String(nth).padStart(3, '0')}` });
});

const rows = (page: Page) => page.getByRole('rowheader');
const queryOf = async (page: Page) => (await currentUrl(page)).searchParams;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Delays the next request to a path until the returned function is called. */
async function holdResponses(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const holdRoute = async (route: Route) => {
    await promise;
    await route.continue();
  };
  await page.route(path, holdRoute, { times: 1 });
  return resolve;
}

describe.runIf(hasChromium)('a loading page of a list in Chromium', () => {
  test('does not use the page key of another order, which the server would reject', async () => {
    const { page, pageErrors } = await pages.as('admin', '/releases?title=Many&order=title&dir=asc');
    await expect.poll(() => rows(page).count()).toBe(100);
    const release = await holdResponses(page, '**/releases/search/page*');
    await button(page, 'Risk').click();
    await button(page, 'Next').click();
    expect([(await queryOf(page)).get('order'), (await queryOf(page)).has('after')]).toEqual(['risk', false]);
    release();
    await page.locator('th[aria-sort="descending"]').getByText('Risk').waitFor();
    await expect
      .poll(async () => {
        await button(page, 'Next').click();
        return (await queryOf(page)).has('after');
      })
      .toBe(true);
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(pageErrors).toEqual([]);
  });

  test('is opened once by a double click, and Previous returns to the page before', async () => {
    const { page, pageErrors } = await pages.as('admin', '/tasks');
    await expect.poll(() => rows(page).count()).toBe(100);
    const release = await holdResponses(page, '**/me/tasks?*');
    await button(page, 'Next').dblclick();
    release();
    await expect.poll(() => rows(page).count()).toBe(1);
    await button(page, 'Previous').click();
    await expect.poll(() => rows(page).count()).toBe(100);
    expect([(await queryOf(page)).has('after'), pageErrors]).toEqual([false, []]);
  });
});
