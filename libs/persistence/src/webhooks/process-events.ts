import type { Connection } from '../database/database.ts';
import type { EventResult, UnprocessedEvent } from './received-events.ts';

/** An accepted event that was not processed in time. */
export interface OverdueEvent {
  readonly id: string;
  readonly endpointId: string;
}

/** A received event, and its results for each listening trigger and task. */
export interface ProcessedEvent {
  readonly id: string;
  readonly results: readonly EventResult[];
}

/**
 * The maximum number of characters of event bodies that are read at once, to limit memory use. An event can have 8 MB.
 */
const maxBodyCharacters = 1_000_000;

const statements = {
  claim: {
    name: 'claim-unprocessed-events',
    text: `with claimed as (
        select id from deliveries where verdict = 'ACCEPTED' and processed_at is null
          and (lease_until is null or lease_until < clock_timestamp())
        order by seq limit $1 for update skip locked
      ), taken as (
        update deliveries d set lease_until = clock_timestamp() + greatest(interval '20 seconds', clock_timestamp() - received_at)
        from claimed where d.id = claimed.id returning d.id, d.endpoint_id, d.seq
      )
      select id, endpoint_id as "endpointId" from taken order by seq`,
  },
  // PostgreSQL stores the length of a large value separately, so `octet_length` does not read the body.
  unprocessed: {
    name: 'unprocessed-events',
    text: `select id, endpoint_id as "endpointId", received_at as "receivedAt", parameters, headers,
        sealed_headers as "sealedHeaders", traceparent, case when before < ${maxBodyCharacters} then body end as body
      from (
        select *, sum(octet_length(body)) over (order by seq) - octet_length(body) as before from deliveries
        where id = any ($1::text[]) and verdict = 'ACCEPTED' and processed_at is null
      ) as unprocessed order by seq`,
  },
  // The count is stored with the event, so that it includes the attempts of all processes.
  timeout: {
    name: 'count-timeout',
    text: `update deliveries set timeouts = coalesce(timeouts, '{}')
          || jsonb_build_object($2::text, coalesce((timeouts ->> $2::text)::int, 0) + 1)
      where id = $1 returning (timeouts ->> $2::text)::int as count`,
  },
  processed: {
    name: 'events-processed',
    text: `with quick as materialized (select set_config('synchronous_commit', 'off', true) as done)
      update deliveries d set processed_at = clock_timestamp(), results = x.results, sealed_headers = null,
        timeouts = null
      from quick, json_to_recordset($1) as x(id text, results jsonb) where d.id = x.id and d.processed_at is null`,
  },
};

/**
 * Claims accepted events that were not processed in time, oldest first. A claim lasts for twenty seconds or the age of
 * the event, whichever is longer. Repeated failures are thus retried with exponential backoff.
 */
export const claimUnprocessedEvents = (connection: Connection, limit: number): Promise<readonly OverdueEvent[]> =>
  connection.query<OverdueEvent>(statements.claim, [limit]);

/**
 * Reads the unprocessed events among these ids, oldest first. Also returns the ids of events that are left for later
 * because the bodies are too large in total. The first event is always included.
 */
export async function readUnprocessedEvents(
  connection: Connection,
  ids: readonly string[],
): Promise<{ readonly unprocessed: readonly UnprocessedEvent[]; readonly later: readonly string[] }> {
  const rows = await connection.query<Omit<UnprocessedEvent, 'body'> & { readonly body: string | null }>(
    statements.unprocessed,
    [ids],
  );
  return {
    unprocessed: rows.flatMap(({ body, ...rest }) => (body === null ? [] : [{ ...rest, body }])),
    later: rows.flatMap(({ id, body }) => (body === null ? [id] : [])),
  };
}

/**
 * Records that a script timed out for an event. Returns the number of timeouts of this listener, or null if the event
 * was deleted.
 */
export async function recordTimeout(
  connection: Connection,
  receivedEventId: string,
  listenerId: string,
): Promise<number | null> {
  const [row] = await connection.query<{ readonly count: number }>(statements.timeout, [receivedEventId, listenerId]);
  return row?.count ?? null;
}

/**
 * Stores the results of received events. The commit does not wait for the disk. If it is lost, the event is processed
 * again, and the run history shows that the trigger has already fired.
 */
export async function storeEventResults(
  connection: Connection,
  processedEvents: readonly ProcessedEvent[],
): Promise<void> {
  if (processedEvents.length > 0) await connection.query(statements.processed, [JSON.stringify(processedEvents)]);
}
