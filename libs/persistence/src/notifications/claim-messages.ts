import type { EventData, EventTypeName, Instant } from '@slipway/domain/model';
import {
  type DueDelivery,
  groupMessages,
  messageIntervalMs,
  type OccurredEvent,
  type SentChannel,
} from '@slipway/domain/notifications';
import type { Connection, Database } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';

/** A delivery that belongs to a claimed message. */
export interface ClaimedDelivery extends DueDelivery {
  /** the exact time as text, which is a part of the key of the row */
  readonly createdAt: string;
  readonly reason: string;
  /** the number of attempts before */
  readonly attempts: number;
  readonly event: OccurredEvent;
}

/** A message that this process must send before its lease ends. */
export interface ClaimedMessage {
  /** the same in all attempts */
  readonly messageId: string;
  readonly recipient: string;
  readonly channel: SentChannel;
  readonly attempts: number;
  /** when the first of its deliveries was due */
  readonly dueAt: Instant;
  readonly digest: boolean;
  readonly deliveries: readonly ClaimedDelivery[];
}

interface ClaimOptions {
  readonly now: Instant;
  readonly channels: readonly SentChannel[];
  /** recipients that must not have further messages now */
  readonly excluded: readonly string[];
  /** recipients that must have at most one */
  readonly failing: readonly string[];
  readonly limit: number;
  /** the maximum number of due deliveries of one recipient */
  readonly maxPerRecipient: number;
  readonly leaseMs: number;
}

interface Row {
  readonly id: string;
  readonly createdAt: string;
  readonly recipient: string;
  readonly channel: SentChannel;
  readonly reason: string;
  readonly attempts: number;
  readonly messageId: string | null;
  readonly dueAt: Instant;
  readonly digest: boolean;
  readonly lastMessageAt: Instant | null;
  readonly eventId: string;
  readonly type: EventTypeName;
  readonly releaseId: string | null;
  readonly folderId: string | null;
  readonly taskId: string | null;
  readonly version: string | null;
  readonly actor: string;
  readonly at: Instant;
  readonly data: EventData;
}

/** Only one process forms messages at a time. Two processes would otherwise form two messages about one release. */
const lock = { name: 'lock-messages', text: 'select pg_advisory_xact_lock(5516066)' };

/**
 * Due deliveries, fairly by recipient, together with the other deliveries of their messages: those of the same message
 * for a repeated attempt, and for a new one the other deliveries about the release, or all deliveries of a digest.
 */
const selectDue = {
  name: 'due-deliveries',
  text: `with due as materialized (
      select id, created_at, recipient, channel, release_id, message_id, next_at, digest from notification_deliveries
      where state in ('pending', 'held') and next_at <= $1::timestamptz and channel = any ($2::text[])
        and recipient <> all ($3::text[])
      order by next_at limit $4
    ), seeds as (
      select * from (
        select *, row_number() over (partition by recipient, channel order by next_at) as rank from due) ranked
      where rank <= case when recipient = any ($6::text[]) then 1 else $5 end
    ), members as (
      select id, created_at from seeds
      union
      select d.id, d.created_at
      from (select distinct recipient, channel, release_id, message_id from seeds
          where release_id is not null and channel <> 'webhook' and not digest) g
        join notification_deliveries d on d.recipient = g.recipient and d.channel = g.channel
          and d.release_id = g.release_id and d.message_id is not distinct from g.message_id
      where not d.digest and (d.state = 'pending' or d.state = 'held' and d.next_at <= $1::timestamptz)
      union
      select d.id, d.created_at
      from (select distinct recipient, channel, message_id from seeds where digest) g
        join notification_deliveries d on d.recipient = g.recipient and d.channel = g.channel
          and d.message_id is not distinct from g.message_id
      where d.digest and d.state in ('pending', 'held') and d.next_at <= $1::timestamptz
    )
    select d.id, d.created_at::text as "createdAt", d.recipient, d.channel, d.reason, d.attempts,
      d.message_id as "messageId", d.next_at as "dueAt", d.digest,
      case when d.channel <> 'webhook' and d.message_id is null and not d.digest then (
        select max(l.message_at) from notification_deliveries l
        where l.recipient = d.recipient and l.channel = d.channel and l.release_id = d.release_id
          and l.message_at > $1::timestamptz - interval '${messageIntervalMs} milliseconds') end as "lastMessageAt",
      e.id as "eventId", e.type, e.release_id as "releaseId", e.folder_id as "folderId", e.task_id as "taskId",
      e.version::text, e.actor, e.at, e.data
    from members m join notification_deliveries d on d.id = m.id and d.created_at = m.created_at
      join events e on e.id = d.event_id
    order by e.at, d.id
    for update of d skip locked`,
};

const assign = {
  name: 'assign-messages',
  text: `update notification_deliveries d set state = 'pending', next_at = x.next_at, message_id = x.message_id,
      message_at = case when x.message_id is null then d.message_at else coalesce(d.message_at, $2::timestamptz) end
    from json_to_recordset($1) as x(id text, created_at timestamptz, message_id text, next_at timestamptz)
    where d.id = x.id and d.created_at = x.created_at`,
};

function toDelivery(row: Row): ClaimedDelivery {
  const { id, createdAt, recipient, channel, reason, attempts, messageId, dueAt, digest, lastMessageAt, ...event } =
    row;
  const { eventId, version, releaseId, ...rest } = event;
  return {
    ...{ id, createdAt, recipient, channel, reason, attempts, messageId, dueAt, digest, lastMessageAt, releaseId },
    event: { ...rest, id: eventId, releaseId, version: version === null ? null : Number(version) },
  };
}

/**
 * Claims due messages. Stores their ids, so that an attempt after a crash has the same id. During the lease no other
 * process sends them.
 */
export function claimMessages(
  database: Database,
  { now, channels, excluded, failing, limit, maxPerRecipient, leaseMs }: ClaimOptions,
  newMessageId: () => string,
): Promise<readonly ClaimedMessage[]> {
  return database.transaction(async (connection: Connection) => {
    await connection.query(lock);
    const parameters = [timestamp(now), channels, excluded, limit, maxPerRecipient, failing];
    const rows = await connection.query<Row>(selectDue, parameters);
    if (rows.length === 0) return [];
    const { groups, postponed } = groupMessages(rows.map(toDelivery), now, newMessageId);
    const assigned = groups.flatMap(({ messageId, deliveries }) =>
      deliveries.map(({ id, createdAt }) => ({
        id,
        created_at: createdAt,
        message_id: messageId,
        next_at: now + leaseMs,
      })),
    );
    const waiting = postponed.map(({ delivery: { id, createdAt }, until }) => ({
      ...{ id, created_at: createdAt, message_id: null, next_at: until },
    }));
    const values = [...assigned, ...waiting].map((row) => ({ ...row, next_at: timestamp(row.next_at) }));
    await connection.query(assign, [JSON.stringify(values), timestamp(now)]);
    return groups.flatMap(({ messageId, deliveries }) => {
      const [first] = deliveries;
      if (first === undefined) return [];
      const dueAt = Math.min(...deliveries.map((delivery) => delivery.dueAt));
      const { recipient, channel, attempts, digest } = first;
      return [{ messageId, recipient, channel, attempts, dueAt, digest, deliveries }];
    });
  }, 'brief');
}
