import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { sampleCorpus } from '../../../../test/harness/test-length.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { everythingVisible, type VisibilityFilter } from '../people/visibility-filter.ts';
import { measureWork } from '../testing/measure-work.ts';
import { insertSearchRows, now } from '../testing/search-rows.ts';
import { type ReleaseFilter, type ReleaseMatch, type ReleaseOrder, searchAfterKey, searchReleases } from './search.ts';
import type { ReleaseKey } from './search-order.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000 });
  await insertSearchRows(database);
  // An id belongs to either a live or an archived release.
  await database.query({ text: `update archived_releases set id = 'ReleaseA' || substr(id, 8)` });
  await database.query({ text: `update releases set start_date = null, end_date = null where id like '%77'` });
  await database.query({ text: 'vacuum analyze releases' });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const everyScope = [false, true];
const member: VisibilityFilter = {
  ...everythingVisible,
  scopes: ['FolderB'],
  username: 'user7',
  permissions: ['release#view'],
};
const step = 36 * 3_600_000;
const orders = (['start_date', 'end_date', 'risk', 'title'] as const).flatMap((by) =>
  (['ASC', 'DESC'] as const).map((direction) => ({ by, direction })),
);
const filters: readonly ReleaseFilter[] = [
  { tags: ['hot'] },
  { from: now - 500 * step, to: now - 400 * step },
  { owner: 'user7', statuses: ['COMPLETED', 'PLANNED'] },
];

const find = (
  filter: ReleaseFilter,
  visibility: VisibilityFilter,
  order: ReleaseOrder,
  after: ReleaseKey | null,
  limit: number,
) => searchAfterKey(database, filter, { archived: everyScope, visibility, now }, order, { after, limit });

/** Returns all matches, read in pages of this size, each after the last match of the previous page. */
async function inPages(filter: ReleaseFilter, visibility: VisibilityFilter, order: ReleaseOrder, size: number) {
  const all: ReleaseMatch[] = [];
  for (;;) {
    const page = await find(filter, visibility, order, all.at(-1)?.key ?? null, size);
    all.push(...page);
    if (page.length < size) return all;
  }
}

test.each(sampleCorpus(orders))('pages by key return live and archived releases in one order: %o', async (order) => {
  for (const visibility of [everythingVisible, member]) {
    for (const filter of filters) {
      const allMatches = await find(filter, visibility, order, null, 10_000);
      expect((await inPages(filter, visibility, order, Math.ceil(allMatches.length / 3))).map(({ id }) => id)).toEqual(
        allMatches.map(({ id }) => id),
      );
      for (const archived of everyScope) {
        const archivedOnly = await searchReleases(database, filter, { archived, visibility, now }, order, {
          limit: 10_000,
          offset: 0,
        });
        expect(allMatches.filter((match) => match.archived === archived).map(({ id }) => id)).toEqual(archivedOnly);
      }
    }
  }
});

test.each(sampleCorpus(orders))('a late page is read without reading the previous ones: %o', async (order) => {
  const lateKey = (await find({}, everythingVisible, order, null, 19_000)).at(-1)!.key;
  const cost = async (filter: ReleaseFilter, visibility: VisibilityFilter, after: ReleaseKey | null) => {
    const { pages } = await measureWork(database, (connection) =>
      searchAfterKey(connection, filter, { archived: everyScope, visibility, now }, order, { after, limit: 101 }),
    );
    return pages;
  };
  for (const [filter, visibility] of [
    [{}, everythingVisible],
    [{ title: 'Deploy' }, everythingVisible],
    [{ title: 'Deploy' }, member],
  ] as const) {
    const first = await cost(filter, visibility, null);
    expect(await cost(filter, visibility, lateKey)).toBeLessThan(2 * first + 200);
  }
});

test('a time frame that ends before it begins is empty', async () => {
  expect(await find({ from: now, to: now - step }, everythingVisible, orders[0]!, null, 10)).toEqual([]);
});
