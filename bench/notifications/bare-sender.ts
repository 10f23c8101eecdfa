// The floor of deliveries: reads 100 rows of a queue, posts each of them, and deletes them by one statement. The parent
// process passes the address of the database, and the URLs of the receivers.
import pg from 'pg';
import { Pool } from 'undici';

const [, , databaseUrl, ...urls] = process.argv;
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const receivers = urls.map((url) => ({ pool: new Pool(new URL(url).origin, { connections: 16 }), url: new URL(url) }));

const claim = { name: 'claim', text: 'select id, body from bench_queue order by id limit 100 for update skip locked' };
const remove = { name: 'remove', text: 'delete from bench_queue where id = any ($1::bigint[])' };

async function post(id: string, body: string): Promise<void> {
  const receiver = receivers[Number(id) % receivers.length];
  if (receiver === undefined) throw new Error('no receiver');
  const { pool, url } = receiver;
  const headers = { 'content-type': 'application/json', 'webhook-id': id };
  const response = await pool.request({ method: 'POST', path: url.pathname, headers, body });
  await response.body.dump();
}

for (;;) {
  await client.query('begin');
  const { rows } = await client.query<{ readonly id: string; readonly body: string }>(claim);
  await Promise.all(rows.map(({ id, body }) => post(id, body)));
  await client.query({ ...remove, values: [rows.map(({ id }) => id)] });
  await client.query('commit');
  if (rows.length === 0) break;
}
await Promise.all(receivers.map(({ pool }) => pool.close()));
await client.end();
// The parent reads the processor time of this process before it ends.
process.once('message', () => process.exit(0));
process.send?.({ usage: process.cpuUsage() });
