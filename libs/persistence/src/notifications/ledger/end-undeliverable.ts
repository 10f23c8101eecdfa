import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';

/** The receivers with unsent deliveries are found by their index, each by one step. */
const statement = {
  name: 'end-undeliverable',
  text: `with recursive receiver as (
      (select min(recipient) as id from notification_deliveries where state in ('pending', 'held') and channel <> 'mail')
      union all
      select (select min(recipient) from notification_deliveries
        where state in ('pending', 'held') and channel <> 'mail' and recipient > r.id)
      from receiver r where r.id is not null
    ), gone as (
      select d.id, d.created_at, case when s.id is null then 'the receiver was deleted' else 'the receiver is disabled' end
        as error
      from receiver r left join event_subscriptions s on s.id = r.id cross join lateral (
        select id, created_at from notification_deliveries
        where recipient = r.id and state in ('pending', 'held') and channel <> 'mail' and next_at <= $1::timestamptz
          and (lease_until is null or lease_until <= $1::timestamptz)
        order by next_at limit $2 for update skip locked) d
      where r.id is not null and s.enabled is not true
      limit $2
    )
    update notification_deliveries d set state = 'dead', next_at = null, last_error = g.error
    from gone g where d.id = g.id and d.created_at = g.created_at returning d.channel`,
};

/** Ends at most `limit` due deliveries to receivers that were deleted or disabled. Returns their channels. */
export async function endUndeliverable(
  connection: Connection,
  now: Instant,
  limit: number,
): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly channel: string }>(statement, [timestamp(now), limit]);
  return rows.map(({ channel }) => channel);
}
