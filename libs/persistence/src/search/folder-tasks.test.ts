import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { everythingVisible } from '../people/visibility-filter.ts';
import { measureWork } from '../testing/measure-work.ts';
import { readFolderTasks } from './folder-tasks.ts';

let fresh: FreshDatabase;
let database: Database;

/**
 * 20,000 releases in 1,000 folders, of which every tenth runs, with 5 tasks each. The first task of a running release is
 * completed, and the second one is in progress. 10 folders are in each of the 100 folders at the top. Only the running
 * releases have rows of tasks, so that the test is fast.
 */
const rows = [
  `insert into users (username) values ('user7')`,
  `insert into folders (id, parent_id, title, path, scope_id)
    select 'FolderT' || n, 'Applications', 'T' || n, array['Applications', 'FolderT' || n], 'FolderT' || n from generate_series(0, 99) n`,
  `insert into folders (id, parent_id, title, path, scope_id)
    select 'FolderS' || n, 'FolderT' || n % 100, 'S' || n, array['Applications', 'FolderT' || n % 100, 'FolderS' || n], 'FolderT' || n % 100
    from generate_series(0, 999) n`,
  `insert into teams (id, scope_id, name, permissions, position) values ('Team7', 'FolderT7', 'team7', '{release#view}', 0)`,
  `insert into team_members (team_id, principal, name, position) values ('Team7', 'user:user7', 'user7', 0)`,
  `insert into releases (id, folder_id, status, title, flag_status, real_flag_status, tags, auto_start, abort_on_failure,
      risk_score, total_risk_score, rest, variables, passive, start_date)
    select 'Release' || n, 'FolderS' || n % 1000, case when n / 1000 % 10 = 0 then 'IN_PROGRESS' else 'PLANNED' end, 'Release ' || n,
      'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{}', timestamptz '2031-01-01' from generate_series(0, 19999) n`,
  `insert into phases (id, release_id, position, title, status, flag_status, color, overdue_notified, passive)
    select 'Phase' || substr(id, 8), id, 0, 'Build', status, 'OK', '', false, '{}' from releases where status = 'IN_PROGRESS'`,
  `insert into tasks (id, release_id, phase_id, position, type, title, status, owner, start_date, run, flag_status, passive)
    select 'Task' || substr(r.id, 8) || '-' || n, r.id, 'Phase' || substr(r.id, 8), n, 'Task', 'Task ' || n,
      case n when 0 then 'COMPLETED' when 1 then 'IN_PROGRESS' else 'PLANNED' end, case when r.id like '%7' then 'user7' end,
      case when n < 2 then timestamptz '2031-01-01' + substr(r.id, 8)::int * interval '1 second' end, null, 'OK', '{}'
    from releases r, generate_series(0, 4) n where r.status = 'IN_PROGRESS'`,
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

const request = (folderId: string) =>
  ({
    visibility: { ...everythingVisible, scopes: [], permissions: ['release#view'] },
    filter: { folderId, kind: null, text: null },
    after: null,
    limit: 12,
  }) as const;
const read = (folderId: string, changes = {}) =>
  readFolderTasks(database, 'USER7', { ...request(folderId), ...changes });
const idsOf = async (page: ReturnType<typeof read>) => (await page).tasks.map(({ task }) => task.id);

test('lists the unassigned tasks of visible releases in a folder and below it, the longest wait first', async () => {
  const numbers = Array.from({ length: 20_000 }, (_, n) => n).filter(
    (n) => n % 100 === 3 && Math.floor(n / 1000) % 10 === 0,
  );
  const all = { visibility: { ...everythingVisible } };
  const ids = numbers.map((n) => `Task${n}-1`);
  expect((await read('FolderT3', all)).count).toBe(ids.length);
  expect(await idsOf(read('FolderT3', all))).toEqual(ids.slice(0, 12));
  const last = (await read('FolderT3', all)).tasks.at(-1)!;
  const after = { since: last.since, id: last.task.id };
  expect(await idsOf(read('FolderT3', { ...all, after }))).toEqual(ids.slice(12));
  expect(await read('FolderT3')).toMatchObject({ count: 0, tasks: [] });
});

test('lists assigned tasks in progress only if they are requested', async () => {
  expect((await read('FolderT7')).count).toBe(0);
  const filter = { folderId: 'FolderT7', kind: 'person', text: null } as const;
  expect((await read('FolderT7', { filter })).count).toBe(20);
  expect((await read('FolderT7', { filter: { ...filter, kind: 'unassigned' } })).count).toBe(0);
  expect((await read('FolderT7', { filter: { ...filter, text: 'release 7' } })).count).toBe(2);
});

test('finds the tasks of a folder by indexes, without a scan of a plan table', async () => {
  const { sequentialScans, pages } = await measureWork(database, (connection) =>
    readFolderTasks(connection, 'user7', request('FolderT7')).catch(() => {}),
  );
  expect(sequentialScans.filter((table) => table !== null && /releases|tasks|phases/.test(table))).toEqual([]);
  expect(pages).toBeLessThan(1_000);
});
