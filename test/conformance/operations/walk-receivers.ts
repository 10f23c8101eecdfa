import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@slipway/persistence/database';
import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';

interface ObjectWithId {
  readonly id: string;
}

/** Calls every endpoint of receivers and of the ledger, with a receiver that accepts everything. */
export function walkReceivers(call: Call, database: () => Database): void {
  test('receivers of events', async () => {
    const server = createServer((_, response) => void response.writeHead(204).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const body = {
      title: 'Walked',
      kind: 'webhook',
      url: `http://127.0.0.1:${port}/`,
      secret,
      filter: { tags: ['a'] },
    };
    const { id } = await call<ObjectWithId>('createEventSubscription', { body });
    const path = { subscriptionId: id };
    await database().query({
      text: `with event as (insert into events (id, type, actor, at, data, audience)
          values ('EventWalk', 'trigger.failed', 'SYSTEM', now(), '{}', '{}'))
        insert into notification_deliveries
          (id, event_id, created_at, recipient, channel, state, decided_by, reason, next_at)
        values ('DeliveryWalk', 'EventWalk', now(), '${id}', 'webhook', 'pending', 'subscription', 'subscription', now())`,
    });
    const states = async () => {
      const { items } = await call<{ items: { state: string }[] }>('getEventSubscriptionDeliveries', { path });
      return items.map(({ state }) => state);
    };
    await expect.poll(states).toEqual(['sent']);
    expect(await call('getEventSubscriptionAttempts', { path })).toMatchObject({ items: [{ status: 204 }] });
    expect(await call('replayEventSubscription', { path, body: { deliveryId: 'DeliveryWalk' } })).toEqual({
      replayed: 1,
    });
    await expect.poll(states).toEqual(['sent']);
    expect(await call('replayNotificationDelivery', { path: { deliveryId: 'DeliveryWalk' } })).toEqual({ replayed: 1 });
    expect(await call('getNotificationDeliveries', { query: { recipient: id } })).toMatchObject({
      items: [{ id: 'DeliveryWalk', recipientTitle: 'Walked' }],
    });
    expect(await call('testEventSubscription', { path })).toMatchObject({ accepted: true, status: 204 });
    await call('updateEventSubscription', { path, body: { title: 'Changed', kind: 'webhook' } });
    expect(await call('getEventSubscription', { path })).toMatchObject({ title: 'Changed', hasSecret: true });
    expect(await call('getEventSubscriptions')).toMatchObject([{ id }]);
    await call('deleteEventSubscription', { path });
    server.closeAllConnections();
    server.close();
  });
}
