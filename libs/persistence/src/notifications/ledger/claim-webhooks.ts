import type { Database } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import {
  type ClaimedMessage,
  type ClaimedRow,
  type ClaimOptions,
  claimedColumns,
  toDelivery,
} from './claimed-messages.ts';

/**
 * Finds the due deliveries of each receiver separately, because one that does not respond can have any number of them.
 * A receiver that fails has one at a time. The order of the receivers is random, so that the limit is fair. The id of a
 * message derives from that of its delivery, so that it is the same in all attempts.
 */
const claim = {
  name: 'claim-webhooks',
  text: `with chosen as materialized (
      select d.id, d.created_at
      from (select * from event_subscriptions
        where kind = 'webhook' and enabled and id <> all ($3::text[])
          and (next_request_at is null or next_request_at <= $1::timestamptz)
        order by random()) s cross join lateral (
        select id, created_at from notification_deliveries
        where recipient = s.id and state in ('pending', 'held') and channel <> 'mail' and next_at <= $1::timestamptz
          and (lease_until is null or lease_until <= $1::timestamptz)
        order by next_at limit case when s.failing_since is null then $4 else 1 end for update skip locked) d
      limit $5
    ), d as (
      update notification_deliveries d set state = 'pending', lease_until = $2::timestamptz,
        message_id = coalesce(d.message_id, 'msg_' || replace(d.id, 'Delivery', '')),
        message_at = coalesce(d.message_at, $1::timestamptz)
      from chosen c where d.id = c.id and d.created_at = c.created_at returning d.*
    )
    select ${claimedColumns} from d join events e on e.id = d.event_id order by e.at, d.id`,
};

/**
 * Claims due events for webhooks: one message each. Until the end of the lease no other process sends them. One
 * statement, because its rate limits that of all deliveries.
 */
export async function claimWebhooks(
  database: Database,
  { now, leaseUntil, excluded, maxPerRecipient, limit }: ClaimOptions,
): Promise<readonly ClaimedMessage[]> {
  const parameters = [timestamp(now), timestamp(leaseUntil), excluded, maxPerRecipient, limit];
  const rows = await database.query<ClaimedRow>(claim, parameters);
  return rows.map((row) => {
    const delivery = toDelivery(row);
    const { id, messageId, recipient, channel, attempts, dueAt, digest } = delivery;
    return { messageId: messageId ?? id, recipient, channel, attempts, dueAt, digest, deliveries: [delivery] };
  });
}
