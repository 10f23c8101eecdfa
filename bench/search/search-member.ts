// Finds releases among a million in ten thousand folders. The callers are a user who sees the releases of twenty teams,
// and admin, who sees all. Pages and filters are those of search.ts, requested by both callers in turn.

import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { connect, type Http } from '../measure/http.ts';
import { quantile } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { departmentsSeen, fillWithPeople, member, type PopulationSize } from '../people/many-users.ts';
import { floorOf, type Page, pages, requestPage } from './pages.ts';
import { type Body, filters } from './search-filters.ts';
import { type Amounts, fillForSearch } from './search-rows.ts';

const crowd: PopulationSize = { users: 10_000, departments: 500, teamsEach: 2, own: 20 };
const amounts: Amounts = {
  live: 10_000,
  archived: Number(process.env.BENCH_ARCHIVED ?? 1_000_000),
  departments: crowd.departments,
  applications: 19,
};
const repeats = 5;

const [fullestFolder, second] = departmentsSeen(crowd);
/** Searches in folders that the member sees, instead of those in search.ts. */
const folder: readonly Body[] = [
  { parentId: `Applications/FolderD${fullestFolder}` },
  { parentId: `Applications/FolderD${second}`, orderBy: 'start_date', orderDirection: 'DESC' },
  { parentId: `Applications/FolderD${fullestFolder}/FolderD${fullestFolder}A3`, orderBy: 'title' },
  { parentId: 'Applications', orderBy: 'risk' },
  { parentId: `Applications/FolderD${second}`, orderBy: 'end_date' },
];

/** Returns the filters of search.ts. A filter by a folder below the top gets a folder that the member sees. */
const visibleReleases = (bodies: readonly Body[]): readonly Body[] =>
  bodies.map((body) =>
    String(body.parentId ?? '').includes('/') ? { ...body, parentId: `Applications/FolderD${second}` } : body,
  );

interface Callers {
  readonly admin: Http;
  readonly member: Http;
}

async function duration(http: Http, page: Page, body: Body): Promise<number> {
  const startedAt = performance.now();
  await requestPage(http, page, body);
  return performance.now() - startedAt;
}

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);

/**
 * Measures a page with these filters, requested by admin and the member in turn. Returns the durations in ascending
 * order.
 */
async function both(callers: Callers, page: Page, bodies: readonly Body[]) {
  const admin: number[] = [];
  const ownRows: number[] = [];
  for (let turnNumber = 0; turnNumber < repeats; turnNumber += 1) {
    for (const body of bodies) {
      admin.push(await duration(callers.admin, page, body));
      ownRows.push(await duration(callers.member, page, body));
    }
  }
  return { admin: sorted(admin), own: sorted(ownRows) };
}

const columns = ['subject', 'admin p50', 'member p50', 'p50 ratio', 'admin p95', 'member p95', 'p95 ratio'];

async function tableOf(callers: Callers, page: Page, print: Bench['print']): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const [subject, bodies] of Object.entries({ ...filters, folder })) {
    const { admin, own: ownRows } = await both(callers, page, visibleReleases(bodies));
    const figures = [0.5, 0.95].flatMap((share) => {
      const [a, b] = [quantile(admin, share), quantile(ownRows, share)];
      return [formatMs(a), formatMs(b), (b / a).toFixed(2)];
    });
    rows.push([subject, ...figures]);
    print(`${page.name}: ${[subject, ...figures].join('  ')}`);
  }
  return formatTable(columns, rows);
}

/** Measures all pages with the present rows. */
async function section(callers: Callers, databaseUrl: string, print: Bench['print']): Promise<string> {
  const parts: string[] = [];
  for (const page of pages) {
    const measured = await tableOf(callers, page, print);
    const floor = formatMs(await floorOf(databaseUrl, page));
    parts.push(`### ${page.name}\n\nFloor, p95: ${floor}.\n\n${measured}`);
  }
  return `${amounts.archived.toLocaleString('en')} archived and ${amounts.live.toLocaleString('en')} live releases in 10,000 folders. There are 10,000 users, and 1,000 teams in 500 of the folders. The member is in 20 teams and can view 400 folders and their content, 4 of 100 releases. Both users request the same pages in turn, ${repeats} times for each filter of a subject. Values are in milliseconds. The target is a ratio of at most 1.3 and a p95 under 60.

${parts.join('\n\n')}

The floor reads the same number of random rows by their keys, with one prepared statement.`;
}

async function run({ connections, product, print }: Bench): Promise<string> {
  const admin = connections[0]!;
  print(`Making ${amounts.archived} archived and ${amounts.live} live releases…`);
  await fillForSearch(product.databaseUrl, amounts);
  await fillWithPeople(admin, product.databaseUrl, crowd);
  const ownRows = connect(product.origin, member);
  const measured = await section({ admin, member: ownRows }, product.databaseUrl, print);
  await ownRows.close();
  return measured;
}

/** Searches as a user who sees few of many folders. */
export const searchMember: Workload = { name: 'search-member', title: 'Search releases as a team member', run };
