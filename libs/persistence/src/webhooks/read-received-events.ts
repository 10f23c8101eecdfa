import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { type EventResult, type EventVerdict, maxRefusedCharacters, type ReceivedRequest } from './received-events.ts';

/** A received event with its results. */
export interface ReceivedEventView extends Omit<ReceivedRequest, 'deduplicationKey'> {
  readonly receivedAt: Instant;
  /** in characters; `body` may be only its beginning */
  readonly bodyLength: number;
  /** only the beginning of its body is kept, since it was refused */
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

const columns = (body: string) => `id, endpoint_id as "endpointId", received_at as "receivedAt", method, path,
  parameters, headers, ${body} as body, length(body) as "bodyLength",
  coalesce(verdict = 'REFUSED' and length(body) >= ${maxRefusedCharacters}, false) as "isCut", verdict, reason, status,
  duration_ms as "durationMs", duplicate_of as "duplicateOf", replay_of as "replayOf", processed_at as "processedAt",
  results`;
const statements = {
  find: { name: 'find-received-event', text: `select ${columns('body')} from deliveries where id = any ($1::text[])` },
  list: {
    name: 'list-received-events',
    text: `select ${columns('left(body, $4)')} from deliveries where endpoint_id = $1
      order by seq desc limit $2 offset $3`,
  },
};

/** The received event that one of the candidates names, the earlier first; null when none does. */
export async function findReceivedEvent(
  connection: Connection,
  candidates: readonly string[],
): Promise<ReceivedEventView | null> {
  const rows = await connection.query<ReceivedEventView>(statements.find, [candidates]);
  return candidates.flatMap((id) => rows.find((row) => row.id === id) ?? [])[0] ?? null;
}

/** One page of what an endpoint was sent, the newest first; of each body the first characters. */
export const listReceivedEvents = (
  connection: Connection,
  endpointId: string,
  page: { readonly limit: number; readonly offset: number; readonly bodyCharacters: number },
): Promise<readonly ReceivedEventView[]> =>
  connection.query<ReceivedEventView>(statements.list, [endpointId, page.limit, page.offset, page.bodyCharacters]);
