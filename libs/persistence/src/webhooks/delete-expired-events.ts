import type { Connection } from '../database/database.ts';

/**
 * The stored bytes of large bodies for one endpoint; otherwise a thousand of 8 MB would be stored. Bodies below 64 KB
 * are limited by their number.
 */
const maxStoredBytes = 100_000_000;

/**
 * For each endpoint the oldest received events are checked: if these are not expired, no later one is. Unprocessed
 * events are stored independent of their age. One process at a time runs this, and the others do nothing.
 */
const deleteStatement = {
  name: 'forget-received-events',
  text: `with alone as materialized (select pg_try_advisory_xact_lock(hashtext('forget-deliveries')) as held),
    old as (
      select d.id from alone cross join configurations c
      cross join lateral (
        select greatest(0, (select seq from deliveries where endpoint_id = c.id order by seq desc
            offset (c.properties ->> 'requestRetention')::int limit 1),
          (select max(seq) from (
              select seq, sum(octet_length(body)) over (order by seq desc) as bytes
              from deliveries where endpoint_id = c.id and octet_length(body) > 65536
            ) as large where bytes > ${maxStoredBytes})) as seq
      ) as last
      cross join lateral (
        select id, seq, received_at, verdict = 'ACCEPTED' and processed_at is null as unprocessed
        from deliveries where endpoint_id = c.id order by seq limit $1
      ) as d
      where alone.held and c.path is not null and unprocessed is not true
        and (d.seq <= last.seq or received_at < now() - make_interval(days => (c.properties ->> 'retentionDays')::int))
      limit $1
    )
    delete from deliveries using old where deliveries.id = old.id returning deliveries.id`,
};

/** Deletes at most `limit` expired received events. Returns their number. */
export async function deleteExpiredReceivedEvents(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(deleteStatement, [limit])).length;
}
