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
const period = () => ({
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date(Date.now() + 86_400_000).toISOString(),
});

let folder: Folder;
beforeAll(async () => {
  folder = await rest.post<Folder>('/folders/Applications', { title: 'Web shop' });
  const run = (title: string, folderId?: string) =>
    startRelease(rest, { Build: ['compile'] }, { title }, folderId === undefined ? {} : { folderId });
  for (const title of ['Shop 1', 'Shop 2']) await act(await run(title, folder.id), 'complete', 'compile');
  const failed = await run('Shop 3', folder.id);
  await act(failed, 'fail', 'compile', 'no');
  await act(failed, 'retry', 'compile', 'again');
  await act(failed, 'complete', 'compile');
  await act(await run('Cards 1'), 'complete', 'compile');
  await rest.post(`/releases/${(await run('Cards 2')).id}/abort`, { abortComment: 'no' });
});

/** Opens a view when the scheduler has counted the ended releases. */
async function open(path: string) {
  const count = async () => (await rest.post<{ count: number }>('/insights/releases', period())).count;
  await expect.poll(count).toBe(5);
  return await pages.as('admin', path);
}

describe.runIf(hasChromium)('insights in Chromium', () => {
  test('show the numbers of a period, and the releases behind each number', async () => {
    const { page, pageErrors } = await open('/insights?period=7d');
    await card(page, 'Throughput').getByRole('link', { name: '4 releases', exact: true }).waitFor();
    await card(page, 'Trouble rate').getByText('20%', { exact: true }).first().waitFor();
    await page.getByText(/^As of /).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    // The last point is today. Enter opens its releases, whose number is the n of the point.
    const points = card(page, 'Release duration')
      .getByRole('group', { name: /arrow keys/ })
      .getByRole('link');
    await points.last().focus();
    await expect
      .poll(() => points.last().textContent())
      .toMatch(/p50 .*, p85 –, p95 –, n 4\. p85 needs at least 7 rows/);
    await page.keyboard.press('Enter');
    await card(page, 'Releases').getByText('4 releases', { exact: true }).waitFor();
    const rows = card(page, 'Releases')
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') });
    await expect.poll(() => rows.count()).toBe(4);
    const { searchParams } = await currentUrl(page);
    expect([searchParams.get('metric'), searchParams.get('period')]).toEqual(['release.duration', '7d']);
    await card(page, 'Releases').getByRole('link', { name: 'Shop 3' }).click();
    await page.getByRole('heading', { name: 'Shop 3', level: 1 }).waitFor();
    await page.goBack();
    await card(page, 'Releases').getByRole('button', { name: 'Most failures' }).click();
    await expect.poll(() => rows.first().textContent()).toContain('Shop 3');
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('filter by folder in the address, and export a chart as a CSV file', async () => {
    const { page, pageErrors } = await open('/insights?period=7d');
    await card(page, 'Throughput').getByRole('link', { name: '4 releases', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Folder: All folders' }).click();
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('Web shop');
    await card(page, 'Throughput').getByRole('link', { name: '3 releases', exact: true }).waitFor();
    expect((await currentUrl(page)).searchParams.get('folder')).toBe(folder.id);
    await page.keyboard.press('Escape');
    await card(page, 'Throughput').getByRole('button', { name: 'Actions for Throughput' }).click();
    const menu = page.getByRole('menu', { name: 'Actions for Throughput' });
    const file = page.waitForEvent('download');
    await menu.getByRole('menuitem', { name: 'Export CSV' }).click();
    const text = await readFile(await (await file).path(), 'utf8');
    const [head, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe('metric,group,title,from,to,n,value,p50,p85,p95');
    expect(lines.at(-1)).toMatch(/^release\.throughput,,,.*,3,3,,,$/);
    await card(page, 'Throughput').getByRole('button', { name: 'Actions for Throughput' }).click();
    await menu.getByRole('menuitem', { name: 'Show as table' }).click();
    await card(page, 'Throughput').getByRole('table').getByRole('row').last().getByText('3').first().waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('show slow and failed tasks, waits, and the days of a period', async () => {
    const { page, pageErrors } = await open('/insights/tasks?period=7d');
    await card(page, 'Slowest tasks')
      .getByRole('rowheader', { name: /compile/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Most failed' }).click();
    await card(page, 'Most failed tasks').getByRole('columnheader', { name: 'Failure rate' }).waitFor();
    await expectAccessible(page);
    const tab = (name: string) => page.getByRole('navigation', { name: 'Insights' }).getByRole('link', { name });
    await tab('Waiting').click();
    await card(page, 'Waits of folders and teams').getByRole('button', { name: 'for folders' }).waitFor();
    await expectAccessible(page);
    await tab('Calendar').click();
    const days = card(page, 'Calendar of releases')
      .getByRole('group', { name: /arrow keys/ })
      .getByRole('link');
    await expect.poll(() => days.last().textContent()).toMatch(/: 5 started, 5 ended, 2 failed, \d running at noon$/);
    await expectAccessible(page);
    await days.last().click();
    await card(page, 'Releases').getByText('5 releases', { exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('name the missing permission', async () => {
    await people.createUser('una');
    const { page } = await pages.as('una', '/insights');
    await page
      .getByRole('alert')
      .filter({ hasText: /View reports|reports#view/ })
      .waitFor();
    await expectAccessible(page);
  });
});
