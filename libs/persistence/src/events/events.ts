import type { NewEvent } from '@slipway/domain/model';
import { currentTraceparent } from '@slipway/tracing';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { columnDefinitions, columnNames } from '../plans/rows/columns.ts';

/** Columns of an event, with their types. */
export const eventColumns = {
  type: 'text',
  occasion: 'text',
  task_id: 'text',
  actor: 'text',
  at: 'timestamptz',
  data: 'jsonb',
  audience: 'jsonb',
} as const;

/** Converts an event to a record for its row. */
export const toEventRecord = ({ type, occasion, taskId, actor, at, data, audience }: NewEvent) => ({
  ...{ type, occasion, task_id: taskId, actor, at: timestamp(at), data, audience },
});

/** An item has one event of each occasion, although a due date can be removed and set again. */
const ignoreRepeatedSql = 'on conflict (type, occasion) where occasion is not null do nothing';

/** An event about the risk counts only if the score rises above the threshold. */
const crossesThresholdSql = `(x.type <> 'release.atRisk' or exists (
    select from risk_settings s where (x.data->'risk'->>'from')::int < s.at_risk_from
      and (x.data->'risk'->>'to')::int >= s.at_risk_from))`;

/** Queues the events in the rows `ev` for the creation of their deliveries. Each statement with new events has it. */
export const queueEventsSql = 'insert into event_queue select id from ev';

/** Inserts events `$1` of one release in the folder `$2`, with the trace `$3`. `r` has the id and the new version. */
export const insertEventsSql = `insert into events
    (release_id, folder_id, version, traceparent, ${columnNames(eventColumns)})
  select r.id, $2::text, r.version, $3::text, ${columnNames(eventColumns, 'x.')}
  from r, json_to_recordset($1) as x(${columnDefinitions(eventColumns)})
  where ${crossesThresholdSql} ${ignoreRepeatedSql} returning id`;

/** Inserts events of several releases from rows `x`, in the order of `x.n`. `r` has the ids and the new versions. */
export const insertEventsOfBatchSql = (rowsSql: string): string => `insert into events
    (release_id, folder_id, version, traceparent, ${columnNames(eventColumns)})
  select r.id, x.folder_id, r.version, x.traceparent, ${columnNames(eventColumns, 'x.')}
  from ${rowsSql} where ${crossesThresholdSql} order by x.n ${ignoreRepeatedSql} returning id`;

/** Inserts events of new releases: `parameter` has records with `release_id`. `r` has the releases. */
export const insertEventsOfReleasesSql = (parameter: string): string => `insert into events
    (release_id, folder_id, version, traceparent, ${columnNames(eventColumns)})
  select r.id, r.folder_id, r.version, x.traceparent, ${columnNames(eventColumns, 'x.')}
  from r join json_to_recordset(${parameter}) as x(release_id text, traceparent text, ${columnDefinitions(eventColumns)})
    on x.release_id = r.id
  where ${crossesThresholdSql} ${ignoreRepeatedSql} returning id`;

const insert = {
  name: 'insert-events',
  text: `with ev as (
      insert into events (folder_id, traceparent, ${columnNames(eventColumns)})
      select $2::text, $3::text, ${columnNames(eventColumns, 'x.')}
      from json_to_recordset($1) as x(${columnDefinitions(eventColumns)})
      ${ignoreRepeatedSql} returning id)
    ${queueEventsSql}`,
};

/** Inserts events that belong to no release, such as a failed trigger. An event of a known occasion is ignored. */
export async function insertEvents(
  connection: Connection,
  folderId: string | null,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await connection.query(insert, [JSON.stringify(events.map(toEventRecord)), folderId, currentTraceparent()]);
}
