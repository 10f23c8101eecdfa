import type { ReleaseStatus } from '@slipway/domain/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Connection, type Database, openDatabase } from '../database/database.ts';
import { everythingVisible, type VisibilityFilter } from '../people/visibility-filter.ts';
import { measureWork } from '../testing/measure-work.ts';
import { insertSearchRows, now, rowCount } from '../testing/search-rows.ts';
import {
  countReleases,
  findReleasesByTitle,
  listTemplates,
  type ReleaseFilter,
  type ReleaseOrder,
  type SearchScope,
  searchReleases,
} from './search.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000 });
  await insertSearchRows(database);
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const inScopes = (...scopes: readonly string[]): VisibilityFilter => ({
  ...everythingVisible,
  scopes,
  permissions: ['release#view'],
});
const liveScope: SearchScope = { archived: false, visibility: everythingVisible, now };
const byStart: ReleaseOrder = { by: 'start_date', direction: 'ASC' };
const page = { limit: 100, offset: 0 };
const step = 36 * 3_600_000;

/** Ids of the releases with these numbers. */
const ids = (...numbers: number[]) => numbers.map((number) => `Release${String(number).padStart(5, '0')}`);
/** The numbers that match a condition, in the default order. The highest number is the oldest release. */
const numbersThat = (holds: (number: number) => boolean) =>
  ids(...Array.from({ length: rowCount }, (_, index) => rowCount - index).filter(holds));

const title = 'Deploy 98f13708210194c475687be6106a3b84 20';
const filters: [string, ReleaseFilter, readonly string[]][] = [
  ['part of the title in any letter case', { title: title.slice(2, -1).toUpperCase() }, ids(20)],
  ['literal wildcards in a title', { title: '%_' }, []],
  ['all of the tags', { tags: ['hot', 'net'] }, numbersThat((n) => n % 1000 === 0)],
  ['tags that no release has together', { tags: ['hot', 'tag1'] }, []],
  ['tags of tasks, each on any task', { taskTags: ['db', 'night'] }, numbersThat((n) => n % 1000 === 0)],
  [
    'any of the statuses',
    { statuses: ['IN_PROGRESS', 'PLANNED'], tags: ['tag50', 'cool'] },
    numbersThat((n) => n % 500 === 50),
  ],
  ['no statuses', { statuses: [], tags: ['hot'] }, numbersThat((n) => n % 1000 === 0)],
  ['the owner', { owner: 'user7' }, numbersThat((n) => n % 977 === 7 && n % 100 !== 0)],
  [
    'the flag',
    { onlyFlagged: true, owner: 'user7' },
    numbersThat((n) => n % 977 === 7 && n % 50 === 0 && n % 100 !== 0),
  ],
  ['a time frame before now', { timeFrame: 'LAST_SEVEN_DAYS', statuses: ['COMPLETED', 'ABORTED'] }, ids(5, 4, 3, 2)],
  [
    'from and to',
    { timeFrame: 'RANGE', from: now - 10 * step, to: now - 7 * step, statuses: ['COMPLETED'] },
    ids(10, 9, 8),
  ],
  [
    'queryStartDate and queryEndDate',
    { queryStartDate: now - 10 * step, queryEndDate: now - 7 * step, statuses: ['COMPLETED'] },
    ids(10, 9, 8),
  ],
  [
    'a period from now on, which unfinished releases overlap',
    { from: now, owner: 'user50' },
    numbersThat((n) => n % 977 === 50 && n % 50 < 2 && n % 100 !== 0),
  ],
  [
    'at risk',
    { risk: { status: 'AT_RISK', attentionNeededFrom: 40, atRiskFrom: 90 }, tags: ['hot'] },
    numbersThat((n) => n % 1000 === 0 && n % 101 >= 90),
  ],
  [
    'in need of attention',
    { risk: { status: 'ATTENTION_NEEDED', attentionNeededFrom: 40, atRiskFrom: 90 }, tags: ['hot'] },
    numbersThat((n) => n % 1000 === 0 && n % 101 >= 40 && n % 101 < 90),
  ],
  [
    'no risk',
    { risk: { status: 'OK', attentionNeededFrom: 40, atRiskFrom: 90 }, tags: ['hot'] },
    numbersThat((n) => n % 1000 === 0 && n % 101 < 40),
  ],
  [
    'a folder and its subfolders',
    { parentId: 'FolderA', tags: ['hot'] },
    numbersThat((n) => n % 1000 === 0 && n % 3 < 2),
  ],
];

test.each(filters)('finds by %s', async (_, filter, expected) => {
  expect(await searchReleases(database, filter, liveScope, byStart, { limit: 1_000, offset: 0 })).toEqual(expected);
});

const windows: readonly ReleaseFilter[] = [
  { from: now - 10 * step, to: now - 7 * step },
  { from: now - 9_000 * step, to: now - 6_000 * step },
  { from: now - 10 * step },
  { to: now - 15_000 * step, owner: 'user7' },
];
test.each(windows)('finds the same archived releases as live ones, in any order of dates: %o', async (window) => {
  for (const by of ['start_date', 'end_date'] as const) {
    for (const direction of ['ASC', 'DESC'] as const) {
      const [one, other] = await Promise.all(
        [liveScope, { ...liveScope, archived: true }].map((place) =>
          searchReleases(database, { ...window, title: 'Deploy' }, place, { by, direction }, { limit: 25, offset: 10 }),
        ),
      );
      expect(other).toEqual(one);
    }
  }
});

test('never finds templates', async () => {
  expect(await searchReleases(database, { title: 'Template' }, liveScope, byStart, page)).toEqual([]);
});

describe('with limited visibility', () => {
  const hotTags = (place: SearchScope, filter: ReleaseFilter = {}) =>
    searchReleases(database, { tags: ['hot'], ...filter }, place, byStart, page);
  test('omits releases in folders of other scopes', async () => {
    expect(await hotTags({ ...liveScope, visibility: inScopes('FolderA') })).toEqual(
      numbersThat((n) => n % 1000 === 0 && n % 3 < 2),
    );
    expect(await hotTags({ ...liveScope, visibility: inScopes('FolderA') }, { parentId: 'FolderB' })).toEqual([]);
    expect(await hotTags({ ...liveScope, visibility: inScopes() })).toEqual([]);
  });
  test('fetches all of a few visible releases without reading others', async () => {
    const visibility = { ...inScopes(), username: 'user7' };
    const own = numbersThat((n) => n % 977 === 7 && n % 100 !== 0);
    expect(await searchReleases(database, { title: 'Deploy' }, { ...liveScope, visibility }, byStart, page)).toEqual(
      own,
    );
    const { pages } = await measureWork(database, (connection) =>
      searchReleases(connection, { title: 'nothing' }, { ...liveScope, visibility }, byStart, page),
    );
    expect(pages).toBeLessThan(100);
  });
  test('searches the archive separately', async () => {
    const archiveScope = { ...liveScope, archived: true };
    expect(await searchReleases(database, { tags: ['old'] }, archiveScope, byStart, page)).toEqual(ids(7));
    expect(await searchReleases(database, { tags: ['old'] }, liveScope, byStart, page)).toEqual([]);
  });
});

describe('sorts', () => {
  const hotTags = (by: ReleaseOrder['by'], direction: ReleaseOrder['direction'], offset = 0, limit = 3) =>
    searchReleases(database, { tags: ['hot'] }, liveScope, { by, direction }, { limit, offset });
  const risk = (id: string) => (Number(id.slice(7)) % 101) * 1000 + (Number(id.slice(7)) % 300);
  test('by start and end', async () => {
    expect(await hotTags('start_date', 'ASC')).toEqual(ids(20_000, 19_000, 18_000));
    expect(await hotTags('start_date', 'DESC')).toEqual(ids(1_000, 2_000, 3_000));
    expect(await hotTags('end_date', 'DESC')).toEqual(ids(20_000, 19_000, 18_000));
  });
  test('by risk, the highest score first or last, then the total', async () => {
    const sorted = numbersThat((n) => n % 1000 === 0).toSorted((a, b) => risk(b) - risk(a));
    expect(await hotTags('risk', 'DESC', 0, 20)).toEqual(sorted);
    expect(await hotTags('risk', 'ASC', 0, 20)).toEqual(sorted.toReversed());
  });
  test('by title in any letter case', async () => {
    const matches = await searchReleases(
      database,
      { tags: ['letters'] },
      liveScope,
      { by: 'title', direction: 'ASC' },
      page,
    );
    expect(matches).toEqual(['ReleaseL1', 'ReleaseL2', 'ReleaseL3']);
  });
  test('in pages without overlaps and gaps', async () => {
    const pages = await Promise.all([0, 8, 16, 24].map((offset) => hotTags('risk', 'DESC', offset, 8)));
    expect(pages.map(({ length }) => length)).toEqual([8, 8, 4, 0]);
    expect(new Set(pages.flat()).size).toBe(20);
  });
});

describe('other queries', () => {
  test('count by status', async () => {
    expect(await countReleases(database, { tags: ['hot'] }, liveScope)).toEqual(
      new Map<ReleaseStatus, number>([['IN_PROGRESS', 20]]),
    );
    const all = await countReleases(database, {}, { ...liveScope, archived: true });
    expect([...all.values()].reduce((sum, count) => sum + count, 0)).toBe(rowCount);
  });
  test('find an exact title', async () => {
    expect(await findReleasesByTitle(database, title, everythingVisible)).toEqual(ids(20));
    expect(await findReleasesByTitle(database, title.toUpperCase(), everythingVisible)).toEqual([]);
    expect(await findReleasesByTitle(database, title, inScopes('FolderB'))).toEqual(ids(20));
    expect(await findReleasesByTitle(database, title, inScopes('FolderA'))).toEqual([]);
  });
  test('list templates by part of the title, tag and folder', async () => {
    expect(await listTemplates(database, { title: 'TEMPLATE ', tags: ['t7'] }, everythingVisible, page)).toHaveLength(
      50,
    );
    expect(await listTemplates(database, { folderId: 'FolderB' }, everythingVisible, page)).toEqual([]);
    expect(await listTemplates(database, {}, inScopes('FolderB'), page)).toEqual([]);
  });
});

describe('with an index', () => {
  // PostgreSQL counts pages that are not marked as all-visible in full.
  beforeAll(() => database.query({ text: 'vacuum analyze releases' }));
  /** Returns the tables that a query would read with a sequential scan. */
  async function scanned(search: (connection: Connection) => Promise<unknown>): Promise<readonly string[]> {
    const matches: string[] = [];
    await search({
      query: async (statement, values = []) => {
        const [row] = await database.query<{ 'QUERY PLAN': unknown }>(
          { text: `explain (format json) ${statement.text}` },
          values,
        );
        const plan = JSON.stringify(row?.['QUERY PLAN']);
        matches.push(
          ...[...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(([, table]) => table!),
        );
        return [];
      },
    });
    // Empty partitions of the archive have no pages to read.
    return matches.filter((table) => table !== 'folders' && !/_\d{4}_\d{2}$/.test(table));
  }
  /** A title without three consecutive letters or digits has no trigram for an index. */
  const indexable = filters.filter(([, filter]) => filter.title !== '%_');
  const everyFilter: typeof filters = [['an empty filter', {}, []], ...indexable];

  test.each(everyFilter)('finds by %s', async (_, filter) => {
    for (const archived of [false, true]) {
      const matches = await scanned((connection) =>
        searchReleases(connection, filter, { ...liveScope, archived }, byStart, page),
      );
      expect(matches).toEqual([]);
    }
  });
  test.each(['risk', 'start_date', 'end_date', 'title'] as const)('sorts by %s', async (by) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const order = { by, direction };
      expect(await scanned((connection) => searchReleases(connection, {}, liveScope, order, page))).toEqual([]);
    }
  });
  test('counts with a filter and without one', async () => {
    expect(await scanned((connection) => countReleases(connection, { owner: 'ann' }, liveScope))).toEqual([]);
    expect(await scanned((connection) => countReleases(connection, {}, liveScope))).toEqual([]);
  });
  test('finds titles and templates', async () => {
    expect(await scanned((connection) => findReleasesByTitle(connection, title, everythingVisible))).toEqual([]);
    expect(await scanned((connection) => listTemplates(connection, {}, everythingVisible, page))).toEqual([]);
    expect(
      await scanned((connection) =>
        listTemplates(connection, { title: 'late', tags: ['t7'] }, everythingVisible, page),
      ),
    ).toEqual([]);
  });
});
