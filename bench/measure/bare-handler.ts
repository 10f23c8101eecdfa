// The least that an express server does to answer one stored row, or to store what it is sent: started by bare.ts,
// which it tells its port.
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
const server = app.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.once('disconnect', () => process.exit());
