import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { everythingVisible, type VisibilityFilter } from '../people/visibility-filter.ts';
import { measureWork } from '../testing/measure-work.ts';
import { insertSearchRows, now } from '../testing/search-rows.ts';
import { type ReleaseFilter, searchReleases } from './search.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000 });
  await insertSearchRows(database);
  await database.query({ text: 'vacuum analyze releases' });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const member: VisibilityFilter = {
  ...everythingVisible,
  scopes: ['FolderB'],
  username: 'user7',
  permissions: ['release#view'],
};
const archiveScope = (visibility: VisibilityFilter) => ({ archived: true, visibility, now });
const orders = (['start_date', 'end_date', 'risk', 'title'] as const).flatMap((by) =>
  (['ASC', 'DESC'] as const).map((direction) => ({ by, direction })),
);
const step = 36 * 3_600_000;
const filters: readonly ReleaseFilter[] = [
  { title: 'Deploy' },
  { tags: ['tag7'] },
  { from: now - 9_000 * step, to: now - 6_000 * step },
];

/**
 * Release n is in FolderB if n mod 3 is 2. It belongs to user n mod 977, except for every hundredth (see
 * `insertSearchRows`).
 */
const isVisible = (id: string): boolean => {
  const n = Number(id.slice('Release'.length));
  return n % 3 === 2 || (n % 977 === 7 && n % 100 !== 0);
};

test.each(orders)('finds the releases in the archive that are visible to a user, in this order: %o', async (order) => {
  for (const filter of filters) {
    const ids = await searchReleases(database, filter, archiveScope(everythingVisible), order, {
      limit: 200,
      offset: 0,
    });
    const page = await searchReleases(database, filter, archiveScope(member), order, { limit: 20, offset: 10 });
    expect(page).toEqual(ids.filter(isVisible).slice(10, 30));
  }
});

test('skips invisible releases without reading them', async () => {
  const { pages } = await measureWork(database, (connection) =>
    searchReleases(connection, { title: 'Deploy' }, archiveScope(member), orders[0]!, { limit: 15, offset: 0 }),
  );
  expect(pages).toBeLessThan(300);
});
