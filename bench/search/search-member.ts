// Finds releases among a million in ten thousand folders. The caller is a user who sees those of twenty teams, and
// admin, who sees all. Pages and filters are those of search.ts, each requested by both in turn.

import { ms, table } from '../../test/harness/table.ts';
import { connect, type Http } from '../measure/http.ts';
import { quantile } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { type CrowdSize, departmentsSeen, fillWithPeople, member } from '../people/crowd.ts';
import { askFor, floorOf, type Page, pages } from './pages.ts';
import { type Body, filters } from './search-filters.ts';
import { type Amounts, fillForSearch } from './search-rows.ts';

const crowd: CrowdSize = { users: 10_000, departments: 500, teamsEach: 2, own: 20 };
const amounts: Amounts = {
  live: 10_000,
  archived: Number(process.env.BENCH_ARCHIVED ?? 1_000_000),
  departments: crowd.departments,
  applications: 19,
};
const repeats = 5;

const [fullest, second] = departmentsSeen(crowd);
/** Folders that the member sees, instead of those in search.ts. */
const folder: readonly Body[] = [
  { parentId: `Applications/FolderD${fullest}` },
  { parentId: `Applications/FolderD${second}`, orderBy: 'start_date', orderDirection: 'DESC' },
  { parentId: `Applications/FolderD${fullest}/FolderD${fullest}A3`, orderBy: 'title' },
  { parentId: 'Applications', orderBy: 'risk' },
  { parentId: `Applications/FolderD${second}`, orderBy: 'end_date' },
];

/** The filters of search.ts, in a folder that the member sees where they name one below the top. */
const inSight = (bodies: readonly Body[]): readonly Body[] =>
  bodies.map((body) =>
    String(body.parentId ?? '').includes('/') ? { ...body, parentId: `Applications/FolderD${second}` } : body,
  );

interface Askers {
  readonly admin: Http;
  readonly member: Http;
}

async function duration(http: Http, page: Page, body: Body): Promise<number> {
  const begun = performance.now();
  await askFor(http, page, body);
  return performance.now() - begun;
}

const rising = (values: readonly number[]): readonly number[] => values.toSorted((one, other) => one - other);

/** Durations of a page with these filters, requested by admin and the member in turn, in ascending order. */
async function both(askers: Askers, page: Page, bodies: readonly Body[]) {
  const admin: number[] = [];
  const own: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    for (const body of bodies) {
      admin.push(await duration(askers.admin, page, body));
      own.push(await duration(askers.member, page, body));
    }
  }
  return { admin: rising(admin), own: rising(own) };
}

const columns = ['by', 'admin p50', 'member p50', 'times', 'admin p95', 'member p95', 'times'];

async function tableOf(askers: Askers, page: Page, say: Bench['say']): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const [subject, bodies] of Object.entries({ ...filters, folder })) {
    const { admin, own } = await both(askers, page, inSight(bodies));
    const figures = [0.5, 0.95].flatMap((share) => {
      const [one, other] = [quantile(admin, share), quantile(own, share)];
      return [ms(one), ms(other), (other / one).toFixed(2)];
    });
    rows.push([subject, ...figures]);
    say(`${page.name}: ${[subject, ...figures].join('  ')}`);
  }
  return table(columns, rows);
}

/** Measures over the rows as they are. */
async function section(askers: Askers, databaseUrl: string, say: Bench['say']): Promise<string> {
  const parts: string[] = [];
  for (const page of pages) {
    const measured = await tableOf(askers, page, say);
    const floor = ms(await floorOf(databaseUrl, page));
    parts.push(`### ${page.name}\n\nFloor, p95: ${floor}.\n\n${measured}`);
  }
  return `${amounts.archived.toLocaleString('en')} archived and ${amounts.live.toLocaleString('en')} live releases in 10,000 folders, 1,000 teams of 500 of them, 10,000 users. The member is in 20 teams and sees 400 folders and what they own, 4 of 100 releases. Both ask for the same pages in turn, ${repeats} times for each filter of a subject, in milliseconds. The aim: at most 1.3 times, p95 under 60.

${parts.join('\n\n')}

The floor reads as many random rows by their keys, with one prepared statement.`;
}

async function run({ connections, product, say }: Bench): Promise<string> {
  const admin = connections[0]!;
  say(`Making ${amounts.archived} archived and ${amounts.live} live releases…`);
  await fillForSearch(product.databaseUrl, amounts);
  await fillWithPeople(admin, product.databaseUrl, crowd);
  const own = connect(product.origin, member);
  const measured = await section({ admin, member: own }, product.databaseUrl, say);
  await own.close();
  return measured;
}

/** Search pages of a user who sees a few of many folders. */
export const searchMember: Workload = { name: 'search-member', title: 'Find releases as a member of teams', run };
