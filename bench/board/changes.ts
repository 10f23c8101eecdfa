import { setTimeout as pause } from 'node:timers/promises';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import type { Http } from '../measure/http.ts';
import { quantile } from '../measure/load.ts';
import { numbers } from '../measure/workload.ts';
import type { BrowserSession, Tab } from './browser.ts';
import type { StartedBoard } from './plans.ts';

const changes = 20;
/** Enough that the 95th percentile is not the slowest sample. */
const reactions = 40;
/** The maximum number of tasks that a flow shows at once. */
const maxCards = 100;
/**
 * In milliseconds. It is not a divisor of the polling interval of half a second, so changes and polls are not in step.
 */
const changeMs = 170;
const now = (): number => performance.timeOrigin + performance.now();

const completed = (count: number): string =>
  `bench.until(() => [...document.querySelectorAll('article.task .status.done')].length >= ${count})`;

/** Measures the milliseconds from sending a change by REST until a board that a user views has painted it. */
async function measureChanges(tab: Tab, http: Http, tasks: readonly string[]): Promise<readonly number[]> {
  const durations: number[] = [];
  for (const [nth, id] of tasks.entries()) {
    const painted = tab.figure(completed(nth + 1));
    const requestedAt = now();
    await http.request('POST', `/tasks/${id}/complete`, {});
    durations.push((await painted) - requestedAt);
    await pause(changeMs);
  }
  return durations;
}

const inDrawer = (test: string): string =>
  `bench.until(() => { const drawer = document.querySelector('dialog[open]'); return drawer !== null && ${test}; })
    .then((at) => at - bench.keyAt)`;

/** Measures the milliseconds from a key press on a button of a task until its effect is painted. */
async function measurePress(tab: Tab, button: string, test: string): Promise<number> {
  const target = tab.page.getByRole('dialog').getByRole('button', { name: button, exact: true });
  await target.focus();
  // Waits before the press, because the driver needs longer for its next command than the page for the effect.
  const painted = tab.figure(inDrawer(test));
  await tab.page.keyboard.press('Enter');
  return await painted;
}

async function measureReactions(tab: Tab, { id }: StartedBoard, tasks: readonly string[]) {
  const [comments, steps]: [number[], number[]] = [[], []];
  for (const task of tasks) {
    await tab.painted(`/releases/${id}?task=${task}`, 'dialog[open] .tools button', 1);
    const text = `word ${task}`;
    await tab.page.getByRole('dialog').getByLabel('Comment', { exact: true }).fill(text);
    comments.push(await measurePress(tab, 'Add comment', `drawer.textContent.includes(${JSON.stringify(text)})`));
    steps.push(await measurePress(tab, 'Complete', `drawer.querySelector('.status.done') !== null`));
  }
  return { comments, steps };
}

/** Measures how soon changes are visible, for other users and for the user who makes them. Returns a table. */
export async function seenChanges(session: BrowserSession, http: Http, board: StartedBoard): Promise<string> {
  const tab = await session.open();
  await tab.painted(`/releases/${board.id}`, 'article.task', Math.min(maxCards, board.tasks.length));
  // all tasks of the first phase are in progress
  const restChanges = await measureChanges(tab, http, board.tasks.slice(0, changes));
  const { comments, steps } = await measureReactions(tab, board, board.tasks.slice(changes, changes + reactions));
  await tab.close();
  const row = (name: string, durations: readonly number[], aim: string) => {
    const sorted = durations.toSorted((a, b) => a - b);
    return [name, String(sorted.length), ...[0.5, 0.95, 1].map((share) => formatMs(quantile(sorted, share))), aim];
  };
  const rows = [
    row('completion of a task by REST', restChanges, '1000'),
    row('Enter on Complete', steps, '50'),
    row('Enter on Comment', comments, '50'),
  ];
  return formatTable(['', 'count', 'p50 ms', 'p95 ms', 'max ms', 'target'], rows);
}

/**
 * Keeps a board open for this time, while four of its tasks are renamed each second. Returns the megabytes of heap
 * before, and after each quarter. The release keeps its size: comments would add 350 bytes each to the page, or five
 * megabytes in an hour.
 */
export async function hourOfChanges(
  session: BrowserSession,
  http: Http,
  board: StartedBoard,
  minutes: number,
): Promise<string> {
  const tab = await session.open();
  await tab.painted(`/releases/${board.id}`, 'article.task', board.tasks.length);
  const end = performance.now() + minutes * 60_000;
  const heapSamples = [await heapMb(tab)];
  for (const quarter of numbers(4)) {
    const until = end - (4 - quarter) * minutes * 15_000;
    for (let nth = 0; performance.now() < until; nth += 1) {
      const task = board.tasks[(quarter * 7 + nth) % board.tasks.length];
      await http.request('PUT', `/tasks/${task}`, { title: `Change ${nth % 1000}` });
      await pause(250);
    }
    heapSamples.push(await heapMb(tab));
  }
  await tab.close();
  return heapSamples.map((megabytes) => megabytes.toFixed(1)).join(', ');
}

/** Returns the heap of the page after a garbage collection, in megabytes. */
export async function heapMb({ devTools }: Tab): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
