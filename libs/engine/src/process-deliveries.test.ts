import { addConfiguration, findDelivery, judgeDelivery, storeDelivery } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processAccepted } from './process-deliveries.ts';
import { type Ground, openGround } from './testing.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
  await addConfiguration(ground.database, {
    id: 'Configuration1',
    type: 'events.PostWebhookEndpoint',
    folderId: null,
    title: 'Hook',
    properties: {},
    secrets: {},
    variableMapping: {},
    path: 'hook',
  });
});
afterAll(() => ground.close());

/** Stores a delivery and accepts it, or refuses it. */
async function delivered(id: string, verdict: 'ACCEPTED' | 'REFUSED'): Promise<void> {
  const { database } = ground;
  const [found] = await database.query<{ version: number }>({ text: 'select version from configurations' });
  const sent = { id, endpointId: 'Configuration1', method: 'POST', path: 'hook', parameters: {}, headers: {} };
  await storeDelivery(database, { ...sent, body: '{}', deduplicationKey: null }, found!.version);
  const judgement = { reason: null, status: 200, durationMs: 1, processed: false };
  expect(await judgeDelivery(database, { id, verdict, ...judgement })).toBe(verdict);
}

const processed = async (id: string) => (await findDelivery(ground.database, [id]))?.processedAt !== null;

test('what was accepted is told once, in order, by any number of processes', async () => {
  for (const id of ['Delivery1', 'Delivery2', 'Delivery3']) await delivered(id, 'ACCEPTED');
  await delivered('Delivery4', 'REFUSED');
  const told: string[] = [];
  const listener = async (_: unknown, id: string) => {
    told.push(id);
    return [{ triggerId: 'Trigger1', releaseId: `Release of ${id}` }];
  };
  expect(await processAccepted(ground.database, listener, 1)).toBe(1);
  expect(told).toEqual(['Delivery1']);
  const counts = await Promise.all([1, 2, 3].map(() => processAccepted(ground.database, listener, 10)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(2);
  expect(told.toSorted()).toEqual(['Delivery1', 'Delivery2', 'Delivery3']);
  expect((await findDelivery(ground.database, ['Delivery2']))?.results).toEqual([
    { triggerId: 'Trigger1', releaseId: 'Release of Delivery2' },
  ]);
  expect(await processed('Delivery4')).toBe(false);
});

test('what a listener fails at is told again', async () => {
  await delivered('Delivery5', 'ACCEPTED');
  const failing = () => Promise.reject(new Error('not now'));
  await expect(processAccepted(ground.database, failing, 10)).rejects.toThrow('not now');
  expect(await processed('Delivery5')).toBe(false);
  expect(await processAccepted(ground.database, async () => [], 10)).toBe(1);
  expect(await processed('Delivery5')).toBe(true);
});
