import type pg from 'pg';

/** Temporary data, which must be deleted with its owner or at the end of its transfer. */
const temporaryRows: Readonly<Record<string, string>> = {
  'unfinished or unarchived releases': `select count(*) from live_releases where status <> 'TEMPLATE'`,
  'live phases without a live release': `select count(*) from live_phases p where not exists (select from live_releases r where r.id = p.release_id)`,
  'live tasks without a live release': `select count(*) from live_tasks t where not exists (select from live_releases r where r.id = t.release_id)`,
  'live comments without a live release': `select count(*) from live_comments c where not exists (select from live_releases r where r.id = c.release_id)`,
  'live activities without a live release': `select count(*) from live_activities a where not exists (select from live_releases r where r.id = a.release_id)`,
  awaits: `select count(*) from awaits`,
  'wake-up claims': `select count(*) from wake_claims where release_id not in (select id from live_releases)`,
  'script journal rows': `select count(*) from script_journal`,
  sessions: `select count(*) from sessions`,
  'unprocessed deliveries': `select count(*) from deliveries where verdict is null or (verdict = 'ACCEPTED' and processed_at is null)`,
  'deliveries above the limit': `select coalesce(max(count) - 1000, 0) as count from (select count(*) from deliveries group by endpoint_id) as each where count > 1000`,
  'finished releases of triggers': `select count(*) from triggered_releases`,
  'idempotency keys older than a day': `select count(*) from idempotency_keys where kept_at < now() - interval '25 hours'`,
  'unreferenced attachment contents': `select count(*) from attachment_contents c
    where touched_at < now() - interval '15 minutes' and not exists (select from tasks where passive ? 'attachments' and attachment_keys(passive) @> array[c.id::text])`,
  'chunks without contents': `select count(*) from (select distinct content_id from attachment_chunks) as each where content_id not in (select id from attachment_contents)`,
};

/** Returns the numbers of leftover rows by description, without zeros. */
export async function leftoverRows(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const leftovers = new Map<string, number>();
  for (const [label, text] of Object.entries(temporaryRows)) {
    const { rows } = await client.query(text);
    if (Number(rows[0].count) > 0) leftovers.set(label, Number(rows[0].count));
  }
  return leftovers;
}

/** Returns the number of database connections of other clients. */
export async function connectionsOf(client: pg.Client): Promise<number> {
  const text = `select count(*)::int as count from pg_stat_activity where datname is not null and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;
  return (await client.query(text)).rows[0].count;
}

/** Returns the number of queue messages in PostgreSQL. */
export async function messagesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select string_agg(format('select count(*) from %I.%I', schemaname, tablename), ' union all ') as text
      from pg_tables where schemaname = 'bullmq'`,
  );
  const result = await client.query(`select coalesce(sum(count), 0)::int as count from (${rows[0].text}) as each`);
  return result.rows[0].count;
}
