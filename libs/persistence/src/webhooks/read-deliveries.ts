import type { Instant } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { type DeliveryResult, keptOfRefused, type Sent, type Verdict } from './deliveries.ts';

/** A delivery with what became of it. */
export interface DeliveryView extends Omit<Sent, 'deduplicationKey'> {
  readonly receivedAt: Instant;
  /** in characters; `body` may be only its beginning */
  readonly bodyLength: number;
  /** only the beginning of its body is kept, since it was refused */
  readonly isCut: boolean;
  readonly verdict: Verdict | null;
  readonly reason: string | null;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly duplicateOf: string | null;
  readonly replayOf: string | null;
  readonly processedAt: Instant | null;
  readonly results: readonly DeliveryResult[];
}

const columns = (body: string) => `id, endpoint_id as "endpointId", received_at as "receivedAt", method, path,
  parameters, headers, ${body} as body, length(body) as "bodyLength",
  coalesce(verdict = 'REFUSED' and length(body) >= ${keptOfRefused}, false) as "isCut", verdict, reason, status,
  duration_ms as "durationMs", duplicate_of as "duplicateOf", replay_of as "replayOf", processed_at as "processedAt",
  results`;
const statements = {
  find: { name: 'find-delivery', text: `select ${columns('body')} from deliveries where id = any ($1::text[])` },
  list: {
    name: 'list-deliveries',
    text: `select ${columns('left(body, $4)')} from deliveries where endpoint_id = $1
      order by seq desc limit $2 offset $3`,
  },
};

/** The delivery that one of the candidates names, the earlier first; null when none does. */
export async function findDelivery(
  connection: Connection,
  candidates: readonly string[],
): Promise<DeliveryView | null> {
  const found = await connection.query<DeliveryView>(statements.find, [candidates]);
  return candidates.flatMap((id) => found.find((one) => one.id === id) ?? [])[0] ?? null;
}

/** One page of what an endpoint was sent, the newest first; of each body the first characters. */
export const listDeliveries = (
  connection: Connection,
  endpointId: string,
  page: { readonly limit: number; readonly offset: number; readonly bodyCharacters: number },
): Promise<readonly DeliveryView[]> =>
  connection.query<DeliveryView>(statements.list, [endpointId, page.limit, page.offset, page.bodyCharacters]);
