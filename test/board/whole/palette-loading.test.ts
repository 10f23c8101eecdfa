import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, pagesAt } from '../open-page.ts';

const root = '/tools/slipway';
const { url, rest } = serve({ CONTEXT_ROOT: root });
const pages = pagesAt(url);

let count = 0;
/** Creates a planned release with a unique title. */
async function createTrain() {
  count += 1;
  const title = `Train ${count}`;
  const { id } = await createRelease(rest, { Build: ['compile'] }, { title });
  return { title, path: `${root}/releases/${id.slice(id.lastIndexOf('/') + 1)}` };
}

describe.runIf(hasChromium)('the command palette in Chromium', () => {
  test('accepts text and Enter in the search before its results are loaded', async () => {
    const { path, title } = await createTrain();
    const { page, pageErrors } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const script = Promise.withResolvers<void>();
    await page.route('**/assets/hit-list-*', async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Search releases, tasks, templates, folders or commands');
    expect(await field.inputValue()).toBe(title);
    script.resolve();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect([(await currentUrl(page)).pathname, pageErrors]).toEqual([path, []]);
  });

  test('does not open a result after Enter if the user then selects another one', async () => {
    const { title } = await createTrain();
    const { page } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/v1/releases/search/overview?*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(title);
    const results = page.getByRole('dialog', { name: 'Search and commands' }).locator('.offers');
    await expect.poll(() => results.getAttribute('aria-busy')).toBe('true');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    answer.resolve();
    await results.getByRole('button', { name: `${title} Release`, exact: true }).waitFor();
    await expect.poll(() => results.getAttribute('aria-busy')).toBe('false');
    expect((await currentUrl(page)).pathname).toBe(`${root}/`);
  });

  test('lists the recent items of all tabs', async () => {
    const [first, second] = [await createTrain(), await createTrain()];
    const { page, openTab, pageErrors } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const tab = await openTab();
    const show = async (shownPage: Page, { path, title }: typeof first) => {
      await shownPage.goto(new URL(path, url()).href);
      await shownPage.getByRole('heading', { name: title, level: 1 }).waitFor();
    };
    await show(tab.page, second);
    const recentIn = async (shownPage: Page) => {
      await shownPage.keyboard.press('Control+k');
      const items = shownPage.getByRole('region', { name: 'Recent' }).getByRole('listitem');
      return async () => (await items.allTextContents()).slice(0, 2);
    };
    const recentItems = await recentIn(page);
    await expect.poll(recentItems).toContain(`${second.title} Release`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // This tab loaded the items before the other tab records another one.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(first.title);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `${first.title} Release`, exact: true })
      .click();
    await page.getByRole('heading', { name: first.title, level: 1 }).waitFor();
    const expected = [`${first.title} Release`, `${second.title} Release`];
    await expect.poll(await recentIn(page)).toEqual(expected);
    await expect.poll(await recentIn(tab.page)).toEqual(expected);
    expect(pageErrors).toEqual([]);
  });
});
