import type { Connection } from '../database/database.ts';

/** SQL for the ids that triggers may name to listen at an endpoint: its own, and those of the event sources on it. */
export const sourceIdsSql = (endpoint: string): string =>
  `(select ${endpoint} union all select s.id from configurations s where s.event_source = ${endpoint})`;

/** The source of a trigger's events, and from where it listens. */
interface TriggerSource {
  /** Ids from the root to the folder of its template, or to its own folder without a template. */
  readonly from: readonly string[] | null;
  /** the same for the source; null: it is global */
  readonly place: readonly string[] | null;
  readonly title: string;
  /** The type of the events of an event source; null without one, as for an endpoint. */
  readonly outputEventType: string | null;
}

const sourceStatement = {
  name: 'source-of-trigger',
  text: `select (select path from folders where id = coalesce((select folder_id from live_releases where id = $2), $3)) as "from",
      f.path as place, c.title, c.properties ->> 'outputEventType' as "outputEventType"
    from configurations c left join folders f on f.id = c.folder_id where c.id = $1`,
};

/** A source as a trigger of a template or a folder would listen to it; null when there is none. */
export async function readTriggerSource(
  connection: Connection,
  sourceId: string,
  { templateId, folderId }: { readonly templateId: string | null; readonly folderId: string },
): Promise<TriggerSource | null> {
  const [source] = await connection.query<TriggerSource>(sourceStatement, [sourceId, templateId, folderId]);
  return source ?? null;
}

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

const waitStatement = {
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
): Promise<readonly EventWait[]> => connection.query<EventWait>(waitStatement, [receivedEventId, isReplay]);
