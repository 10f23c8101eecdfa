import { holdScheduling, openDatabase, readClock, releaseScheduling } from '@slipway/persistence';
import { createLogger } from '@slipway/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLifecycle } from '../../../../libs/runtime/src/lifecycle.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { heldQueue, type Served } from './held-queue.ts';
import { whenReleased } from './when-released.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

/** A queue that hands over what the test has for it, and keeps who serves it. */
function handed() {
  const handlers: ((data: { triggerId: string }) => Promise<void>)[] = [];
  const queue: Served = {
    serve: (_, handler) => void handlers.push(handler as (typeof handlers)[number]),
    health: async () => 'ok',
  };
  return { queue, handlers, message: (triggerId: string) => Promise.all(handlers.map((take) => take({ triggerId }))) };
}

test('background work stops when scheduling is paused, and starts again afterwards', async () => {
  const database = openDatabase({ url: fresh.url, connections: 1 });
  const seen: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => seen.push(JSON.parse(line).msg) });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000, exit: (code) => seen.push(`exit ${code}`) });
  const part = (name: string) => {
    seen.push(`${name} begins`);
    return { stop: async () => seen.push(`${name} ends`) };
  };
  await whenReleased({ lifecycle, logger }, { database, queue: handed().queue }, async () => [part('a'), part('b')]);
  const begun = ['a begins', 'b begins'];
  expect(seen).toEqual(begun);
  await holdScheduling(database, await readClock(database));
  const held = [...begun, 'b ends', 'a ends', 'scheduling is held from now on, since this is a restored database'];
  await expect.poll(() => seen).toEqual(held);
  await releaseScheduling(database);
  const again = [...held, 'scheduling is no longer paused', ...begun];
  await expect.poll(() => seen).toEqual(again);
  await lifecycle.stop();
  expect(seen).toEqual([...again, 'b ends', 'a ends', 'exit 0']);
  await database.stop();
});

test('messages during the pause are dropped, and later ones go to the new consumer', async () => {
  const given = handed();
  const { queue, hold } = heldQueue(given.queue);
  const taken: string[] = [];
  const take = (who: string) =>
    queue.serve('fireTrigger', async ({ triggerId }) => void taken.push(`${who} ${triggerId}`), { concurrency: 1 });
  take('first');
  await given.message('one');
  hold();
  await given.message('two');
  take('second');
  await given.message('three');
  expect([taken, given.handlers.length]).toEqual([['first one', 'second three'], 1]);
});
