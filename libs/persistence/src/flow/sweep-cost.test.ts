import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Connection, type Database, openDatabase } from '../database/database.ts';
import { scanStart, scanUnnotifiedGates } from '../gates/targets.ts';
import { measureWork } from '../testing/measure-work.ts';
import { claimDueReleases, deleteExpiredClaims, findReleasesDueWithin, readOverdue } from './due.ts';

const finished = 20_000;
const waiting = 5_000;

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000, idleTimeoutMs: 600_000 });
  const columns = `id, status, next_wake_at, folder_id, title, flag_status, real_flag_status, tags, auto_start,
    abort_on_failure, risk_score, total_risk_score, rest, variables, passive`;
  const rest = `folder.id, 'Title', 'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{}' from (select id from folders limit 1) folder`;
  for (const text of [
    `insert into live_releases (${columns})
      select 'ReleaseDone' || i, 'COMPLETED', null, ${rest}, generate_series(1, ${finished}) i`,
    `insert into live_releases (${columns})
      select 'Release' || i, 'IN_PROGRESS', now() + i * interval '1 minute', ${rest}, generate_series(1, ${waiting}) i`,
    `insert into live_tasks (id, release_id, phase_id, position, type, title, status, flag_status, run, passive)
      select 'Task' || i, 'Release' || i, 'Phase' || i, 0, 'GateTask', 'Gate', 'IN_PROGRESS', 'OK',
        '{"sights": {"Dependency1": {"target": "other", "state": "open"}}}', '{}' from generate_series(1, ${waiting}) i`,
    `insert into live_tasks (id, release_id, phase_id, position, type, title, status, flag_status, passive)
      select 'TaskDone' || i, 'ReleaseDone' || i / 4, 'PhaseDone', i % 4, 'Task', 'Task', 'COMPLETED', 'OK', '{}'
      from generate_series(1, ${4 * finished}) i`,
    `insert into awaits (release_id, task_id, kind, reference)
      select 'Release' || i, 'Task' || i, 'target', 'Release' || (i % ${waiting} + 1) from generate_series(1, ${waiting}) i`,
    'vacuum analyze live_releases, live_tasks, awaits',
  ])
    await database.query({ text });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const done = (work: (connection: Connection) => Promise<unknown>) => measureWork(database, work);

test('a sweep without due work reads few pages, regardless of the number of waiting and finished releases', async () => {
  const { indexes, sequentialScans, pages } = await done((connection) =>
    claimDueReleases(connection, { graceMs: 0, limit: 200 }),
  );
  expect(indexes).toContain('due_releases');
  expect(sequentialScans).not.toContain('live_releases');
  expect(pages).toBeLessThan(20);
});

test('soon due and overdue releases are found with the same index', async () => {
  for (const work of [(connection: Connection) => findReleasesDueWithin(connection, 5_000, 5_000), readOverdue]) {
    const { indexes, sequentialScans, pages } = await done(work);
    expect(indexes).toEqual(['due_releases']);
    expect(sequentialScans).toEqual([]);
    expect(pages).toBeLessThan(20);
  }
});

test('one step of a scan of waiting gates reads at most its limit', async () => {
  const { indexes, sequentialScans } = await done((connection) => scanUnnotifiedGates(connection, scanStart, 500));
  expect(indexes).toContain('awaits_for_targets');
  expect(sequentialScans).toEqual([]);
});

test('a scan of the waiting gates reads each gate once and starts again', async () => {
  await database.query({ text: `update live_releases set status = 'COMPLETED' where id = 'Release4000'` });
  const claimedIds: string[] = [];
  let steps = 0;
  let scanPosition = scanStart;
  do {
    const { ids, next } = await scanUnnotifiedGates(database, scanPosition, 500);
    claimedIds.push(...ids);
    scanPosition = next;
    steps += 1;
  } while (scanPosition !== scanStart);
  expect(claimedIds).toEqual(['Release3999']);
  expect(steps).toBe(waiting / 500 + 1);
});

test('expired claims are deleted without waiting for a concurrent renewal', async () => {
  for (const id of ['Release1', 'Release2'])
    await database.query(
      {
        text: `insert into wake_claims values ($1, now(), now() - interval '6 minutes')`,
      },
      [id],
    );
  await database.transaction(async (connection) => {
    await connection.query({ text: `select from wake_claims where release_id = 'Release2' for update` });
    await deleteExpiredClaims(database, 100_000);
  });
  expect(await database.query({ text: 'select release_id as id from wake_claims' })).toEqual([{ id: 'Release2' }]);
  await deleteExpiredClaims(database, 100_000);
  expect(await database.query({ text: 'select release_id as id from wake_claims' })).toEqual([]);
});

test('a claim excludes other claims for some time, but not those of other work of the same release', async () => {
  const insertDue = (minutes: number) =>
    database.query(
      {
        text: `update live_releases set next_wake_at = now() - $1 * interval '1 minute' where id in ('Release1', 'Release2')`,
      },
      [minutes],
    );
  const claim = async (connection: Connection) =>
    (await claimDueReleases(connection, { graceMs: 0, limit: 1 })).map(({ id }) => id);
  // Within a transaction, the time is constant, so no claim expires before the next attempt.
  const claims = (times: number) =>
    database.transaction(async (connection) => {
      const claimed: string[][] = [];
      for (let time = 0; time < times; time += 1) claimed.push(await claim(connection));
      return claimed;
    });
  await insertDue(2);
  const [first = [], second = [], third] = await claims(3);
  expect([[...first, ...second].toSorted(), third]).toEqual([['Release1', 'Release2'], []]);
  await insertDue(1);
  expect(await claim(database)).toHaveLength(1);
  expect(await claimDueReleases(database, { graceMs: 90_000, limit: 9 })).toEqual([]);
});

test('the duration of a claim doubles after repeated claims without success, up to about four minutes', async () => {
  await database.query({ text: `update live_releases set next_wake_at = null where id <> 'Release3'` });
  await database.query({
    text: `update live_releases set next_wake_at = now() - interval '1 hour' where id = 'Release3'`,
  });
  // Within a transaction, the time is constant.
  const claimRemainingSeconds = (): Promise<unknown> =>
    database.transaction(async (connection) => {
      await claimDueReleases(connection, { graceMs: 0, limit: 1 });
      const [row] = await connection.query({
        text: `update wake_claims set until = now() - interval '1 second' where release_id = 'Release3'
          returning (select extract(epoch from c.until - now())::float8 from wake_claims c
            where c.release_id = 'Release3') as seconds`,
      });
      return row;
    });
  const seconds: unknown[] = [];
  for (let time = 0; time < 12; time += 1) seconds.push(await claimRemainingSeconds());
  expect(seconds).toEqual([0.5, 2, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256].map((each) => ({ seconds: each })));
});
