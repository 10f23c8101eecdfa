import type { ReleaseStatus, TaskStatus } from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../../people/access-attributes.ts';

/** The status of a task, live or archived. */
export interface TaskState {
  /** last segment */
  readonly id: string;
  /** full id */
  readonly full: string;
  readonly status: TaskStatus;
  /** full id */
  readonly release: string;
  readonly releaseStatus: ReleaseStatus;
  readonly standing: AccessAttributes;
}

/**
 * Every limit makes the planner look one row up by its key, live ones first: it takes a recursion for very many
 * rows, and would rather read all releases. Only tasks in groups climb.
 */
const select = {
  name: 'task-states',
  text: `select t.id, t.status, r.status as "releaseStatus", array_to_string(f.path || r.id, '/') as release,
      array_to_string(f.path || r.id || t.phase_id || case when t.parent_id is null then '{}' else (
        with recursive above as (
          select t.parent_id as id, 1 as height
          union all
          select (select g.parent_id from tasks g where g.id = a.id limit 1), a.height + 1 from above a
            where a.id is not null
        ) select array_agg(id order by height desc) filter (where id is not null) from above
      ) end || t.id, '/') as full,
      ${accessAttributesSql('r', taskAccessSql('t'))} as standing
    from unnest($1::text[]) as asked (id)
      cross join lateral (select * from tasks where id = asked.id limit 1) t
      cross join lateral (select * from releases where id = t.release_id limit 1) r
      cross join lateral (select * from folders where id = r.folder_id limit 1) f`,
};

/** The states of the tasks with these last segments, by them, in one statement; those that do not exist are left out. */
export async function readTaskStates(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaskState>> {
  const rows = await connection.query<TaskState>(select, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
