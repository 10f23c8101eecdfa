import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { median } from '../measure/load.ts';
import { numbers } from '../measure/workload.ts';
import type { BrowserSession, Tab } from './browser.ts';
import type { StartedBoard } from './plans.ts';

const rounds = 9;
const slowRounds = 5;

/** Opens a board in a browser that has already cached the scripts. */
async function boards(session: BrowserSession, { id, tasks }: StartedBoard): Promise<readonly number[]> {
  const tab = await session.open();
  const look = () => tab.painted(`/releases/${id}`, 'article.task', tasks.length);
  await look();
  const durations: number[] = [];
  for (const _ of numbers(rounds)) durations.push(await look());
  await tab.close();
  return durations;
}

/** Measures a first visit with a slow processor and network: the browser has no cached files. */
async function firstVisit(tab: Tab, path: string, selector: string, count: number) {
  await tab.painted(path, selector, count);
  await tab.page.waitForLoadState('networkidle');
  const [largestPaint, shift] = [await tab.figure('bench.largest'), await tab.figure('bench.shift')];
  await tab.close();
  return { largest: largestPaint, shift };
}

/** Measures how soon pages are painted. Returns a table. */
export async function paints(session: BrowserSession, board: StartedBoard): Promise<string> {
  const warm = await boards(session, board);
  const rows = [
    ['a board of 50 tasks, painted after navigation', formatMs(median(warm)), formatMs(Math.max(...warm)), '400'],
  ];
  const visits = [
    ['a release', `/releases/${board.id}`, 'article.task', board.tasks.length],
    ['Home', '/', '.waiting-tasks li', 1],
    ['my tasks', '/tasks', 'tbody tr', 1],
    ['releases', '/releases', 'tbody tr', 50],
  ] as const;
  for (const [name, path, selector, count] of visits) {
    const seen = [];
    for (const _ of numbers(slowRounds))
      seen.push(await firstVisit(await session.open({ cpu: 4, isSlowNetwork: true }), path, selector, count));
    const largestPaint = seen.map((one) => one.largest);
    const shifts = seen.map(({ shift }) => shift);
    rows.push([
      `${name}: largest contentful paint, slow`,
      formatMs(median(largestPaint)),
      formatMs(Math.max(...largestPaint)),
      '1500',
    ]);
    rows.push([`${name}: all layout shifts, slow`, median(shifts).toFixed(3), Math.max(...shifts).toFixed(3), '0.05']);
  }
  return formatTable(['', 'median ms', 'max ms', 'target'], rows);
}
