import type { ReleasePageResponse } from '@slipway/api-schema/search';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong, pickLength } from '../../harness/test-length.ts';
import { a11yViolations, currentUrl, expectAccessible, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const boardPages = pagesAt(url);
const act = createActionRunner(rest);

const plan = { Build: ['compile', 'test'] };
const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
const cell = (page: Page, title: string, nth: number) => row(page, title).getByRole('cell').nth(nth);
const titles = (page: Page) => page.getByRole('rowheader').getByRole('link').allTextContents();
const queryOf = async (page: Page) => (await currentUrl(page)).searchParams;
const [tasks, currentPhase, risk, estimatedEnd] = [1, 2, 3, 4];
/** Adds a filter, and opens its field if it has one. */
async function addFilter(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}
const removeFilter = (page: Page, label: string) =>
  page.getByRole('button', { name: `Remove filter ${label}`, exact: true }).click();

async function over(title: string): Promise<Release> {
  const release = await createRelease(rest, plan, { title });
  return rest.post(`/releases/${release.id}/abort`, { abortComment: 'over' });
}

/** The number of releases: one page, or three pages. */
const many = pickLength({ short: 100, long: 205 });
beforeAll(async () => {
  const { id } = await rest.post<Release>('/templates', { title: 'Many', phases: [{ title: 'Build' }] });
  const create = (nth: number) =>
    rest.post(`/templates/${id}/create`, { releaseTitle: `Many ${String(nth).padStart(3, '0')}` });
  for (let nth = 0; nth < many; nth += 5) await Promise.all([0, 1, 2, 3, 4].map((next) => create(nth + next)));
});

describe.runIf(hasChromium)('the list of releases in Chromium', () => {
  test('opens with one request for its page, until the stream reports that it is connected', async () => {
    const { page } = await boardPages.as('admin', '/me');
    await page.route('**/api/v1/live?*', () => {});
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const count = (path: string) => requests.filter((requested) => requested.endsWith(path)).length;
    await page.goto(`${url()}/releases`);
    await page.locator('tbody tr').first().waitFor();
    // The outlook follows the page.
    await expect.poll(() => count('/releases/outlook')).toBeGreaterThan(0);
    expect(count('/releases/search/page')).toBe(1);
  });

  test('has live and archived releases in one order, with progress, risk and estimated end, all live', async () => {
    await product.archive(await over('Mixed 1'));
    await over('Mixed 2');
    const due = '2999-01-01T10:00:00Z';
    const live = await startRelease(
      rest,
      { Build: ['compile', { title: 'test', dueDate: due }] },
      { title: 'Mixed 3', tags: ['net'] },
    );
    const { page, pageErrors } = await boardPages.as('admin', '/releases?title=Mixed&order=title&dir=asc');
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/live?')) streams.push(request.url());
    });
    await page.reload();
    await cell(page, 'Mixed 3', tasks).getByText('0 of 2').waitFor();
    expect(await titles(page)).toEqual(['Mixed 1', 'Mixed 2', 'Mixed 3']);
    await expect.poll(() => row(page, 'Mixed 1').getByRole('rowheader').textContent()).toBe('Mixed 1 archived');
    await cell(page, 'Mixed 2', tasks).getByText('2 of 2', { exact: true }).waitFor();
    await cell(page, 'Mixed 3', estimatedEnd).getByText('2999').waitFor();
    await cell(page, 'Mixed 3', risk).getByText('Low').waitFor();
    expect(await cell(page, 'Mixed 3', risk).textContent()).toBe('Low 0');
    await expect.poll(() => cell(page, 'Mixed 1', tasks).textContent()).toBe('–');
    // A request after an event requires the time of the event, so that no lagging replica responds.
    const readAfterRequest = page.waitForRequest(
      (request) => /\/(?:outlook|search\/page)/.test(request.url()) && 'slipway-read-after' in request.headers(),
    );
    await act(live, 'complete', 'compile');
    await cell(page, 'Mixed 3', tasks).getByText('1 of 2').waitFor();
    await readAfterRequest;
    // From here on, the page has received an event.
    streams.length = 0;
    await act(live, 'fail', 'test', 'broken');
    await row(page, 'Mixed 3').getByText('Failed').waitFor();
    await cell(page, 'Mixed 3', currentPhase).getByRole('img', { name: 'Failed' }).waitFor();
    expect(await cell(page, 'Mixed 3', currentPhase).innerText()).toMatch(/^Build\s+test$/);
    // All matches are on the page.
    expect(await page.getByRole('button', { name: 'Count all matches' }).count()).toBe(0);
    await addFilter(page, 'Scope');
    await page.getByRole('combobox', { name: 'Scope' }).selectOption('Archived');
    await row(page, 'Mixed 3').waitFor({ state: 'detached' });
    await row(page, 'Mixed 1').getByRole('link').click();
    await page.getByRole('heading', { name: 'Mixed 1', level: 1 }).waitFor();
    await page.goBack();
    await row(page, 'Mixed 1').waitFor();
    // A new stream continues after the latest event, so that it does not repeat events.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await expect.poll(() => streams.length).toBeGreaterThan(0);
    expect(streams.filter((address) => !address.includes('?after='))).toEqual([]);
    await page.goBack();
    await row(page, 'Mixed 1').waitFor();
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('has at most a hundred rows, and the keyboard opens the next and previous pages', async () => {
    const { page, pageErrors } = await boardPages.as('admin', '/releases?title=Many&order=title&dir=asc');
    const press = async (name: string, first: string, last: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await row(page, last).waitFor();
      const shown = await titles(page);
      expect([shown.at(0), shown.at(-1)]).toEqual([first, last]);
      return shown.length;
    };
    await row(page, 'Many 099').waitFor();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(100);
    await page.getByRole('button', { name: 'Count all matches' }).click();
    await page.getByText('205 current, 0 archived').waitFor();
    expect(await press('Next', 'Many 100', 'Many 199')).toBe(100);
    await page.reload();
    await row(page, 'Many 199').waitFor();
    expect(await press('Next', 'Many 200', 'Many 204')).toBe(5);
    expect(await press('Previous', 'Many 100', 'Many 199')).toBe(100);
    expect(await press('Previous', 'Many 000', 'Many 099')).toBe(100);
    await page.goBack();
    await row(page, 'Many 199').waitFor();
    expect(await press('First page', 'Many 000', 'Many 099')).toBe(100);
    expect([(await queryOf(page)).has('after'), (await queryOf(page)).has('before'), pageErrors]).toEqual([
      false,
      false,
      [],
    ]);
  });

  test('requests forecasts only for visible rows, all of them at once', async () => {
    const { page } = await boardPages.as('admin', '/tasks');
    const requestedPages: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/releases/outlook')) requestedPages.push(request.postDataJSON().length);
    });
    const heldResponse = Promise.withResolvers<void>();
    const holdRoute = async (route: Route) => {
      await heldResponse.promise;
      await route.continue();
    };
    await page.route('**/releases/outlook', holdRoute, { times: 1 });
    await page.goto(`${url()}/releases?title=Many&order=title&dir=asc`);
    await cell(page, 'Many 000', tasks).getByText('Not known yet').waitFor();
    heldResponse.resolve();
    await cell(page, 'Many 000', tasks).getByText('0 of 0').waitFor();
    expect(requestedPages.length).toBeLessThanOrEqual(2);
    expect(Math.max(...requestedPages)).toBeLessThan(50);
    await row(page, 'Many 099').scrollIntoViewIfNeeded();
    await cell(page, 'Many 099', tasks).getByText('0 of 0').waitFor();
  });

  test('has all filters and orders of the search, and its URL contains them', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Shop' });
    const inShop = { folderId: folder.id };
    const task = { title: 'compile', tags: ['db'] };
    const filteredRelease = await createRelease(
      rest,
      { Build: [task] },
      { title: 'Filtered one', tags: ['net'] },
      inShop,
    );
    await rest.put(`/releases/${filteredRelease.id}`, {
      flagStatus: 'AT_RISK',
      scheduledStartDate: '2026-03-01T00:00:00Z',
    });
    await createRelease(rest, plan, { title: 'Filtered two' });
    const { page, pageErrors } = await boardPages.as('admin', '/releases?title=Filtered');
    await row(page, 'Filtered two').waitFor();
    const only = async (narrow: () => Promise<unknown>, widen: () => Promise<unknown>) => {
      await narrow();
      await row(page, 'Filtered two').waitFor({ state: 'detached' });
      await row(page, 'Filtered one').waitFor();
      await widen();
      await row(page, 'Filtered two').waitFor();
    };
    const field = (label: string) => page.locator('.panel:popover-open').getByLabel(label, { exact: true });
    const typing = (label: string, text: string) =>
      only(
        async () => {
          await addFilter(page, label);
          await field(label).fill(text);
        },
        () => removeFilter(page, label),
      );
    await typing('Tags', 'net');
    await only(
      () => addFilter(page, 'Flagged'),
      () => removeFilter(page, 'Flag'),
    );
    await typing('Task tags', 'db');
    await only(
      async () => {
        await page.getByRole('button', { name: 'Folder: All folders' }).click();
        await field('Folder').selectOption('Shop');
      },
      () => field('Folder').selectOption('All folders'),
    );
    await addFilter(page, 'Active during');
    await field('Active during').selectOption('Custom range');
    await only(
      () => field('To').fill('2026-04-01T00:00'),
      () => field('To').fill(''),
    );
    await field('From').fill('2026-02-01T00:00');
    await expect.poll(async () => (await queryOf(page)).get('begin')).toMatch(/^2026-0[12]-\d\dT.*Z$/);
    await removeFilter(page, 'Active during');
    await addFilter(page, 'Risk');
    await field('Risk').selectOption('OK');
    // A flagged release has a higher risk than OK.
    await row(page, 'Filtered one').waitFor({ state: 'detached' });
    expect((await queryOf(page)).get('risk')).toBe('OK');
    await removeFilter(page, 'Risk');
    await row(page, 'Filtered one').waitFor();
    await page.getByRole('button', { name: /^Sort by: / }).click();
    await page.getByRole('menuitemradio', { name: 'Title, A to Z' }).click();
    await expect.poll(() => titles(page)).toEqual(['Filtered one', 'Filtered two']);
    await page.getByRole('columnheader', { name: 'Release' }).getByRole('button').click();
    await expect.poll(() => titles(page)).toEqual(['Filtered two', 'Filtered one']);
    await page.getByRole('button', { name: 'Sort by: Title, Z to A' }).waitFor();
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Filtered two', 'Filtered one']);
    expect(pageErrors).toEqual([]);
  });

  test('shows only visible releases, and an error for a URL with an unknown folder or page key', async () => {
    const { page } = await boardPages.as('admin', '/releases?folder=Folder0000');
    await over('Named');
    const refusal = await rest.sendForError('POST', '/releases/search/page', { parentId: 'Folder0000' });
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    const { releases } = await rest.post<ReleasePageResponse>('/releases/search/page', { title: 'Named' });
    expect(releases.map(({ title }) => title)).toEqual(['Named']);
    await page.goto(`${url()}/releases?title=Name&after=nonsense`);
    await page.getByRole('alert').getByText('expected the `next` of a page').waitFor();
    await page.getByRole('button', { name: 'First page', exact: true }).click();
    await row(page, 'Named').waitFor();
    await page.goBack();
    await page.getByRole('alert').getByText('expected the `next` of a page').waitFor();
    await page.getByLabel('Search releases').fill('Named');
    await row(page, 'Named').waitFor();
    await page.evaluate(
      "history.pushState(null, '', '?folder=Folder0000'); dispatchEvent(new PopStateEvent('popstate'))",
    );
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
  });

  test('opens the form of a new release, for a template that is found by its title', async () => {
    await rest.post('/templates', { title: 'Of this <b>', phases: [] });
    const { page, pageErrors } = await boardPages.as('admin', '/releases');
    await page.getByRole('button', { name: 'New release', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New release' });
    await dialog.getByLabel('Search templates').fill('of this');
    await expect.poll(() => dialog.getByRole('link').allTextContents()).toEqual(['Of this <b>']);
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByRole('link').press('Enter');
    await page.getByRole('heading', { name: 'New release', level: 1 }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Of this <b>' }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
