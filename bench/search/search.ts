// Finds releases among a million archived and ten thousand live ones: pages of 100 of the overview and of 15 of the
// search, for live and archived releases, by each subject of search-filters.ts. The plans are written to a temporary
// file.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import type { Http } from '../measure/http.ts';
import { measure, quantile } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { floorOf, type Page, pages, requestPage } from './pages.ts';
import { type Body, filters } from './search-filters.ts';
import { planDocument } from './search-plans.ts';
import { type Amounts, fillForSearch } from './search-rows.ts';

const amounts: Amounts = {
  live: 10_000,
  archived: Number(process.env.BENCH_ARCHIVED ?? 1_000_000),
  departments: 20,
  applications: 10,
};
const repeats = 15;
const maxMs = 120_000;

/**
 * Returns the 95th of 100 durations of a page with these filters, in milliseconds. Each filter is requested several
 * times, in turn.
 */
async function p95(http: Http, page: Page, bodies: readonly Body[]): Promise<number> {
  const requestPages = Array.from({ length: repeats }, () => bodies)
    .flat()
    .values();
  const client = async () => {
    const { value: body, done } = requestPages.next();
    if (done) return false;
    await requestPage(http, page, body);
    return true;
  };
  const { durationsMs } = await measure([client], maxMs);
  return quantile(durationsMs, 0.95);
}

async function run({ connections, product, print }: Bench): Promise<string> {
  const startedAt = performance.now();
  print(`Making ${amounts.archived} archived and ${amounts.live} live releases…`);
  await fillForSearch(product.databaseUrl, amounts);
  print(`Made in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  const plans = join(tmpdir(), 'slipway-search-plans.txt');
  await writeFile(plans, await planDocument(product.databaseUrl, amounts));
  print(`Query plans: ${plans}`);
  const rows: string[][] = [];
  for (const [subject, bodies] of Object.entries(filters)) {
    const row = [subject];
    for (const page of pages) row.push(formatMs(await p95(connections[0]!, page, bodies)));
    rows.push(row);
    print(row.join('  '));
  }
  const floor = ['floor'];
  for (const page of pages) floor.push(formatMs(await floorOf(product.databaseUrl, page)));
  return `${amounts.archived.toLocaleString('en')} archived and ${amounts.live.toLocaleString('en')} live releases with a phase and two tasks each, and one client. Each subject is a group of filters (bench/search/search-filters.ts) from common to rare, in several orders. Each filter is requested ${repeats} times. Values are the 95th percentile in milliseconds. The target is 50.

${formatTable(['subject', ...pages.map(({ name }) => name)], [...rows, floor])}

The floor reads the same number of random rows by their keys, with one prepared statement. The benchmark writes the query plan of each search to \`slipway-search-plans.txt\` in the temporary folder.`;
}

/** Searches a large archive. */
export const search: Workload = { name: 'search', title: 'Search releases', run };
