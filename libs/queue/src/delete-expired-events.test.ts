import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/harness/database.ts';
import { openQueue, prepareQueues } from './index.ts';
import { consumeWakes, createWake } from './testing.ts';

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  await prepareQueues(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database.drop();
});

const eventsOf = async (queue: string): Promise<number> =>
  (await client.query('select count(*)::int as count from bullmq.event where queue = $1', [queue])).rows[0].count;
const addEvents = (queue: string, count: number, ageMs: number) =>
  client.query(
    `insert into bullmq.event (queue, event, created_at_ms)
      select $1, 'added', (extract(epoch from clock_timestamp()) * 1000)::bigint - $3 from generate_series(1, $2)`,
    [queue, count, ageMs],
  );

test('the consumer deletes events of the library that are older than a minute, in any number', async () => {
  await addEvents('silent', 12_000, 61_000);
  await addEvents('recent', 7, -3_600_000);
  const queue = openQueue({ databaseUrl: database.url, now: async () => Date.now(), warn: () => {} });
  const consumed = consumeWakes(queue);
  await expect.poll(() => eventsOf('silent')).toBe(0);
  expect(await eventsOf('recent')).toBe(7);
  await expect.poll(() => queue.sendMany('wake', [createWake('After')])).toBe(true);
  expect(await consumed.until((ids) => ids.length > 0)).toEqual(['After']);
  await queue.stop();
});

test('the deletion does not wait for locked events', async () => {
  await addEvents('held', 3, 61_000);
  await addEvents('silent', 3, 61_000);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query(`begin; select from bullmq.event where queue = 'held' for update`);
  const queue = openQueue({ databaseUrl: database.url, now: async () => Date.now(), warn: () => {} });
  consumeWakes(queue);
  await expect.poll(() => eventsOf('silent')).toBe(0);
  expect(await eventsOf('held')).toBe(3);
  await queue.stop();
  const ended = once(holder, 'end');
  await holder.end();
  await ended;
});
