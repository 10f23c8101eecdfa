import type { Instant } from '@slipway/domain/model';
import { groupMessages, messageIntervalMs } from '@slipway/domain/notifications';
import type { Connection, Database } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import {
  type ClaimedMessage,
  type ClaimedRow,
  type ClaimOptions,
  claimedColumns,
  toDelivery,
} from './claimed-messages.ts';

/** Only one process forms messages at a time. Two processes would otherwise form two messages about one release. */
const locks = {
  mail: { name: 'lock-mails', text: 'select pg_advisory_xact_lock(5516066)' },
  chat: { name: 'lock-chats', text: 'select pg_advisory_xact_lock(5516073)' },
} as const;

const isFree = '(d.lease_until is null or d.lease_until <= $1::timestamptz)';
const seedColumns = 'd.id, d.created_at, d.recipient, d.channel, d.release_id, d.message_id, d.digest';

/** The oldest due mails, fairly by recipient. */
const mailSeeds = `select * from (
        select *, row_number() over (partition by recipient order by next_at) as rank from (
          select ${seedColumns}, d.next_at from notification_deliveries d
          where d.state in ('pending', 'held') and d.channel = 'mail' and d.next_at <= $1::timestamptz
            and d.recipient <> all ($2::text[]) and ${isFree}
          order by d.next_at limit $4) due) ranked
      where rank <= $3`;

/** The oldest due delivery of each receiver, because the rate of chats is limited. */
const chatSeeds = `select d.* from event_subscriptions s cross join lateral (
        select ${seedColumns} from notification_deliveries d
        where d.recipient = s.id and d.state in ('pending', 'held') and d.channel <> 'mail'
          and d.next_at <= $1::timestamptz and ${isFree}
        order by d.next_at limit $3) d
      where s.kind in ('slack', 'teams') and s.enabled and s.id <> all ($2::text[])
        and (s.next_request_at is null or s.next_request_at <= $1::timestamptz)
      limit $4`;

/**
 * Due deliveries together with the other deliveries of their messages: those of the same message for a repeated attempt,
 * and for a new one the other deliveries about the release, or all deliveries of a digest.
 */
const selectDue = (name: string, seeds: string) => ({
  name,
  text: `with seeds as materialized (
      ${seeds}
    ), members as (
      select id, created_at from seeds
      union
      select d.id, d.created_at
      from (select distinct recipient, channel, release_id, message_id from seeds
          where release_id is not null and not digest) g
        join notification_deliveries d on d.recipient = g.recipient and d.channel = g.channel
          and d.release_id = g.release_id and d.message_id is not distinct from g.message_id
      where not d.digest and (d.state = 'pending' or d.state = 'held' and d.next_at <= $1::timestamptz) and ${isFree}
      union
      select d.id, d.created_at
      from (select distinct recipient, channel, message_id from seeds where digest) g
        join notification_deliveries d on d.recipient = g.recipient and d.channel = g.channel
          and d.message_id is not distinct from g.message_id
      where d.digest and d.state in ('pending', 'held') and d.next_at <= $1::timestamptz and ${isFree}
    )
    select ${claimedColumns},
      case when d.message_id is null and not d.digest then (
        select max(l.message_at) from notification_deliveries l
        where l.recipient = d.recipient and l.channel = d.channel and l.release_id = d.release_id
          and l.message_at > $1::timestamptz - interval '${messageIntervalMs} milliseconds') end as "lastMessageAt"
    from members m join notification_deliveries d on d.id = m.id and d.created_at = m.created_at
      join events e on e.id = d.event_id
    order by e.at, d.id
    for update of d skip locked`,
});

const due = { mail: selectDue('due-mails', mailSeeds), chat: selectDue('due-chats', chatSeeds) } as const;

const assign = {
  name: 'assign-messages',
  text: `update notification_deliveries d set state = 'pending', next_at = coalesce(x.next_at, d.next_at),
      lease_until = x.lease_until, message_id = x.message_id,
      message_at = case when x.message_id is null then d.message_at else coalesce(d.message_at, $2::timestamptz) end
    from json_to_recordset($1) as x(id text, created_at timestamptz, message_id text, next_at timestamptz,
      lease_until timestamptz)
    where d.id = x.id and d.created_at = x.created_at`,
};

interface GroupOptions extends ClaimOptions {
  readonly lane: keyof typeof due;
}

/** A message has several deliveries. */
const deliveriesEach = 4;

/**
 * Claims due messages to users and chats, which can have several events. Stores their ids, so that an attempt after a
 * crash has the same id. During the lease no other process sends them.
 */
export function claimGroups(
  database: Database,
  { lane, now, leaseUntil, excluded, limit, maxPerRecipient }: GroupOptions,
  newMessageId: () => string,
): Promise<readonly ClaimedMessage[]> {
  return database.transaction(async (connection: Connection) => {
    await connection.query(locks[lane]);
    const parameters = [timestamp(now), excluded, maxPerRecipient, deliveriesEach * limit];
    const rows = await connection.query<ClaimedRow & { readonly lastMessageAt: Instant | null }>(due[lane], parameters);
    if (rows.length === 0) return [];
    const deliveries = rows.map((row) => toDelivery(row, row.lastMessageAt));
    const { groups, postponed } = groupMessages(deliveries, now, newMessageId);
    const assigned = groups.flatMap((group) =>
      group.deliveries.map(({ id, createdAt }) => ({
        ...{ id, created_at: createdAt, message_id: group.messageId },
        ...{ next_at: null, lease_until: timestamp(leaseUntil) },
      })),
    );
    const waiting = postponed.map(({ delivery: { id, createdAt }, until }) => ({
      ...{ id, created_at: createdAt, message_id: null, next_at: timestamp(until), lease_until: null },
    }));
    await connection.query(assign, [JSON.stringify([...assigned, ...waiting]), timestamp(now)]);
    return groups.flatMap((group) => {
      const [first] = group.deliveries;
      if (first === undefined) return [];
      const dueAt = Math.min(...group.deliveries.map((delivery) => delivery.dueAt));
      const { recipient, channel, attempts, digest } = first;
      return [
        { messageId: group.messageId, recipient, channel, attempts, dueAt, digest, deliveries: group.deliveries },
      ];
    });
  }, 'brief');
}
