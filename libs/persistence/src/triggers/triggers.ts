import { message } from '@slipway/domain/messages';
import { type Instant, NotFound } from '@slipway/domain/model';
import type { EventTrigger, PollTrigger, ScheduleTrigger, Trigger } from '@slipway/domain/triggers';
import { type Connection, sqlStateOf } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { timestamp } from '../database/instants.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';
import { sourceIdsSql } from '../webhooks/event-waits.ts';

/** SQL that releases a poll, so that another process can poll. */
export const releasePollSql = 'poll_holder = null, poll_until = null';
/** SQL that ends a poll, or discards the poll of a changed trigger. */
export const endPollSql = `${releasePollSql}, poll_asked_by = null`;

/** A trigger with its counters and status. */
export interface TriggerRow {
  readonly trigger: Trigger;
  readonly version: number;
  /**
   * The user who last saved or enabled the trigger. Its releases are created with the permissions of this user. Null:
   * unknown, because the trigger is older than this member.
   */
  readonly author: string | null;
  /** The version of all permissions at the time of the read. */
  readonly accessVersion: number;
  /** The ids from the root to its folder. */
  readonly folderPath: readonly string[];
  /** The ids from the root to the folder of its event source; null for a global source, or without one. */
  readonly sourcePath: readonly string[] | null;
  /** The ids from the root to the folder of its template; null without a template. */
  readonly templatePath: readonly string[] | null;
  /** The time from which the seconds of a repeating schedule are counted. */
  readonly anchor: Instant;
  /** The next scheduled time; null for a disabled trigger. */
  readonly nextFireAt: Instant | null;
  /** The number of releases that it has created. */
  readonly fires: number;
  readonly lastRunDate: Instant | null;
  readonly lastRunStatus: 'SUCCESS' | 'FAILURE' | null;
}

/** A trigger to store, with its scheduled times. */
type TriggerRecord = Pick<TriggerRow, 'trigger' | 'author' | 'anchor' | 'nextFireAt'>;

interface ColumnFields {
  readonly id: string;
  readonly title: string;
  readonly enabled: boolean;
  readonly folderId: string;
  readonly templateId: string | null;
  readonly eventSource: string | null;
  /** Null for built-in types. */
  readonly pollerType: string | null;
}

type StoredRow<T extends Trigger> = ColumnFields &
  Omit<TriggerRow, 'trigger'> & { readonly type: T['type']; readonly definition: Omit<T, keyof ColumnFields | 'type'> };

export type StoredTrigger = StoredRow<ScheduleTrigger> | StoredRow<EventTrigger> | StoredRow<PollTrigger>;

/** The columns of a stored trigger. The aliases are `t` for `triggers` and `f` for its folder. */
export const triggerColumns = `t.id, t.version, t.author, (select version from access_version) as "accessVersion", t.type, t.title, t.enabled, t.folder_id as "folderId",
  t.template_id as "templateId", t.event_source as "eventSource", t.poller_type as "pollerType", (select e.path from folders e
    join configurations c on c.folder_id = e.id where c.id = t.event_source) as "sourcePath", (select e.path from folders e
    join live_releases r on r.folder_id = e.id where r.id = t.template_id) as "templatePath", t.definition, t.anchor, t.next_fire_at as "nextFireAt", t.fires,
  t.last_run_date as "lastRunDate", t.last_run_status as "lastRunStatus", f.path as "folderPath"`;

const selectSql = `select ${triggerColumns} from triggers t join folders f on f.id = t.folder_id`;
const statements = {
  listening: {
    name: 'triggers-that-listen',
    text: `${selectSql} where t.enabled and t.event_source in ${sourceIdsSql('(select endpoint_id from deliveries where id = $1)')} order by t.id`,
  },
  find: { name: 'find-triggers', text: `${selectSql} where t.id = any ($1::text[])` },
  among: {
    name: 'triggers-among',
    text: `${selectSql} where t.folder_id = any ($1::text[]) and t.title = any ($2::text[]) order by lower(left(t.title, 200)), t.id`,
  },
  lock: { name: 'lock-trigger', text: `${selectSql} where t.id = $1 for update of t` },
  claim: {
    name: 'claim-due-trigger',
    text: `${selectSql} where t.id = $1 and t.next_fire_at <= clock_timestamp() for update of t skip locked`,
  },
  folders: {
    name: 'lock-folders-of-trigger',
    text: `select id from folders where id in (
        select folder_id from triggers where id = $1
        union all select r.folder_id from triggers t join live_releases r on r.id = t.template_id where t.id = $1)
      order by id for key share`,
  },
  insert: {
    name: 'insert-trigger',
    text: `insert into triggers (id, type, title, enabled, folder_id, template_id, definition, anchor, next_fire_at,
        event_source, poller_type, author)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (id) do nothing returning id`,
  },
  update: {
    name: 'update-trigger',
    text: `update triggers set version = version + 1, type = $2, title = $3, enabled = $4, folder_id = $5,
        template_id = $6, definition = $7, anchor = $8, next_fire_at = $9, event_source = $10, poller_type = $11,
        author = $12, failures = 0, retry_at = null, ${endPollSql}
      where id = $1`,
  },
  delete: { name: 'delete-trigger', text: 'delete from triggers where id = $1 returning id' },
};

function toTrigger(row: StoredTrigger): Trigger {
  const { id, title, enabled, folderId, templateId, eventSource } = row;
  const common = { id, title, enabled, folderId, templateId };
  switch (row.type) {
    case 'time.Schedule':
      return { ...row.definition, ...common, type: row.type };
    case 'events.EventBasedTrigger':
      return { ...row.definition, ...common, type: row.type, eventSource };
    case 'ReleaseTrigger':
      return { ...row.definition, ...common, type: row.type, pollerType: row.pollerType ?? '' };
  }
}

export function toTriggerRow(row: StoredTrigger): TriggerRow {
  const { version, author, accessVersion, folderPath, sourcePath, templatePath, anchor, nextFireAt } = row;
  const { fires, lastRunDate, lastRunStatus } = row;
  return {
    trigger: toTrigger(row),
    version,
    author,
    accessVersion,
    folderPath,
    sourcePath,
    templatePath,
    anchor,
    nextFireAt,
    fires,
    lastRunDate,
    lastRunStatus,
  };
}

/** Finds the trigger with the first of these ids that exists. Returns null if none exists. */
export async function findTrigger(connection: Connection, candidates: readonly string[]): Promise<TriggerRow | null> {
  const rows = await readTriggers(connection, candidates);
  return firstCandidate(candidates, rows, ({ trigger }) => trigger.id);
}

/** Reads these triggers, in any order. Omits unknown ids. */
export async function readTriggers(connection: Connection, ids: readonly string[]): Promise<readonly TriggerRow[]> {
  return (await connection.query<StoredTrigger>(statements.find, [ids])).map(toTriggerRow);
}

/** Finds the triggers with one of these titles in one of these folders. */
export async function findTriggersInFolders(
  connection: Connection,
  folderIds: readonly string[],
  titles: readonly string[],
): Promise<readonly TriggerRow[]> {
  return (await connection.query<StoredTrigger>(statements.among, [folderIds, titles])).map(toTriggerRow);
}

/** Finds the triggers that receive an event. */
export async function findListeningTriggers(
  connection: Connection,
  receivedEventId: string,
): Promise<readonly TriggerRow[]> {
  return (await connection.query<StoredTrigger>(statements.listening, [receivedEventId])).map(toTriggerRow);
}

/**
 * Reads a trigger and locks it until the transaction ends. Returns null if it does not exist. Its folder and the folder
 * of its template are locked first, in the order that the deletion of a folder uses, to prevent deadlocks.
 */
export async function lockTrigger(connection: Connection, id: string): Promise<TriggerRow | null> {
  const [, [row]] = await Promise.all([
    connection.query(statements.folders, [id]),
    connection.query<StoredTrigger>(statements.lock, [id]),
  ]);
  return row === undefined ? null : toTriggerRow(row);
}

/**
 * Reads and locks a due trigger in the same way. Does not wait for the lock of a trigger: returns null if another
 * process holds it.
 */
export async function claimDueTrigger(connection: Connection, id: string): Promise<TriggerRow | null> {
  const [, [row]] = await Promise.all([
    connection.query(statements.folders, [id]),
    connection.query<StoredTrigger>(statements.claim, [id]),
  ]);
  return row === undefined ? null : toTriggerRow(row);
}

const valuesOf = ({ trigger, author, anchor, nextFireAt }: TriggerRecord) => {
  const { id, type, title, enabled, folderId, templateId, ...rest } = trigger;
  const { eventSource, pollerType, ...definition } = { eventSource: null, pollerType: null, ...rest };
  const dates = [timestamp(anchor), timestamp(nextFireAt)];
  return [
    ...[
      id,
      type,
      title,
      enabled,
      folderId,
      templateId,
      JSON.stringify(definition),
      ...dates,
      eventSource,
      pollerType,
      author,
    ],
  ];
};

/**
 * Stores a new trigger. Returns false if its id is in use. Throws NotFound if its folder or template was deleted,
 * Invalid.
 */
export async function insertTrigger(connection: Connection, record: TriggerRecord): Promise<boolean> {
  const rows = await convertMissingReference(() => connection.query(statements.insert, valuesOf(record)));
  return rows.length > 0;
}

/** Updates a locked trigger. Throws NotFound if its folder or template was deleted, Invalid. */
export async function updateTrigger(connection: Connection, record: TriggerRecord): Promise<void> {
  await convertMissingReference(() => connection.query(statements.update, valuesOf(record)));
}

/** Deletes a trigger with its run history. The releases that it created stay. Throws NotFound. */
export async function deleteTrigger(connection: Connection, id: string): Promise<void> {
  const rows = await connection.query(statements.delete, [id]);
  if (rows.length === 0) throw new NotFound(message('notFound.trigger', { id }));
}

async function convertMissingReference<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await convertStorageErrors(write);
  } catch (error) {
    if (sqlStateOf(error) === '23503') throw new NotFound(message('trigger.partsGone'));
    throw error;
  }
}
