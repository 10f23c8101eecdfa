import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRelease } from '../plans/reading/read.ts';
import { insertPlan } from '../plans/saving/save.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, taskWith } from '../testing/plans.ts';
import { addArchiveMonths, archiveRelease } from './archive.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const rows = <Row extends object>(text: string) => database.query<Row>({ text });
const kinds = ['releases', 'phases', 'tasks', 'comments', 'activities'];

async function archived(at: string) {
  const release = releaseWith([phaseWith([taskWith()])], { status: 'COMPLETED' });
  await insertPlan(database, outcomeOf(release));
  await archiveRelease(database, release.id);
  // Simulates an earlier time of archiving.
  await rows(`select add_archive_month('${at}')`);
  for (const kind of kinds) {
    const column = kind === 'releases' ? 'id' : 'release_id';
    await rows(`update ${kind} set archived_month = '${at}' where ${column} = '${release.id}'`);
  }
  return release;
}

let old: Awaited<ReturnType<typeof archived>>;
let recent: Awaited<ReturnType<typeof archived>>;
beforeAll(async () => {
  old = await archived('2020-01-01');
  recent = await archived('2020-02-01');
});

const monthsOf = async () =>
  (await rows<{ month: string }>('select month from archive_months()')).map(({ month }) => month);
const isReadable = async ({ id }: { readonly id: string }) =>
  (await readRelease(database, id, { archived: true })) !== null;

test('archived rows are stored in the partitions of their month and are read from there', async () => {
  await addArchiveMonths(database);
  const release = releaseWith([phaseWith([taskWith()])], { status: 'COMPLETED' });
  await insertPlan(database, outcomeOf(release));
  await archiveRelease(database, release.id);
  const [row] = await rows<{ part: string; month: string }>(
    `select tableoid::regclass::text as part, 'archived_releases' || to_char(now() at time zone 'UTC', '_YYYY_MM') as month
      from releases where id = '${release.id}'`,
  );
  expect(row?.part).toBe(row?.month);
  expect(await isReadable(release)).toBe(true);
});

test('an id in the archive is not used again, regardless of its month', async () => {
  expect(await insertPlan(database, outcomeOf(old))).toBeNull();
});

test('existing monthly partitions are not created again', async () => {
  const before = await monthsOf();
  await Promise.all([addArchiveMonths(database), addArchiveMonths(database)]);
  expect(await monthsOf()).toEqual(before);
  expect(before.slice(0, 2)).toEqual(['2020_01', '2020_02']);
});

test('without a partition for the month, archived rows are stored in the default partition', async () => {
  const release = releaseWith([], { status: 'COMPLETED' });
  await insertPlan(database, outcomeOf(release));
  await database
    .transaction(async (connection) => {
      for (const kind of kinds) {
        await connection.query({
          text: `do $$ begin execute format('alter table %I rename to %I',
          'archived_${kind}' || to_char(now() at time zone 'UTC', '_YYYY_MM'), 'hidden_${kind}'); end $$`,
        });
      }
      await connection.query({
        text: `update releases set archived = true, archived_month = archive_month() where id = '${release.id}'`,
      });
      const found = await connection.query({ text: `select from undated_releases where id = '${release.id}'` });
      expect(found).toHaveLength(1);
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
});

test('the current month cannot be detached', async () => {
  await expect(rows('select detach_archive_month(now()::date)')).rejects.toThrow('only a month that is over');
});

test('a month is detached, attached again, and dropped with all its related data', async () => {
  const detached = await rows<{ name: string }>(`select detach_archive_month('2020-01-15') as name`);
  expect(detached.map(({ name }) => name)).toEqual(kinds.map((kind) => `detached_${kind}_2020_01`));
  expect([await isReadable(old), await isReadable(recent)]).toEqual([false, true]);
  expect(await insertPlan(database, outcomeOf(old))).toBeNull();
  // Simulates a month that was detached before the tables got these columns.
  await rows('alter table detached_activities_2020_01 drop column code, drop column params');
  await rows(`select attach_archive_month('2020-01-01')`);
  expect(await isReadable(old)).toBe(true);
  await rows(`select detach_archive_month('2020-01-01')`);
  const [dropped] = await rows<{ count: number }>(`select drop_archive_month('2020-01-01') as count`);
  expect(dropped?.count).toBe(1);
  expect(await rows(`select from pg_class where relname like '%2020_01'`)).toEqual([]);
  expect(await insertPlan(database, outcomeOf(old))).not.toBeNull();
  expect([await monthsOf(), await isReadable(recent)]).toEqual([expect.not.arrayContaining(['2020_01']), true]);
});

test('undated archived rows are detached and dropped as a whole, and cannot be attached again', async () => {
  const release = releaseWith([], { status: 'COMPLETED' });
  await insertPlan(database, outcomeOf(release));
  await archiveRelease(database, release.id);
  await rows(`update releases set archived_month = null where id = '${release.id}'`);
  await rows('select detach_archive_month(null)');
  expect(await isReadable(release)).toBe(false);
  expect(await rows('select from undated_releases')).toEqual([]);
  await rows('select drop_archive_month(null)');
  await expect(rows('select attach_archive_month(null)')).rejects.toThrow('cannot be attached again');
});
