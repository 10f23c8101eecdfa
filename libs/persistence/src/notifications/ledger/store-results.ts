import type { Instant } from '@slipway/domain/model';
import type { DeliveryState } from '@slipway/domain/notification-choices';
import type { SentChannel } from '@slipway/domain/notifications';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';

/** The result of one delivery. */
export interface DeliveryResult {
  readonly id: string;
  readonly createdAt: string;
  readonly state: DeliveryState;
  /** the level that decided now; null: unchanged */
  readonly decidedBy: string | null;
  /** the time of the next attempt; null: none */
  readonly nextAt: Instant | null;
  /** whether a request was sent */
  readonly isAttempt: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

/** An attempt to send a message. */
export interface MessageAttempt {
  readonly messageId: string;
  readonly recipient: string;
  readonly channel: SentChannel;
  readonly at: Instant;
  readonly durationMs: number;
  readonly status: number | null;
  /** null: accepted */
  readonly error: string | null;
}

const store = {
  name: 'store-delivery-results',
  text: `with attempt as (
      insert into notification_attempts (message_id, recipient, channel, at, duration_ms, status, error)
      select message_id, recipient, channel, at, duration_ms, status, error
      from json_to_recordset($2) as a(message_id text, recipient text, channel text, at timestamptz,
        duration_ms int, status int, error text))
    update notification_deliveries d
    set state = x.state, next_at = x.next_at, lease_until = null, decided_by = coalesce(x.decided_by, d.decided_by),
      attempts = d.attempts + case when x.attempt then 1 else 0 end,
      last_status = case when x.attempt then x.status else d.last_status end, last_error = x.error,
      sent_at = case when x.state = 'sent' then $3::timestamptz end
    from json_to_recordset($1) as x(id text, created_at timestamptz, state text, decided_by text,
      next_at timestamptz, attempt boolean, status int, error text)
    where d.id = x.id and d.created_at = x.created_at and d.state = 'pending'`,
};

/** Stores results and attempts in one statement. A delivery that another process has completed stays unchanged. */
export async function storeDeliveryResults(
  connection: Connection,
  now: Instant,
  results: readonly DeliveryResult[],
  attempts: readonly MessageAttempt[],
): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(({ id, createdAt, state, decidedBy, nextAt, isAttempt, status, error }) => ({
    ...{ id, created_at: createdAt, state, decided_by: decidedBy, next_at: timestamp(nextAt) },
    ...{ attempt: isAttempt, status, error },
  }));
  const attemptRows = attempts.map(({ messageId, recipient, channel, at, durationMs, status, error }) => ({
    ...{ message_id: messageId, recipient, channel, at: timestamp(at), duration_ms: durationMs, status, error },
  }));
  await connection.query(store, [JSON.stringify(rows), JSON.stringify(attemptRows), timestamp(now)]);
}
