import type { Database } from '../database/database.ts';

/** The current time of the searches in tests. */
export const now = Date.parse('2026-06-30T12:00:00Z');
/** The number of live releases, and also of archived ones. */
export const rowCount = 20_000;

/**
 * Release n of 20,000 started n times 36 hours ago and took a day. Every 50th is still running, and the one after it is
 * planned. Each has one task. Every 50th is flagged, every 100th belongs to ann, and every 1000th has the tags `hot`
 * and `net` and a task with the tags `db` and `night`. The folders alternate between FolderA, FolderAa (in FolderA) and
 * FolderB.
 */
const rows = [
  `insert into folders (id, parent_id, title, path, scope_id) values
    ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA'),
    ('FolderAa', 'FolderA', 'Aa', '{Applications,FolderA,FolderAa}', 'FolderA'),
    ('FolderB', 'Applications', 'B', '{Applications,FolderB}', 'FolderB')`,
  `insert into releases (id, archived, folder_id, status, title, owner, start_date, end_date, flag_status,
      real_flag_status, tags, auto_start, abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
    select 'Release' || to_char(n, 'FM00000'), archived, (array['FolderA', 'FolderAa', 'FolderB'])[1 + n % 3],
      case when n % 50 = 0 then 'IN_PROGRESS' when n % 50 = 1 then 'PLANNED' when n % 7 = 0 then 'ABORTED' else 'COMPLETED' end,
      'Deploy ' || md5(n::text) || ' ' || n, case when n % 100 = 0 then 'ann' else 'user' || n % 977 end,
      to_timestamp(${now / 1000}) - n * interval '36 hours',
      case when n % 50 > 1 then to_timestamp(${now / 1000}) - n * interval '36 hours' + interval '24 hours' end,
      'OK', case when n % 50 = 0 then 'AT_RISK' else 'OK' end,
      case when archived and n = 7 then array['old'] when n % 1000 = 0 then array['hot', 'net']
        else array['tag' || n % 500, 'cool'] end,
      false, false, n % 101, n % 300, '{}', '[]', '{}'
    from generate_series(1, ${rowCount}) n, (values (false), (true)) as stores (archived)`,
  `insert into tasks (id, archived, release_id, phase_id, position, type, title, status, flag_status, passive)
    select 'Task' || substr(id, 8), archived, id, 'Phase' || substr(id, 8), 0, 'Task', 'only', 'PLANNED', 'OK',
      case when 'hot' = any (tags) then '{"tags": ["db", "night"]}' else '{"description": "none"}' end::jsonb
    from releases`,
  `insert into releases (id, folder_id, status, title, flag_status, real_flag_status, tags, auto_start,
      abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
    select 'ReleaseT' || n, 'FolderA', 'TEMPLATE', 'Template ' || md5(n::text) || ' ' || n, 'OK', 'OK', array['t' || n % 100],
      false, false, 0, 0, '{}'::jsonb, '[]'::jsonb, '{}'::jsonb from generate_series(1, 5000) n
    union all
    select 'ReleaseL' || n, 'Applications', 'PLANNED', (array['alpha', 'Beta', 'gamma'])[n], 'OK', 'OK', '{letters}',
      false, false, 0, 0, '{}', '[]', '{}' from generate_series(1, 3) n`,
  'vacuum analyze folders, releases, tasks',
];

/** Fills an empty database with releases for searches. It takes about two seconds. */
export async function insertSearchRows(database: Database): Promise<void> {
  for (const text of rows) await database.query({ text });
}
