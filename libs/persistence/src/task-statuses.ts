import type { ReleaseStatus, TaskStatus } from '@slipway/domain';
import type { Connection } from './database.ts';

/** How a task stands, live or archived. */
export interface TaskState {
  /** last segment */
  readonly id: string;
  readonly status: TaskStatus;
  readonly releaseId: string;
  readonly releaseStatus: ReleaseStatus;
  /** ids of the folders that its release is in, outermost first */
  readonly folderPath: readonly string[];
  /** ids from the phase down to the task itself */
  readonly below: readonly string[];
}

/** Climbs from each task through its groups, which are few; every step is a look-up of a primary key. */
const select = {
  name: 'task-states',
  text: `with recursive climbed as (
      select t.id as leaf, t.status, t.release_id, t.phase_id, t.parent_id, array[t.id] as below
        from tasks t where t.id = any ($1::text[])
      union all
      select c.leaf, c.status, c.release_id, c.phase_id, t.parent_id, t.id || c.below
        from climbed c join tasks t on t.id = c.parent_id
    )
    select c.leaf as id, c.status, r.id as "releaseId", r.status as "releaseStatus", f.path as "folderPath",
        c.phase_id || c.below as below
      from climbed c join releases r on r.id = c.release_id join folders f on f.id = r.folder_id
      where c.parent_id is null`,
};

/** The states of the tasks with these last segments, by them, in one statement; those that do not exist are left out. */
export async function readTaskStates(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaskState>> {
  const rows = await connection.query<TaskState>(select, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
