import type { Connection } from '../database/database.ts';

/**
 * SQL for the ids to which triggers can listen for events of an endpoint: its own id, and those of its event sources.
 */
export const sourceIdsSql = (endpoint: string): string =>
  `(select ${endpoint} union all select s.id from configurations s where s.event_source = ${endpoint})`;

/** The event source of a trigger, and the location from which the trigger accesses it. */
interface TriggerSource {
  /** The ids from the root to the folder of its template, or to its own folder without a template. */
  readonly folderPath: readonly string[] | null;
  /** The ids from the root to the folder of the source; null for a global source. */
  readonly sourceFolderPath: readonly string[] | null;
  readonly title: string;
  /** The event type of an event source; null without one, and for an endpoint. */
  readonly outputEventType: string | null;
}

const sourceStatement = {
  name: 'source-of-trigger',
  text: `select (select path from folders where id = coalesce((select folder_id from live_releases where id = $2), $3)) as "folderPath",
      f.path as "sourceFolderPath", c.title, c.properties ->> 'outputEventType' as "outputEventType"
    from configurations c left join folders f on f.id = c.folder_id where c.id = $1`,
};

/** Finds the source of events for a trigger of a template or in a folder. Returns null if it does not exist. */
export async function readTriggerSource(
  connection: Connection,
  sourceId: string,
  { templateId, folderId }: { readonly templateId: string | null; readonly folderId: string },
): Promise<TriggerSource | null> {
  const [source] = await connection.query<TriggerSource>(sourceStatement, [sourceId, templateId, folderId]);
  return source ?? null;
}

/** A task that waits for an event of an endpoint or of one of its event sources. */
export interface EventWait {
  readonly releaseId: string;
  readonly taskId: string;
  /** The id of the endpoint or event source. */
  readonly source: string;
  /** The source text of the filter script; null to accept any event. */
  readonly condition: string | null;
  /** The ids from the root to the folder of its release. */
  readonly folderPath: readonly string[];
  /** The ids from the root to the folder of the endpoint or event source; null for a global one. */
  readonly sourceFolderPath: readonly string[] | null;
}

/** SQL for whether no task waits for an event at an endpoint. */
export const noWaitingTaskSql = (endpoint: string): string =>
  `not exists (select from awaits w where w.kind = 'event' and w.reference in ${sourceIdsSql(endpoint)})`;

const waitStatement = {
  name: 'tasks-that-await-events',
  text: `select a.release_id as "releaseId", a.task_id as "taskId", a.reference as source,
      t.passive -> 'properties' ->> 'condition' as condition, f.path as "folderPath",
      (select s.path from configurations c join folders s on s.id = c.folder_id where c.id = a.reference) as "sourceFolderPath"
    from deliveries d
      join awaits a on a.kind = 'event' and a.reference in ${sourceIdsSql('d.endpoint_id')}
      join live_tasks t on t.id = a.task_id and t.start_date <= case when $2 then clock_timestamp() else d.received_at end
      join live_releases r on r.id = a.release_id join folders f on f.id = r.folder_id
    where d.id = $1 order by a.release_id, a.task_id`,
};

/**
 * Finds the tasks that were waiting when an event was received. Tasks that began to wait later need another event. With
 * `again`, finds the tasks that are waiting now, for a replay.
 */
export const findWaitingTasks = (
  connection: Connection,
  receivedEventId: string,
  isReplay = false,
): Promise<readonly EventWait[]> => connection.query<EventWait>(waitStatement, [receivedEventId, isReplay]);
