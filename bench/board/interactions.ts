import type { Page } from 'playwright-core';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { quantile } from '../measure/load.ts';
import { numbers } from '../measure/workload.ts';
import type { BrowserSession } from './browser.ts';
import type { StartedBoard } from './plans.ts';

/** The shortest interaction that the browser reports, in milliseconds. */
const minReported = 16;

/** Opens tasks with the mouse and closes them with a key: 40 interactions. */
async function onBoard(page: Page): Promise<number> {
  const links = page.locator('article.task h3 a');
  // A role would be computed for each element of the page while the browser measures.
  const drawer = page.locator('dialog[open]');
  for (const nth of numbers(20)) {
    await links.nth(nth * 4).click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  }
  return 40;
}

/** Sorts a list, filters it by typing, and turns its pages: 40 interactions. */
async function onList(page: Page): Promise<number> {
  const shown = () => page.locator('tbody tr').first().waitFor();
  for (const _ of numbers(5)) {
    for (const heading of await page
      .locator('button.heading')
      .all()
      .then((all) => all.slice(0, 2))) {
      await heading.click();
      await shown();
    }
    await page.getByLabel('Search releases', { exact: true }).press('p');
    await shown();
    await page.getByLabel('Search releases', { exact: true }).press('Backspace');
    await shown();
    for (const _page of numbers(4)) {
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await shown();
    }
  }
  return 40;
}

/**
 * Measures the time from a user action until it is painted. The browser measures it, with a processor that is four
 * times slower.
 */
export async function interactions(session: BrowserSession, board: StartedBoard): Promise<string> {
  const rows: string[][] = [];
  const locations = [
    [`a board of ${board.tasks.length + 5} tasks`, `/releases/${board.id}`, 'article.task', 1, onBoard],
    ['the list of releases', '/releases', 'tbody tr', 50, onList],
  ] as const;
  for (const [name, path, selector, count, interact] of locations) {
    const tab = await session.open({ cpu: 4 });
    await tab.painted(path, selector, count);
    const done = await interact(tab.page);
    await tab.figure('bench.until(() => true)');
    const reported: unknown = await tab.page.evaluate('Object.values(bench.interactions)');
    const durations = Array.isArray(reported) ? reported.map(Number) : [];
    const all = [...durations, ...numbers(Math.max(0, done - durations.length)).map(() => minReported)];
    const sorted = all.toSorted((a, b) => a - b);
    rows.push([name, String(done), ...[0.5, 0.75, 0.98].map((share) => String(quantile(sorted, share)))]);
    await tab.close();
  }
  return formatTable(['interactions with', 'count', 'p50 ms', 'p75 ms', 'p98 ms'], rows);
}
