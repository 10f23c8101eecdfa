import { type CrashLabel, fanOutBatch } from '@slipway/engine';
import { openDatabase } from '@slipway/persistence/database';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../harness/database.ts';
import { startScheduler } from '../../harness/product/scheduler.ts';

const fresh = await freshDatabase();
const database = openDatabase({ url: fresh.url, connections: 2 });
const run = (text: string) => database.query<Record<string, unknown>>({ text });
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const count = fanOutBatch + 20;
const countPending = async () =>
  (await run('select count(*)::int as count from event_queue')).map((row) => row.count)[0];

test('after a crash at each point, each recipient and channel has exactly one delivery of each event', async () => {
  await run(`insert into users (username, email) values ('ann', 'ann@example.com'), ('bob', null)`);
  await run(`with ev as (insert into events (type, actor, at, data, audience)
    select 'token.expiring', 'SYSTEM', now() - interval '1 hour', '{}', json_build_object('subjectOwner',
      case when n % 2 = 0 then 'ann' else 'bob' end) from generate_series(1, ${count}) as n returning id)
    insert into event_queue select id from ev`);
  const pendingAfter: Readonly<Partial<Record<CrashLabel, number>>> = {
    'inside-transaction': count,
    'after-commit': count - fanOutBatch,
  };
  for (const crashAt of ['inside-transaction', 'after-commit'] as const) {
    const scheduler = await startScheduler({ databaseUrl: fresh.url, crashAt });
    expect(await scheduler.ended).toBeNull();
    expect(await countPending()).toBe(pendingAfter[crashAt]);
  }
  const scheduler = await startScheduler({ databaseUrl: fresh.url });
  await expect.poll(countPending).toBe(0);
  await scheduler.stop();
  expect(
    // The same process begins to send, so the states of mails can already differ.
    await run(`select recipient, channel, count(*)::int, count(distinct event_id)::int as events
      from notification_deliveries group by 1, 2 order by 1, 2`),
  ).toEqual(
    [
      { recipient: 'ann', channel: 'inbox' },
      { recipient: 'ann', channel: 'mail' },
      { recipient: 'bob', channel: 'inbox' },
      { recipient: 'bob', channel: 'mail' },
    ].map((row) => ({ ...row, count: count / 2, events: count / 2 })),
  );
  expect(await run('select count(*)::int as count from inbox_entries')).toEqual([{ count }]);
});
