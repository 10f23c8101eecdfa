import type { Json } from '@slipway/domain';
import { type Connection, isDuplicate } from './database.ts';
import { refusingUnstorable } from './unstorable.ts';

/** What became of a delivery. */
export type Verdict = 'ACCEPTED' | 'REFUSED' | 'DUPLICATE';

/** What was sent to an endpoint, with every secret masked. */
export interface Sent {
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

/** How a delivery was judged, and answered; `durationMs` is from its arrival to the verdict. */
export interface Judgement {
  readonly id: string;
  readonly verdict: 'ACCEPTED' | 'REFUSED';
  readonly reason: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** nobody listens: an accepted one is done with */
  readonly processed: boolean;
}

/**
 * `known` finds nothing when the endpoint was changed since it was remembered. The row need not have reached the disk:
 * whatever comes of it is written after it, and a caller is answered only when that has (an acknowledged write is
 * half of what a delivery costs).
 */
const statements = {
  store: {
    name: 'store-delivery',
    text: `with known as (
        select c.id, f.path, set_config('synchronous_commit', 'off', true)
        from configurations c left join folders f on f.id = c.folder_id where c.id = $2 and c.version = $9
      ), stored as (
        insert into deliveries (id, endpoint_id, method, path, parameters, headers, body, deduplication_key)
        select $1, id, $3, $4, $5::jsonb, $6::jsonb, $7, $8 from known
      )
      select path as "folderPath" from known`,
  },
  judge: {
    name: 'judge-delivery',
    text: `with judged as (
        select d.id, $2::text as verdict, earlier.id as original
        from deliveries d left join deliveries earlier on $2::text = 'ACCEPTED' and earlier.endpoint_id = d.endpoint_id
          and earlier.deduplication_key = d.deduplication_key and earlier.verdict = 'ACCEPTED'
        where d.id = $1
      )
      update deliveries d
      set verdict = case when original is null then judged.verdict else 'DUPLICATE' end, duplicate_of = original,
        reason = case when original is null then $3 else 'delivered before as ' || original end,
        status = $4, duration_ms = $5, processed_at = case when $6 and $2::text = 'ACCEPTED' and original is null then clock_timestamp() end
      from judged where d.id = judged.id returning d.verdict`,
  },
  replay: {
    name: 'replay-delivery',
    text: `insert into deliveries (id, endpoint_id, method, path, parameters, headers, body, replay_of, verdict, reason,
        status, duration_ms, processed_at)
      select $1, endpoint_id, method, path, parameters, headers, body, id, 'ACCEPTED', $3, 200, 0,
        case when $4 then clock_timestamp() end
      from deliveries where id = $2`,
  },
  unprocessed: {
    name: 'lock-unprocessed-deliveries',
    text: `select id from deliveries where verdict = 'ACCEPTED' and processed_at is null
      order by seq limit $1 for update skip locked`,
  },
  processed: {
    name: 'delivery-processed',
    text: 'update deliveries set processed_at = clock_timestamp(), results = $2 where id = $1',
  },
};

/**
 * Stores a delivery before anything is done about it. Answers the ids from the root to the endpoint's folder (null:
 * global), or `changed` when the endpoint is not under this version any more, and then nothing is stored. Throws Invalid.
 */
export async function storeDelivery(
  connection: Connection,
  sent: Sent,
  version: number,
): Promise<{ readonly folderPath: readonly string[] | null } | 'changed'> {
  const { id, endpointId, method, path, parameters, headers, body, deduplicationKey } = sent;
  const values = [id, endpointId, method, path, JSON.stringify(parameters), JSON.stringify(headers), body];
  const [stored] = await refusingUnstorable(() =>
    connection.query<{ readonly folderPath: readonly string[] | null }>(statements.store, [
      ...values,
      deduplicationKey,
      version,
    ]),
  );
  return stored ?? 'changed';
}

/**
 * Notes what became of a delivery: an accepted one is a duplicate when another one with its key was accepted. Of two
 * at once, one fails on the index `delivery_key`, and is judged again. Answers null when it was deleted meanwhile.
 */
export async function judgeDelivery(connection: Connection, judgement: Judgement): Promise<Verdict | null> {
  const { id, verdict, reason, status, durationMs, processed } = judgement;
  const judge = () =>
    connection.query<{ readonly verdict: Verdict }>(statements.judge, [
      id,
      verdict,
      reason,
      status,
      durationMs,
      processed,
    ]);
  const [judged] = await judge().catch((error: unknown) => {
    if (isDuplicate(error, 'delivery_key')) return judge();
    throw error;
  });
  return judged?.verdict ?? null;
}

/** Accepts what was delivered before once more, under a new id; without a key, so that it is no duplicate. */
export async function replayDelivery(
  connection: Connection,
  replay: { readonly id: string; readonly of: string; readonly reason: string; readonly processed: boolean },
): Promise<void> {
  await connection.query(statements.replay, [replay.id, replay.of, replay.reason, replay.processed]);
}

/** Ids of accepted deliveries that nobody was told of, the oldest first; others pass them over until the transaction ends. */
export async function lockUnprocessedDeliveries(connection: Connection, limit: number): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>(statements.unprocessed, [limit]);
  return rows.map(({ id }) => id);
}

/** Notes that everybody who listens was told, and what each has made of it. */
export async function deliveryProcessed(connection: Connection, id: string, results: readonly Json[]): Promise<void> {
  await connection.query(statements.processed, [id, JSON.stringify(results)]);
}
