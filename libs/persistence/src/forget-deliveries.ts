import type { Connection } from './database.ts';

/** What nobody has been told of yet is kept however old it is. */
const forget = {
  name: 'forget-deliveries',
  text: `with old as (
      select d.id from configurations c
      cross join lateral (
        select coalesce((select seq from deliveries where endpoint_id = c.id order by seq desc
          offset (c.properties ->> 'requestRetention')::int limit 1), 0) as seq
      ) as last
      cross join lateral (
        select id from deliveries
        where endpoint_id = c.id
          and (seq <= last.seq or received_at < now() - make_interval(days => (c.properties ->> 'retentionDays')::int))
          and not (verdict = 'ACCEPTED' and processed_at is null)
        order by seq limit $1 for update skip locked
      ) as d
      where c.path is not null limit $1
    )
    delete from deliveries using old where deliveries.id = old.id returning deliveries.id`,
};

/** Forgets at most `limit` deliveries that their endpoints do not keep any longer, and answers how many. */
export async function forgetDeliveries(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(forget, [limit])).length;
}
