import { createHmac } from 'node:crypto';
import {
  type EventSubscription,
  findEventSubscription,
  updateEventSubscription,
} from '@slipway/persistence/notifications';
import { subscriptionPurpose } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Received, receiver, stopReceivers } from './testing/http-receivers.ts';
import { type Ledger, openLedger } from './testing/ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
  ledger.start({ timeoutMs: 5_000 });
});
afterAll(async () => {
  await ledger.close();
  await stopReceivers();
});

const actor = { username: 'ann', address: null };
async function change(id: string, changes: Partial<EventSubscription>): Promise<void> {
  const before = (await findEventSubscription(ledger.database, id))!;
  await updateEventSubscription(ledger.database, before, { ...before, ...changes }, actor);
}
const seal = (id: string, name: 'url' | 'secret', text: string) =>
  ledger.seal.seal(subscriptionPurpose(id, name), text);
const keyOf = (letter: string) => Buffer.alloc(32, letter);
const signatureBy = (key: Buffer, { id, headers, body }: Received) =>
  `v1,${createHmac('sha256', key).update(`${id}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`;
const typeOf = ({ body }: Received): string => JSON.parse(body).type;

const deployment = {
  ...{ id: 'Deployment1', application: 'Shop', environment: 'prod', stage: 'Production', kind: 'normal' },
  ...{ outcome: 'succeeded', artifactId: 'pkg:oci/shop@sha256%3A0b31', first: true },
};
async function addDeployment(recipient: string): Promise<void> {
  await ledger.addDelivery({ recipient, channel: 'webhook', type: 'deployment.finished', releaseId: 'Release1' });
  await ledger.query(`update events set data = data || jsonb_build_object('deployment', $1::jsonb)`, [
    JSON.stringify(deployment),
  ]);
}

test('a pending delivery is sent to the address, in the format and with the secrets of the receiver at that time', async () => {
  const old = await receiver((response) => void response.writeHead(503, { 'Retry-After': '600' }).end());
  const current = await receiver((response, { length }) => void response.writeHead(length === 1 ? 500 : 204).end());
  const id = await ledger.addReceiver(old.url);
  await addDeployment(id);
  await expect.poll(async () => (await ledger.rows())[0]?.attempts).toBe(1);
  const { secret: previousSecret } = (await findEventSubscription(ledger.database, id))!;
  await change(id, {
    ...{ url: seal(id, 'url', current.url), secret: seal(id, 'secret', `whsec_${keyOf('n').toString('base64')}`) },
    ...{ previousSecret, previousSecretUntil: ledger.clock.now + 86_400_000, format: 'cdevents' },
  });
  // The new address is not paused, and has not failed before.
  expect(await findEventSubscription(ledger.database, id)).toMatchObject({ failingSince: null, nextRequestAt: null });
  ledger.clock.now = (await ledger.rows())[0]!.nextAt!;
  await expect.poll(async () => (await ledger.rows())[0]?.attempts).toBe(2);
  await change(id, { format: 'slipway' });
  ledger.clock.now = (await ledger.rows())[0]!.nextAt!;
  await expect.poll(async () => (await ledger.rows())[0]?.state).toBe('sent');

  expect(old.received.map(typeOf)).toEqual(['dev.slipway.deployment.finished.v1']);
  expect(current.received.map(typeOf)).toEqual([
    'dev.cdevents.service.deployed.0.2.0',
    'dev.slipway.deployment.finished.v1',
  ]);
  const received = [...old.received, ...current.received];
  expect(new Set(received.map((request) => request.id)).size).toBe(1);
  for (const request of current.received)
    expect(request.headers['webhook-signature']).toBe(
      [keyOf('n'), keyOf('k')].map((key) => signatureBy(key, request)).join(' '),
    );
});

test('a pending event without a CDEvent is not sent after a change to this format', async () => {
  const { url, received } = await receiver((response) => void response.writeHead(500).end());
  const id = await ledger.addReceiver(url);
  const delivery = await ledger.addDelivery({ recipient: id, channel: 'webhook' });
  const row = async () => (await ledger.rows()).find((other) => other.id === delivery);
  await expect.poll(async () => (await row())?.attempts).toBe(1);
  await change(id, { format: 'cdevents' });
  ledger.clock.now = (await row())!.nextAt!;
  await expect.poll(row).toMatchObject({ state: 'obsolete', error: 'the event has no CDEvent' });
  expect(received).toHaveLength(1);
});
