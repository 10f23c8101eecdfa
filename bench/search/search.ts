// Find releases among a million archived and ten thousand live ones: pages of 100 of the overview and of 15 of the
// search, live and archived, by each subject of search-filters.ts. The plans go to SEARCH-PLANS.md.
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import type { Http } from '../measure/http.ts';
import { type Client, measure, quantile } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { ms, table } from '../report/table.ts';
import { filters } from './search-filters.ts';
import { planDocument } from './search-plans.ts';
import { type Amounts, fillForSearch } from './search-rows.ts';

const amounts: Amounts = {
  live: 10_000,
  archived: Number(process.env.BENCH_ARCHIVED ?? 1_000_000),
  departments: 20,
  applications: 10,
};
const repeats = 15;
const longestMs = 120_000;

const pages = [
  { name: 'overview of 100', path: '/releases/search/overview', size: 100 },
  { name: 'search of 15', path: '/releases/search', size: 15 },
] as const;
type Page = (typeof pages)[number];

type Bodies = (typeof filters)[string];

/** A client that asks for each of the bodies several times, in turn. */
function searching(http: Http, { path, size }: Page, bodies: readonly string[]): Client {
  const asked = Array.from({ length: repeats }, () => bodies)
    .flat()
    .values();
  return async () => {
    const { value: body, done } = asked.next();
    if (done) return false;
    const { status, text } = await http.send('POST', `${path}?resultsPerPage=${size}`, body);
    if (status !== 200) throw new Error(`${path} with ${body} was answered ${status}: ${text}`);
    return true;
  };
}

/** The 95th of 100 durations of a page by these filters, in milliseconds. */
async function p95(http: Http, page: Page, bodies: Bodies, archived: boolean): Promise<number> {
  const texts = bodies.map((body) => JSON.stringify(archived ? { ...body, onlyArchived: true } : body));
  const { durationsMs } = await measure([searching(http, page, texts)], longestMs);
  return quantile(durationsMs, 0.95);
}

/** Reads rows by their keys, as many as the page has: what every page must do at least. */
async function floorOf(url: string, archived: boolean, { size }: Page): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const from = archived ? 'archived_releases' : 'live_releases';
  const { rows } = await client.query(`select id from ${from} tablesample bernoulli (5) limit 10000`);
  const statement = { name: 'rows', text: `select * from ${from} where id = any ($1::text[])` };
  const read = async () => {
    const ids = Array.from({ length: size }, () => rows[Math.floor(Math.random() * rows.length)].id);
    await client.query({ ...statement, values: [ids] });
    return true;
  };
  const { durationsMs } = await measure([read], 1_000);
  await client.end();
  return quantile(durationsMs, 0.95);
}

const combinations = pages.flatMap((page) => [false, true].map((archived) => ({ page, archived })));

async function run({ connections, product, say }: Bench): Promise<string> {
  const begun = performance.now();
  say(`Making ${amounts.archived} archived and ${amounts.live} live releases…`);
  await fillForSearch(product.databaseUrl, amounts);
  say(`Made in ${Math.round((performance.now() - begun) / 1000)} s.`);
  await writeFile('bench/SEARCH-PLANS.md', await planDocument(product.databaseUrl, amounts));
  const rows: string[][] = [];
  for (const [subject, bodies] of Object.entries(filters)) {
    const row = [subject];
    for (const { page, archived } of combinations) row.push(ms(await p95(connections[0]!, page, bodies, archived)));
    rows.push(row);
    say(row.join('  '));
  }
  const floor = ['floor'];
  for (const { page, archived } of combinations) floor.push(ms(await floorOf(product.databaseUrl, archived, page)));
  const names = combinations.map(({ page, archived }) => `${page.name}, ${archived ? 'archived' : 'live'}`);
  return `${amounts.archived.toLocaleString('en')} archived and ${amounts.live.toLocaleString('en')} live releases with a phase and two tasks each; one client. Every subject is a handful of filters (bench/search/search-filters.ts) from common to rare, in several orders, each asked for ${repeats} times. The 95th percentile in milliseconds; the aim is 50.

${table(['by', ...names], [...rows, floor])}

The floor reads as many random rows by their keys, with one prepared statement. The plan of every search is in [SEARCH-PLANS.md](SEARCH-PLANS.md).`;
}

/** Search pages over a large archive. */
export const search: Workload = { name: 'search', title: 'Find releases', run };
