import type { Connection } from '../database/database.ts';
import type { EventResult, UnprocessedEvent } from './received-events.ts';

/** An accepted event that was not processed in time. */
export interface OverdueEvent {
  readonly id: string;
  readonly endpointId: string;
}

/** A received event, and what each trigger and task that listens has made of it. */
export interface ProcessedEvent {
  readonly id: string;
  readonly results: readonly EventResult[];
}

/** Characters of bodies that are read at a time: as many received events of 8 MB would be a process's memory. */
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
  // the length of a body is known without reading it
  unprocessed: {
    name: 'unprocessed-events',
    text: `select id, endpoint_id as "endpointId", received_at as "receivedAt", parameters, headers,
        sealed_headers as "sealedHeaders", traceparent, case when before < ${maxBodyCharacters} then body end as body
      from (
        select *, sum(octet_length(body)) over (order by seq) - octet_length(body) as before from deliveries
        where id = any ($1::text[]) and verdict = 'ACCEPTED' and processed_at is null
      ) as unprocessed order by seq`,
  },
  // in the row of the event, so that a trigger has its attempts in whichever process each takes place
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
 * Claims accepted events that were not processed in time, the oldest first, for twenty seconds, or for as long as they
 * are old: repeated failures are retried with exponential backoff.
 */
export const claimUnprocessedEvents = (connection: Connection, limit: number): Promise<readonly OverdueEvent[]> =>
  connection.query<OverdueEvent>(statements.claim, [limit]);

/**
 * The unprocessed events among these ids, the oldest first, and the ids that are left for later because their bodies
 * together are too large. The first one is always included.
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
 * Records that a script timed out for an event. Returns how often that happened to this listener, or null if the event
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
 * Stores the results of received events. This need not have reached the disk: a second processing finds in the run
 * history of the trigger that it has fired.
 */
export async function storeEventResults(
  connection: Connection,
  processedEvents: readonly ProcessedEvent[],
): Promise<void> {
  if (processedEvents.length > 0) await connection.query(statements.processed, [JSON.stringify(processedEvents)]);
}
