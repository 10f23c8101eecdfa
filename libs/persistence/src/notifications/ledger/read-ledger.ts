import type { EventData, EventTypeName, Instant } from '@slipway/domain/model';
import type { DeliveryChannel, DeliveryState } from '@slipway/domain/notification-choices';
import type { Connection, Parameter } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';

/** A row of the ledger, with its event. */
export interface LedgerEntry {
  readonly id: string;
  readonly createdAt: Instant;
  /** the position in the list, for the next page */
  readonly cursor: string;
  readonly eventId: string;
  readonly eventType: EventTypeName;
  readonly data: EventData;
  readonly releaseId: string | null;
  readonly taskId: string | null;
  readonly recipient: string;
  readonly recipientTitle: string | null;
  readonly channel: DeliveryChannel;
  readonly state: DeliveryState;
  readonly decidedBy: string;
  readonly reason: string;
  readonly messageId: string | null;
  readonly nextAt: Instant | null;
  readonly sentAt: Instant | null;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** Absent members match all rows. */
export interface LedgerFilter {
  readonly id?: string | undefined;
  readonly channel?: DeliveryChannel | undefined;
  readonly state?: DeliveryState | undefined;
  readonly recipient?: string | undefined;
  readonly eventType?: string | undefined;
  readonly releaseId?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  /** the cursor of the last row of the previous page */
  readonly after?: string | undefined;
}

const cursorPattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00 Delivery[0-9A-Za-z]{1,64}$/;

export const isLedgerCursor = (text: string): boolean => cursorPattern.test(text);

const bound = (instant: Instant | undefined): string | undefined =>
  instant === undefined ? undefined : (timestamp(instant) ?? undefined);

function conditionsOf({ after, ...filter }: LedgerFilter) {
  const [afterTime, afterId] =
    after === undefined ? [] : [after.slice(0, after.lastIndexOf(' ')), after.split(' ').at(-1)];
  const clauses: readonly (readonly [condition: (n: number) => string, value: string | undefined])[] = [
    [(n) => `d.id = $${n}`, filter.id],
    [(n) => `d.channel = $${n}`, filter.channel],
    [(n) => `d.state = $${n}`, filter.state],
    [(n) => `d.recipient = $${n}`, filter.recipient],
    [(n) => `e.type = $${n}`, filter.eventType],
    [(n) => `d.release_id = $${n}`, filter.releaseId],
    [(n) => `d.created_at >= $${n}::timestamptz`, bound(filter.from)],
    [(n) => `d.created_at < $${n}::timestamptz`, bound(filter.to)],
    [(n) => `d.created_at <= $${n}::timestamptz`, afterTime],
    [(n) => `(d.created_at, d.id) < ($${n - 1}::timestamptz, $${n})`, afterId],
  ];
  const values: Parameter[] = [];
  const conditions = clauses.flatMap(([condition, value]) => {
    if (value === undefined) return [];
    values.push(value);
    return [condition(values.length)];
  });
  return { values, where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}` };
}

/** Reads rows of the ledger, newest first. */
export async function readLedger(
  connection: Connection,
  filter: LedgerFilter,
  limit: number,
): Promise<readonly LedgerEntry[]> {
  const { values, where } = conditionsOf(filter);
  const text = `select d.id, d.created_at as "createdAt", d.created_at::text || ' ' || d.id as cursor,
      d.event_id as "eventId", e.type as "eventType", e.data, d.release_id as "releaseId", e.task_id as "taskId",
      d.recipient, s.title as "recipientTitle", d.channel, d.state, d.decided_by as "decidedBy", d.reason,
      d.message_id as "messageId", d.next_at as "nextAt", d.sent_at as "sentAt", d.attempts,
      d.last_status as "lastStatus", d.last_error as "lastError"
    from notification_deliveries d join events e on e.id = d.event_id
      left join event_subscriptions s on s.id = d.recipient
    ${where} order by d.created_at desc, d.id desc limit $${values.length + 1}`;
  return await connection.query<LedgerEntry>({ text }, [...values, limit]);
}

/** An attempt in the ledger. */
export interface LedgerAttempt {
  readonly id: string;
  readonly messageId: string;
  readonly at: Instant;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

const attempts = {
  name: 'read-delivery-attempts',
  text: `select id::text, message_id as "messageId", at, duration_ms as "durationMs", status, error
    from notification_attempts
    where recipient = $1 and ($2::text is null or message_id = $2) and ($3::bigint is null or id < $3)
    order by id desc limit $4`,
};

interface AttemptFilter {
  readonly messageId?: string | undefined;
  /** the id of the last attempt of the previous page */
  readonly after?: number | undefined;
}

/** Reads the attempts of a recipient, newest first. */
export const readAttempts = (
  connection: Connection,
  recipient: string,
  { messageId, after }: AttemptFilter,
  limit: number,
): Promise<readonly LedgerAttempt[]> =>
  connection.query<LedgerAttempt>(attempts, [recipient, messageId ?? null, after ?? null, limit]);

/** The states whose deliveries can be sent again. */
export const replayableStates = ['sent', 'failed', 'dead', 'obsolete'] as const satisfies readonly DeliveryState[];
export type ReplayableState = (typeof replayableStates)[number];

const maxReplayed = 10_000;

const replay = {
  name: 'replay-deliveries',
  text: `with chosen as (
      select id, created_at from notification_deliveries
      where ($1::text is null or recipient = $1) and ($2::text is null or id = $2)
        and ($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4)
        and state = any ($5::text[]) and channel <> 'inbox'
      order by created_at limit ${maxReplayed})
    update notification_deliveries d set state = 'pending', attempts = 0, next_at = now(), lease_until = null,
      last_error = null
    from chosen c where d.id = c.id and d.created_at = c.created_at returning d.id`,
};

interface Replay {
  readonly recipient: string | null;
  readonly id?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly states: readonly ReplayableState[];
}

/** Sends deliveries again, with the ids of their messages. Returns their number: at most 10,000. */
export async function replayDeliveries(
  connection: Connection,
  { recipient, id, from, to, states }: Replay,
): Promise<number> {
  const rows = await connection.query(replay, [recipient, id ?? null, bound(from) ?? null, bound(to) ?? null, states]);
  return rows.length;
}
