import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type CrashLabel, notificationCrashLabels } from '@slipway/engine';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { createSeal, subscriptionPurpose } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { startScheduler } from '../../harness/product/scheduler.ts';

/** Schedulers that are killed at each crash point of a notification, and one that continues. */
const seal = createSeal(Buffer.alloc(32).toString('base64'));
const received: { readonly event: string; readonly messageId: string }[] = [];
const server = createServer(async (request, response) => {
  const { id } = JSON.parse((await buffer(request)).toString());
  received.push({ event: id, messageId: String(request.headers['webhook-id']) });
  response.writeHead(204).end();
});
const perLabel = 3;
let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  await database.query(
    {
      text: `insert into event_subscriptions (id, owner, kind, title, url, secret, types)
        values ('Receiver1', 'ann', 'webhook', 'Hook', $1, $2, '{}')`,
    },
    [
      seal.seal(subscriptionPurpose('Receiver1', 'url'), `http://127.0.0.1:${port}/`),
      seal.seal(subscriptionPurpose('Receiver1', 'secret'), secret),
    ],
  );
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.stop();
  await fresh.drop();
});

/** Adds due deliveries, each with its own event. */
const addDeliveries = (label: CrashLabel) =>
  database.query(
    {
      text: `with event as (insert into events (id, type, actor, at, data, audience)
          select 'Event-' || $1 || n, 'trigger.failed', 'SYSTEM', now(), '{}', '{}'
          from generate_series(1, $2::int) n returning id)
        insert into notification_deliveries
          (id, event_id, created_at, recipient, channel, state, decided_by, reason, next_at)
        select 'Delivery-' || id, id, now(), 'Receiver1', 'webhook', 'pending', 'subscription', 'subscription', now()
        from event`,
    },
    [label, perLabel],
  );
/** Ends the leases of killed processes, which would take a minute. */
const endLeases = () => database.query({ text: 'update notification_deliveries set lease_until = null' });

test.each(notificationCrashLabels)('a scheduler is killed at %s', async (label) => {
  await addDeliveries(label);
  const scheduler = await startScheduler({ databaseUrl: fresh.url, crashAt: label });
  await scheduler.ended;
  await endLeases();
});

test('each event is delivered, and a repeated message has the same id', async () => {
  const scheduler = await startScheduler({ databaseUrl: fresh.url });
  const states = async () =>
    await database.query<{ readonly state: string; readonly n: number }>({
      text: 'select state, count(*)::int as n from notification_deliveries group by state',
    });
  await expect.poll(states).toEqual([{ state: 'sent', n: perLabel * notificationCrashLabels.length }]);
  await scheduler.stop();
  const messagesByEvent = Map.groupBy(received, ({ event }) => event);
  expect(messagesByEvent.size).toBe(perLabel * notificationCrashLabels.length);
  for (const messages of messagesByEvent.values())
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(1);
});
