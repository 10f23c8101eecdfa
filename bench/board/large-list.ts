import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { median, quantile } from '../measure/load.ts';
import { numbers } from '../measure/workload.ts';
import type { BrowserSession, Tab } from './browser.ts';
import { heapMb } from './changes.ts';

const rounds = 7;
const pages = 100;

/**
 * Returns an expression for the duration of the longest request whose URL contains a text, as the browser reports it.
 */
const requested = (requestTime: string): string => `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes(${JSON.stringify(requestTime)}))
  .reduce((most, { duration }) => Math.max(most, duration), 0)`;

/** Turns the page. Returns the milliseconds until another first row is painted. */
async function turnPage(tab: Tab): Promise<number> {
  const first = await tab.page.locator('tbody tr').first().innerText();
  const begun = performance.timeOrigin + performance.now();
  await tab.page.getByRole('button', { name: 'Next', exact: true }).click();
  const changed = `bench.until(() => { const row = document.querySelector('tbody tr'); return row !== null && row.innerText !== ${JSON.stringify(first)}; })`;
  return (await tab.figure(changed)) - begun;
}

/**
 * Measures the list of releases with a very large number of them: its first page, and the browser's memory after 10,000
 * rows.
 */
export async function largeList(session: BrowserSession): Promise<string> {
  const rows: string[][] = [];
  for (const [name, path] of [
    ['live and archived', '/releases'],
    ['archived', '/releases?where=archive'],
    ['live, by title', '/releases?where=live&order=title'],
  ] as const) {
    const tab = await session.open();
    await tab.painted(path, 'tbody tr', 100);
    const [painted, answered, prefetched]: [number[], number[], number[]] = [[], [], []];
    for (const _ of numbers(rounds)) {
      painted.push(await tab.painted(path, 'tbody tr', 100));
      await tab.page.waitForLoadState('networkidle');
      answered.push(await tab.figure(requested('/releases/search/page')));
      prefetched.push(await tab.figure(requested('/releases/outlook')));
    }
    const turns: number[] = [];
    for (const _ of numbers(pages)) turns.push(await turnPage(tab));
    const sorted = turns.toSorted((a, b) => a - b);
    const figures = [
      median(answered),
      median(painted),
      median(prefetched),
      quantile(sorted, 0.5),
      quantile(sorted, 0.95),
    ].map(formatMs);
    rows.push([name, ...figures, String(await tab.figure('bench.mostRows')), (await heapMb(tab)).toFixed(1)]);
    await tab.close();
  }
  const head = [
    '',
    'first page response ms',
    'painted ms',
    'estimated ends ms',
    'next page p50 ms',
    'next page p95 ms',
    'max rows',
    'heap MB',
  ];
  return formatTable(head, rows);
}
