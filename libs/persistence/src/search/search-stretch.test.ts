import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { allInSight, type Sight } from '../people/sight.ts';
import { fillForSearch, now } from '../testing/search-rows.ts';
import { workDone } from '../testing/work-done.ts';
import { type FoundRelease, type ReleaseFilter, type ReleaseOrder, searchReleases, searchStretch } from './search.ts';
import type { ReleaseKey } from './search-order.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000 });
  await fillForSearch(database);
  // an id is that of a live release or of an archived one
  await database.query({ text: `update archived_releases set id = 'ReleaseA' || substr(id, 8)` });
  await database.query({ text: `update releases set start_date = null, end_date = null where id like '%77'` });
  await database.query({ text: 'vacuum analyze releases' });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const everywhere = [false, true];
const member: Sight = { ...allInSight, scopes: ['FolderB'], username: 'user7', permissions: ['release#view'] };
const step = 36 * 3_600_000;
const orders = (['start_date', 'end_date', 'risk', 'title'] as const).flatMap((by) =>
  (['ASC', 'DESC'] as const).map((direction) => ({ by, direction })),
);
const filters: readonly ReleaseFilter[] = [
  { tags: ['hot'] },
  { from: now - 500 * step, to: now - 400 * step },
  { owner: 'user7', statuses: ['COMPLETED', 'PLANNED'] },
];

const find = (filter: ReleaseFilter, sight: Sight, order: ReleaseOrder, after: ReleaseKey | null, limit: number) =>
  searchStretch(database, filter, { archived: everywhere, sight, now }, order, { after, limit });

/** All that match, in pages of this size, each after the last of the one before. */
async function inPages(filter: ReleaseFilter, sight: Sight, order: ReleaseOrder, size: number) {
  const all: FoundRelease[] = [];
  for (;;) {
    const page = await find(filter, sight, order, all.at(-1)?.key ?? null, size);
    all.push(...page);
    if (page.length < size) return all;
  }
}

test.each(orders)('pages by key are one list of what is live and what is archived: %o', async (order) => {
  for (const sight of [allInSight, member]) {
    for (const filter of filters) {
      const whole = await find(filter, sight, order, null, 10_000);
      expect((await inPages(filter, sight, order, Math.ceil(whole.length / 3))).map(({ id }) => id)).toEqual(
        whole.map(({ id }) => id),
      );
      for (const archived of everywhere) {
        const alone = await searchReleases(database, filter, { archived, sight, now }, order, {
          limit: 10_000,
          offset: 0,
        });
        expect(whole.filter((one) => one.archived === archived).map(({ id }) => id)).toEqual(alone);
      }
    }
  }
});

test.each(orders)(
  'a page that comes late is found by what it has, without going through those before: %o',
  async (order) => {
    const late = (await find({}, allInSight, order, null, 19_000)).at(-1)!.key;
    const cost = async (filter: ReleaseFilter, sight: Sight, after: ReleaseKey | null) => {
      const { pages } = await workDone(database, (connection) =>
        searchStretch(connection, filter, { archived: everywhere, sight, now }, order, { after, limit: 101 }),
      );
      return pages;
    };
    for (const [filter, sight] of [
      [{}, allInSight],
      [{ title: 'Deploy' }, allInSight],
      [{ title: 'Deploy' }, member],
    ] as const) {
      const first = await cost(filter, sight, null);
      expect(await cost(filter, sight, late)).toBeLessThan(2 * first + 200);
    }
  },
);

test('a time frame that ends before it begins has nothing in it', async () => {
  expect(await find({ from: now, to: now - step }, allInSight, orders[0]!, null, 10)).toEqual([]);
});
