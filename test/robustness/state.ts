import { readFileSync } from 'node:fs';
import type { Database } from '@slipway/persistence/database';

/**
 * Returns a text that differs after every change by a request: versions increase with every save, and row counts
 * change.
 */
export async function fingerprint(database: Database): Promise<string> {
  const [row] = await database.query<{ readonly print: string }>({
    text: `select concat_ws(' ',
      (select count(*) || ':' || coalesce(sum(version), 0) from releases),
      (select count(*) from phases), (select count(*) from tasks), (select count(*) from comments),
      (select count(*) from activities), (select count(*) from awaits),
      (select md5(string_agg(f::text, ',' order by id)) from folders f),
      (select md5(string_agg(v::text, ',' order by id)) from shared_variables v),
      (select count(*) from users)) as print`,
  });
  return row!.print;
}

/** Returns full and bare ids of existing objects, the newest first. */
export async function idsIn(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ readonly id: string }>({
    text: `(select id from live_releases order by ctid desc limit 12)
      union all (select f.path[1] || '/' || r.id from live_releases r join folders f on f.id = r.folder_id limit 4)
      union all (select id from live_phases order by ctid desc limit 12)
      union all (select id from live_tasks order by ctid desc limit 30)
      union all (select unnest(variable_ids) from live_releases where variable_ids is not null limit 6)
      union all (select id from folders order by id limit 6) union all (select id from shared_variables limit 4)`,
  });
  return rows.map(({ id }) => id);
}

/** Returns the resident memory of a process in megabytes. */
export function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
