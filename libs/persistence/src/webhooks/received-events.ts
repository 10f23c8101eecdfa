import { type Instant, NotFound } from '@slipway/domain/model';
import type { RunOutcome } from '@slipway/domain/triggers';
import { currentTraceparent } from '@slipway/tracing';
import { type Connection, isDuplicate, sqlStateOf } from '../database/database.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';
import { sourceIdsSql } from './event-sources.ts';
import { noWaitingTaskSql } from './event-waits.ts';

/** The decision about a received event. */
export type EventVerdict = 'ACCEPTED' | 'REFUSED' | 'DUPLICATE';

/** What was sent to an endpoint, with every secret masked. */
export interface ReceivedRequest {
  readonly id: string;
  readonly endpointId: string;
  readonly method: string;
  readonly path: string;
  /** in order, empty values kept */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** by name as it was written */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** a digest of what the endpoint's key named; null: like no other */
  readonly deduplicationKey: string | null;
}

/** How a received event was judged, and answered; `durationMs` is from its arrival to the verdict. */
export interface NewVerdict {
  readonly id: string;
  readonly verdict: 'ACCEPTED' | 'REFUSED';
  readonly reason: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** The original headers, encrypted, until the event is dispatched; null: equal to the stored ones. */
  readonly sealedHeaders: string | null;
}

/** How a received event was judged in the end, and whether a trigger or a task still has to get it. */
export interface StoredVerdict {
  readonly verdict: EventVerdict;
  readonly unprocessed: boolean;
}

/** What a trigger, or a task that waited for it, has made of a received event. */
export interface EventResult {
  readonly triggerId: string | null;
  readonly taskId?: string;
  /**
   * `filtered`: rejected by the filter; `completed`: the task has completed; `unasked`: above the limit of a preview.
   */
  readonly outcome: RunOutcome | 'filtered' | 'completed' | 'unasked';
  readonly reason: string | null;
  /** the line in the trigger's ledger; null: there is none */
  readonly run: number | null;
  readonly releaseId: string | null;
}

/** An accepted event, as triggers and tasks that listen get it. */
export interface UnprocessedEvent
  extends Pick<ReceivedRequest, 'id' | 'endpointId' | 'parameters' | 'headers' | 'body'> {
  readonly receivedAt: Instant;
  /** as they were sent, sealed; null: as they are kept */
  readonly sealedHeaders: string | null;
  /** The trace of its request; null without tracing. */
  readonly traceparent: string | null;
}

/**
 * The stored characters of the body of a refused event: enough to identify it. Every client can send one, and
 * otherwise a thousand of 8 MB would be stored for each endpoint.
 */
export const maxRefusedCharacters = 64 * 1024;

/** The process that authorizes an event processes it next; after this time, another process takes over. */
const leaseUntilSql = `clock_timestamp() + interval '5 seconds'`;
const hasNoListener = (endpoint: string) =>
  `not exists (select from triggers t where t.event_source in ${sourceIdsSql(endpoint)} and t.enabled) and ${noWaitingTaskSql(endpoint)}`;
const statements = {
  // `known` is empty if the endpoint was changed since it was cached. The row need not have reached the disk: its
  // result is written later, and a caller gets a response only after that (an acknowledged write is half of the cost of
  // a received event).
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
    text: `with judged as (
        select d.id, d.endpoint_id, $2::text as verdict, earlier.id as original
        from deliveries d left join deliveries earlier on $2::text = 'ACCEPTED' and earlier.endpoint_id = d.endpoint_id
          and earlier.deduplication_key = d.deduplication_key and earlier.verdict = 'ACCEPTED'
        where d.id = $1
      )
      update deliveries d
      set verdict = case when original is null then judged.verdict else 'DUPLICATE' end, duplicate_of = original,
        reason = case when original is null then $3 else 'delivered before as ' || original end,
        status = $4, duration_ms = $5, lease_until = ${leaseUntilSql},
        body = case when $2::text = 'REFUSED' and length(body) > ${maxRefusedCharacters} then left(body, ${maxRefusedCharacters}) else body end,
        processed_at = case when listeners.absent then clock_timestamp() end,
        sealed_headers = case when $2::text = 'ACCEPTED' and original is null and not listeners.absent then $6 end
      from judged cross join lateral (
        select $2::text = 'ACCEPTED' and original is null and ${hasNoListener('judged.endpoint_id')} as absent
      ) as listeners
      where d.id = judged.id
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
 * Stores a received event before anything is done about it. Answers the ids from the root to the endpoint's folder (null:
 * global), or `changed` when the endpoint is not under this version any more, and then nothing is stored. Throws Invalid.
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

/** The endpoint was there when the statement began, and was deleted before it had ended. */
function emptyIfDeleted(error: unknown): readonly [] {
  if (sqlStateOf(error) === '23503') return [];
  throw error;
}

/**
 * Records the decision about a received event. An accepted one is a duplicate if another one with its key was
 * accepted, and is processed if no trigger and no task waits for it. Of two concurrent ones, one fails on the index
 * `delivery_key`, and is decided again. Returns null if the event was deleted.
 */
export async function storeVerdict(connection: Connection, newVerdict: NewVerdict): Promise<StoredVerdict | null> {
  const { id, verdict, reason, status, durationMs, sealedHeaders } = newVerdict;
  const runStore = () =>
    connection.query<StoredVerdict>(statements.judge, [id, verdict, reason, status, durationMs, sealedHeaders]);
  const [result] = await runStore().catch((error: unknown) => {
    if (isDuplicate(error, 'delivery_key')) return runStore();
    throw error;
  });
  return result ?? null;
}

/**
 * Accepts a stored event again, under a new id and without a key, so that it is no duplicate. Returns whether a
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
  if (accepted === undefined) throw new NotFound(`there is no delivery '${replay.of}'`);
  return accepted.unprocessed;
}
