import { message } from '@slipway/domain/messages';
import { type Instant, NotFound } from '@slipway/domain/model';
import type { RunOutcome } from '@slipway/domain/triggers';
import { currentTraceparent } from '@slipway/tracing';
import { type Connection, isDuplicate, sqlStateOf } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';
import { noWaitingTaskSql, sourceIdsSql } from './event-waits.ts';

/** The decision about a received event. */
type EventVerdict = 'ACCEPTED' | 'REFUSED' | 'DUPLICATE';

/** A request to an endpoint, with all secrets masked. */
export interface ReceivedRequest {
  readonly id: string;
  readonly endpointId: string;
  readonly method: string;
  readonly path: string;
  /** The parameters in order, including empty values. */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** The headers by name as sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /**
   * The digest of the value that the deduplication key of the endpoint selects; null if the event is never a duplicate.
   */
  readonly deduplicationKey: string | null;
}

/** The verdict about a received event, and the response. `durationMs` is the time from its arrival to the verdict. */
interface NewVerdict {
  readonly id: string;
  readonly verdict: 'ACCEPTED' | 'REFUSED';
  readonly reason: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** The original headers, encrypted, until the event is dispatched; null: equal to the stored ones. */
  readonly sealedHeaders: string | null;
  /** Whether it is a connection test, which no trigger and no task processes. */
  readonly isPing: boolean;
}

/** The final verdict about a received event, and whether a trigger or a task still has to process it. */
interface StoredVerdict {
  readonly verdict: EventVerdict;
  readonly unprocessed: boolean;
}

/** The result of a received event for a trigger, or for a task that waited for it. */
export interface EventResult {
  readonly triggerId: string | null;
  readonly taskId?: string;
  /**
   * `filtered`: rejected by the filter; `completed`: the task has completed; `unasked`: above the limit of a preview.
   */
  readonly outcome: RunOutcome | 'filtered' | 'completed' | 'unasked';
  readonly reason: string | null;
  /** The number of the run in the history of the trigger; null without a run. */
  readonly run: number | null;
  readonly releaseId: string | null;
}

/** An accepted event for its listening triggers and tasks. */
export interface UnprocessedEvent
  extends Pick<ReceivedRequest, 'id' | 'endpointId' | 'parameters' | 'headers' | 'body'> {
  readonly receivedAt: Instant;
  /** The encrypted original headers; null if they are equal to the stored ones. */
  readonly sealedHeaders: string | null;
  /** The trace of its request; null without tracing. */
  readonly traceparent: string | null;
}

/**
 * The maximum number of stored characters of the body of a rejected event, which is enough to identify it. Any client
 * can send such events, and a thousand of 8 MB might be stored for each endpoint.
 */
const maxRefusedCharacters = 64 * 1024;

/** The time for the process that accepted an event to process it. After that, another process takes over. */
const leaseUntilSql = `clock_timestamp() + interval '5 seconds'`;
const hasNoListener = (endpoint: string) =>
  `not exists (select from triggers t where t.event_source in ${sourceIdsSql(endpoint)} and t.enabled) and ${noWaitingTaskSql(endpoint)}`;
const statements = {
  // `known` is empty if the endpoint was changed since it was cached. The commit does not wait for the disk: the
  // verdict is written later, and the client gets a response only after that commit. A second synchronous commit would
  // take half of the time of a received event.
  store: {
    name: 'store-received-event',
    text: `with known as (
        select c.id, f.path, set_config('synchronous_commit', 'off', true)
        from configurations c left join folders f on f.id = c.folder_id where c.id = $2 and c.version = $9
      ), stored as (
        insert into deliveries (id, endpoint_id, method, path, parameters, headers, body, deduplication_key, traceparent)
        select $1, id, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $10 from known
      )
      select path as "folderPath" from known`,
  },
  judge: {
    name: 'judge-received-event',
    text: `with decision as (
        select d.id, d.endpoint_id, $2::text as verdict, earlier.id as original
        from deliveries d left join deliveries earlier on $2::text = 'ACCEPTED' and earlier.endpoint_id = d.endpoint_id
          and earlier.deduplication_key = d.deduplication_key and earlier.verdict = 'ACCEPTED'
        where d.id = $1
      )
      update deliveries d
      set verdict = case when original is null then decision.verdict else 'DUPLICATE' end, duplicate_of = original,
        reason = case when original is null then $3 else 'delivered before as ' || original end,
        status = $4, duration_ms = $5, lease_until = ${leaseUntilSql},
        body = case when $2::text = 'REFUSED' and length(body) > ${maxRefusedCharacters} then left(body, ${maxRefusedCharacters}) else body end,
        processed_at = case when listeners.absent then clock_timestamp() end,
        sealed_headers = case when $2::text = 'ACCEPTED' and original is null and not listeners.absent then $6 end
      from decision cross join lateral (
        select $2::text = 'ACCEPTED' and original is null and ($7::boolean or ${hasNoListener('decision.endpoint_id')}) as absent
      ) as listeners
      where d.id = decision.id
      returning d.verdict, d.verdict = 'ACCEPTED' and d.processed_at is null as unprocessed`,
  },
  replay: {
    name: 'replay-received-event',
    text: `insert into deliveries (id, endpoint_id, method, path, parameters, headers, body, replay_of, verdict, reason,
        status, duration_ms, lease_until, traceparent, processed_at)
      select $1, endpoint_id, method, path, parameters, headers, body, id, 'ACCEPTED', $3, 200, 0, ${leaseUntilSql}, $4,
        case when ${hasNoListener('endpoint_id')} then clock_timestamp() end
      from deliveries where id = $2 returning processed_at is null as unprocessed`,
  },
};

/**
 * Stores a received event before it is processed. Returns the ids from the root to the folder of the endpoint, or null
 * for a global endpoint. Returns `changed` and stores nothing if the endpoint no longer has this version. Throws
 * Invalid.
 */
export async function storeReceivedEvent(
  connection: Connection,
  request: ReceivedRequest,
  version: number,
): Promise<{ readonly folderPath: readonly string[] | null } | 'changed'> {
  const { id, endpointId, method, path, parameters, headers, body, deduplicationKey } = request;
  const values = [id, endpointId, method, path, JSON.stringify(parameters), JSON.stringify(headers), body];
  const store = () =>
    connection.query<{ readonly folderPath: readonly string[] | null }>(statements.store, [
      ...values,
      deduplicationKey,
      version,
      currentTraceparent(),
    ]);
  const [stored] = await convertStorageErrors(store).catch(emptyIfDeleted);
  return stored ?? 'changed';
}

/** The endpoint was deleted while the statement was running. */
function emptyIfDeleted(error: unknown): readonly [] {
  if (sqlStateOf(error) === '23503') return [];
  throw error;
}

/**
 * Records the decision about a received event. An accepted event is a duplicate if another one with its key was
 * accepted. It counts as processed if no trigger and no task waits for it. Of two concurrent ones with the same key,
 * one violates the index `delivery_key` and is decided again. Returns null if the event was deleted.
 */
export async function storeVerdict(connection: Connection, newVerdict: NewVerdict): Promise<StoredVerdict | null> {
  const { id, verdict, reason, status, durationMs, sealedHeaders, isPing } = newVerdict;
  const runStore = () =>
    connection.query<StoredVerdict>(statements.judge, [
      ...[id, verdict, reason, status, durationMs, sealedHeaders, isPing],
    ]);
  const [result] = await runStore().catch((error: unknown) => {
    if (isDuplicate(error, 'delivery_key')) return runStore();
    throw error;
  });
  return result ?? null;
}

/**
 * Accepts a stored event again under a new id. It has no deduplication key, so it is not a duplicate. Returns whether a
 * trigger or a task receives it. Throws NotFound if the event or its endpoint was deleted.
 */
export async function replayReceivedEvent(
  connection: Connection,
  replay: { readonly id: string; readonly of: string; readonly reason: string },
): Promise<boolean> {
  const values = [replay.id, replay.of, replay.reason, currentTraceparent()];
  const [accepted] = await connection
    .query<Pick<StoredVerdict, 'unprocessed'>>(statements.replay, values)
    .catch(emptyIfDeleted);
  if (accepted === undefined) throw new NotFound(message('notFound.delivery', { id: replay.of }));
  return accepted.unprocessed;
}

/** A received event with its results. */
export interface ReceivedEventView extends Omit<ReceivedRequest, 'deduplicationKey'> {
  readonly receivedAt: Instant;
  /** The length in characters. `body` may contain only the beginning. */
  readonly bodyLength: number;
  /** Whether only the beginning of the body is stored, because the event was rejected. */
  readonly isCut: boolean;
  readonly verdict: EventVerdict | null;
  readonly reason: string | null;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly duplicateOf: string | null;
  readonly replayOf: string | null;
  readonly processedAt: Instant | null;
  readonly results: readonly EventResult[];
}

const receivedEventColumns = (
  body: string,
) => `id, endpoint_id as "endpointId", received_at as "receivedAt", method, path,
  parameters, headers, ${body} as body, length(body) as "bodyLength",
  coalesce(verdict = 'REFUSED' and length(body) >= ${maxRefusedCharacters}, false) as "isCut", verdict, reason, status,
  duration_ms as "durationMs", duplicate_of as "duplicateOf", replay_of as "replayOf", processed_at as "processedAt",
  results`;
const readStatements = {
  find: {
    name: 'find-received-event',
    text: `select ${receivedEventColumns('body')} from deliveries where id = any ($1::text[])`,
  },
  list: {
    name: 'list-received-events',
    text: `select ${receivedEventColumns('left(body, $4)')} from deliveries where endpoint_id = $1
      order by seq desc limit $2 offset $3`,
  },
};

/** Finds the received event with the first of these ids that exists. Returns null if none exists. */
export async function findReceivedEvent(
  connection: Connection,
  candidates: readonly string[],
): Promise<ReceivedEventView | null> {
  const rows = await connection.query<ReceivedEventView>(readStatements.find, [candidates]);
  return firstCandidate(candidates, rows, (row) => row.id);
}

/** Reads one page of the received events of an endpoint, newest first, with the first characters of each body. */
export const listReceivedEvents = (
  connection: Connection,
  endpointId: string,
  page: { readonly limit: number; readonly offset: number; readonly bodyCharacters: number },
): Promise<readonly ReceivedEventView[]> =>
  connection.query<ReceivedEventView>(readStatements.list, [endpointId, page.limit, page.offset, page.bodyCharacters]);

/**
 * The maximum number of bytes of stored large bodies for each endpoint, because a thousand of 8 MB might be stored.
 * Bodies below 64 KB are only limited by their number.
 */
const maxStoredBytes = 100_000_000;

/**
 * For each endpoint, the oldest received events are checked first: if they are not expired, later ones are not either.
 * Unprocessed events never expire. Only one process at a time runs this statement; others do nothing.
 */
const deleteExpiredStatement = {
  name: 'delete-received-events',
  text: `with alone as materialized (select pg_try_advisory_xact_lock(hashtext('forget-deliveries')) as held),
    old as (
      select d.id from alone cross join configurations c
      cross join lateral (
        select greatest(0, (select seq from deliveries where endpoint_id = c.id order by seq desc
            offset (c.properties ->> 'requestRetention')::int limit 1),
          (select max(seq) from (
              select seq, sum(octet_length(body)) over (order by seq desc) as bytes
              from deliveries where endpoint_id = c.id and octet_length(body) > 65536
            ) as large where bytes > ${maxStoredBytes})) as seq
      ) as last
      cross join lateral (
        select id, seq, received_at, verdict = 'ACCEPTED' and processed_at is null as unprocessed
        from deliveries where endpoint_id = c.id order by seq limit $1
      ) as d
      where alone.held and c.path is not null and unprocessed is not true
        and (d.seq <= last.seq or received_at < now() - make_interval(days => (c.properties ->> 'retentionDays')::int))
      limit $1
    )
    delete from deliveries using old where deliveries.id = old.id returning deliveries.id`,
};

/** Deletes at most `limit` expired received events. Returns their number. */
export async function deleteExpiredReceivedEvents(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(deleteExpiredStatement, [limit])).length;
}
