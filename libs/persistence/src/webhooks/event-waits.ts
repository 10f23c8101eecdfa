import type { Connection } from '../database/database.ts';
import { sourceIdsSql } from './event-sources.ts';

/** A task that waits for an event at an endpoint, or at an event source on it. */
export interface EventWait {
  readonly releaseId: string;
  readonly taskId: string;
  /** the id of what it waits at */
  readonly source: string;
  /** a script, as it is written; null: any event will do */
  readonly condition: string | null;
  /** ids from the root to the folder of its release */
  readonly from: readonly string[];
  /** the same for what it waits at; null: it is global */
  readonly place: readonly string[] | null;
}

/** SQL for whether no task waits for an event at an endpoint. */
export const noWaitingTaskSql = (endpoint: string): string =>
  `not exists (select from awaits w where w.kind = 'event' and w.reference in ${sourceIdsSql(endpoint)})`;

const statement = {
  name: 'tasks-that-await-events',
  text: `select a.release_id as "releaseId", a.task_id as "taskId", a.reference as source,
      t.passive -> 'properties' ->> 'condition' as condition, f.path as "from",
      (select s.path from configurations c join folders s on s.id = c.folder_id where c.id = a.reference) as place
    from deliveries d
      join awaits a on a.kind = 'event' and a.reference in ${sourceIdsSql('d.endpoint_id')}
      join live_tasks t on t.id = a.task_id and t.start_date <= case when $2 then clock_timestamp() else d.received_at end
      join live_releases r on r.id = a.release_id join folders f on f.id = r.folder_id
    where d.id = $1 order by a.release_id, a.task_id`,
};

/**
 * The tasks that were waiting when a received event arrived; a later one waits for the next event. `again`: the tasks
 * that a replay now would reach.
 */
export const findWaitingTasks = (
  connection: Connection,
  receivedEventId: string,
  isReplay = false,
): Promise<readonly EventWait[]> => connection.query<EventWait>(statement, [receivedEventId, isReplay]);
