import { ms, table } from '../../test/harness/table.ts';
import { median } from '../measure/load.ts';
import { numbers } from '../measure/workload.ts';
import type { Browsing, Tab } from './browser.ts';
import type { Started } from './plans.ts';

const rounds = 9;
const slowRounds = 5;

/** Opens a board in a browser that has its scripts, since it has looked at another. */
async function boards(browsing: Browsing, { id, tasks }: Started): Promise<readonly number[]> {
  const tab = await browsing.open();
  const look = () => tab.painted(`/releases/${id}`, 'article.task', tasks.length);
  await look();
  const durations: number[] = [];
  for (const _ of numbers(rounds)) durations.push(await look());
  await tab.close();
  return durations;
}

/** What a first visit is like with a slow machine and network: nothing is kept from before. */
async function firstVisit(tab: Tab, path: string, selector: string, count: number) {
  await tab.painted(path, selector, count);
  await tab.page.waitForLoadState('networkidle');
  const [largest, shift] = [await tab.figure('bench.largest'), await tab.figure('bench.shift')];
  await tab.close();
  return { largest, shift };
}

/** How soon pages are painted, as a table. */
export async function paints(browsing: Browsing, board: Started): Promise<string> {
  const warm = await boards(browsing, board);
  const rows = [['a board of 50 tasks, painted after navigation', ms(median(warm)), ms(Math.max(...warm)), '400']];
  const visits = [
    ['a release', `/releases/${board.id}`, 'article.task', board.tasks.length],
    ['my tasks', '/', 'tbody tr', 1],
    ['releases', '/releases', 'tbody tr', 50],
  ] as const;
  for (const [name, path, selector, count] of visits) {
    const seen = [];
    for (const _ of numbers(slowRounds))
      seen.push(await firstVisit(await browsing.open({ cpu: 4, isSlowNetwork: true }), path, selector, count));
    const largest = seen.map((one) => one.largest);
    const shifts = seen.map(({ shift }) => shift);
    rows.push([`${name}: largest contentful paint, slow`, ms(median(largest)), ms(Math.max(...largest)), '1500']);
    rows.push([`${name}: all layout shifts, slow`, median(shifts).toFixed(3), Math.max(...shifts).toFixed(3), '0.05']);
  }
  return table(['', 'median ms', 'most ms', 'aim'], rows);
}
