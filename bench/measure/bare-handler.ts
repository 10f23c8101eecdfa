// A minimal express server, which returns one stored row or stores the body. bare-server.ts starts it and receives its
// port.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE, max: 10 });
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/api/v1/stored/:id', async (request, response) => {
  const { rows } = await pool.query({
    name: 'stored',
    text: 'select body from bench_stored where id = $1',
    values: [request.params.id],
  });
  response.setHeader('Content-Type', 'application/json; charset=utf-8').end(rows[0].body);
});
app.post('/webhooks/bare', express.text({ type: () => true }), async (request, response) => {
  const text = 'insert into bench_delivered (body) values ($1)';
  await pool.query({ name: 'delivered', text, values: [request.body] });
  response.setHeader('Content-Length', '0').end();
});
app.post('/api/v1/attachments', async (request, response) => {
  await pool.query('delete from bench_chunks');
  const store = async (number: number, data: Buffer) => {
    const text = 'insert into bench_chunks (number, data) values ($1, $2)';
    await pool.query({ name: 'chunk', text, values: [number, data] });
  };
  const chunks: Buffer[] = [];
  let [number, size] = [0, 0];
  for await (const chunk of request) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < 1_048_576) continue;
    await store(number, Buffer.concat(chunks.splice(0)));
    [number, size] = [number + 1, 0];
  }
  await store(number, Buffer.concat(chunks));
  response.end();
});
app.get('/api/v1/attachments', async (_request, response) => {
  const { rows: numbers } = await pool.query('select number from bench_chunks order by number');
  for (const { number } of numbers) {
    const text = 'select data from bench_chunks where number = $1';
    const { rows } = await pool.query({ name: 'read-chunk', text, values: [number] });
    if (!response.write(rows[0].data)) await once(response, 'drain');
  }
  response.end();
});
const server = app.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.once('disconnect', () => process.exit());
