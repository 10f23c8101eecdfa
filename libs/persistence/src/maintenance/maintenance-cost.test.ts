import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Connection, type Database, openDatabase } from '../database/database.ts';
import { findStuckCandidates } from '../forecast/consistency.ts';
import { measureWork } from '../testing/measure-work.ts';
import { archiveFinishedBatch, findStaleReleases } from './archive.ts';

const finished = 20_000;
const running = 200;

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000 });
  const columns = `id, status, start_date, end_date, folder_id, title, flag_status, real_flag_status, tags, auto_start,
    abort_on_failure, risk_score, total_risk_score, rest, variables, passive`;
  const rest = `'Applications', 'Title', 'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{}'`;
  const task = `release_id, phase_id, position, type, title, status, flag_status, passive`;
  for (const text of [
    `insert into live_releases (${columns})
      select 'ReleaseDone' || i, 'COMPLETED', now(), now() - i * interval '1 second', ${rest}
      from generate_series(1, ${finished}) i`,
    `insert into live_releases (${columns})
      select 'Release' || i, 'IN_PROGRESS', now(), null, ${rest} from generate_series(1, ${running}) i`,
    `insert into live_tasks (id, ${task})
      select 'TaskDone' || i || 'n' || k, 'ReleaseDone' || i, 'Phase', k, 'Task', 'Task', 'COMPLETED', 'OK', '{}'
      from generate_series(1, ${finished}) i, generate_series(1, 4) k`,
    `insert into live_tasks (id, ${task})
      select 'Task' || i || 'n' || k, 'Release' || i, 'Phase', k, 'Task', 'Task',
        case when k = 1 then 'IN_PROGRESS' else 'PLANNED' end, 'OK', '{}'
      from generate_series(1, ${running}) i, generate_series(1, 20) k`,
    'vacuum analyze live_releases, live_tasks, awaits',
  ])
    await database.query({ text });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const suspecting = { graceMs: 60_000, scriptGraceMs: 300_000, limit: 200 };
const within = (connection: Connection): Database => ({
  ...connection,
  transaction: (work) => work(connection),
  stop: async () => {},
});

test('a search for releases to archive reads at most two pages if it finds none', async () => {
  const monthAgo = Date.now() - 30 * 86_400_000;
  const { indexes, sequentialScans, pages } = await measureWork(database, (connection) =>
    archiveFinishedBatch(within(connection), monthAgo, 20),
  );
  expect(indexes).toContain('finished_releases');
  expect(sequentialScans).not.toContain('live_releases');
  expect(pages).toBeLessThan(5);
});

/**
 * Measured with 1,000,000 finished and 10,000 waiting releases of 20 tasks each: 0.4 s, all of it for the waiting ones.
 */
test('a consistency check reads running releases, but not finished ones', async () => {
  const { indexes, sequentialScans, pages } = await measureWork(database, (connection) =>
    findStuckCandidates(connection, suspecting),
  );
  expect([...new Set(indexes)]).toEqual(
    expect.arrayContaining(['live_releases_status_idx', 'live_tasks_release_id_idx']),
  );
  expect(sequentialScans.filter((table) => table !== 'awaits')).toEqual([]);
  expect(pages).toBeLessThan(40 * running);
  expect(await findStuckCandidates(database, suspecting)).toEqual({ checked: running, ids: [] });
});

test('a search for stale releases reads only active releases', async () => {
  const { sequentialScans } = await measureWork(database, (connection) =>
    findStaleReleases(connection, Date.now() + 60_000, 10),
  );
  expect(sequentialScans.filter((table) => table !== 'awaits' && table !== 'live_activities')).toEqual([]);
});
