import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { everythingVisible } from '../people/visibility-filter.ts';
import { measureWork } from '../testing/measure-work.ts';
import { readMyTasks } from './my-tasks.ts';

let fresh: FreshDatabase;
let database: Database;

/**
 * 20,000 tasks in progress of 2,000 releases. 500 users own them in turn, and every tenth task belongs to one of 40
 * teams.
 */
const rows = [
  `insert into users (username) values ('user7')`,
  `insert into folders (id, parent_id, title, path, scope_id) values ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA')`,
  `insert into teams (id, scope_id, name, permissions, position) values ('Team7', 'FolderA', 'team7', '{}', 0)`,
  `insert into team_members (team_id, principal, name, position) values ('Team7', 'user:user7', 'user7', 0)`,
  `insert into releases (id, folder_id, status, title, flag_status, real_flag_status, tags, auto_start, abort_on_failure,
      risk_score, total_risk_score, rest, variables, passive)
    select 'Release' || n, 'FolderA', 'IN_PROGRESS', 'Release ' || n, 'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{}'
    from generate_series(0, 1999) n`,
  `insert into phases (id, release_id, position, title, status, flag_status, color, overdue_notified, passive)
    select 'Phase' || n, 'Release' || n, 0, 'Build', 'IN_PROGRESS', 'OK', '', false, '{}' from generate_series(0, 1999) n`,
  `insert into tasks (id, release_id, phase_id, position, type, title, status, owner, team, due_date, flag_status, passive)
    select 'Task' || to_char(n, 'FM00000'), 'Release' || n % 2000, 'Phase' || n % 2000, 0, 'Task', 'Task ' || n, 'IN_PROGRESS',
      case when n % 10 > 0 then 'user' || n % 500 end, case when n % 10 = 0 then 'team' || n / 10 % 40 end,
      timestamptz '2031-01-01' - n * interval '1 minute', 'OK', '{}' from generate_series(0, 19999) n`,
  'vacuum analyze releases, phases, tasks, folders, users, teams, team_members',
];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, statementTimeoutMs: 600_000 });
  for (const text of rows) await database.query({ text });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const request = {
  visibility: { ...everythingVisible, scopes: [], permissions: ['release#view'] },
  assignVisibility: { ...everythingVisible, scopes: [], permissions: ['release#reassign_task'] },
  filter: { whose: null, text: null },
  after: null,
  limit: 50,
} as const;

test('counts the tasks of a user and their teams, and sorts them by due date', async () => {
  const { count, tasks } = await readMyTasks(database, 'USER7', request);
  const numbers = tasks.map(({ task }) => Number(task.id.slice('Task'.length)));
  const all = Array.from({ length: 20_000 }, (_, n) => n).filter(
    (n) => n % 500 === 7 || (n % 10 === 0 && (n / 10) % 40 === 7),
  );
  expect([count, numbers]).toEqual([all.length, all.toReversed().slice(0, 50)]);
});

test('finds tasks by indexes, without a scan of a plan table', async () => {
  const { sequentialScans, pages } = await measureWork(database, (connection) =>
    readMyTasks(connection, 'user7', request).catch(() => {}),
  );
  expect(sequentialScans.filter((table) => table !== null && /releases|tasks|phases/.test(table))).toEqual([]);
  expect(pages).toBeLessThan(2_000);
});
