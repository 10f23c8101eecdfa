import { openDatabase, readClock } from '@slipway/persistence/database';
import { pauseScheduling, resumeScheduling } from '@slipway/persistence/maintenance';
import { createLogger } from '@slipway/process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLifecycle } from '../../../../libs/process/src/lifecycle.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type JobQueue, pausableQueue, startPausableScheduling } from './pausable-scheduling.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

/** A queue that delivers messages of the test, and records its consumers. */
function createTestQueue() {
  const handlers: ((data: { triggerId: string }) => Promise<void>)[] = [];
  const queue: JobQueue = {
    serve: (_, handler) => void handlers.push(handler as (typeof handlers)[number]),
    health: async () => 'ok',
  };
  return {
    queue,
    handlers,
    message: (triggerId: string) => Promise.all(handlers.map((handle) => handle({ triggerId }))),
  };
}

test('background work stops when scheduling is paused, and starts again afterwards', async () => {
  const database = openDatabase({ url: fresh.url, connections: 1 });
  const seen: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => seen.push(JSON.parse(line).msg) });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000, exit: (code) => seen.push(`exit ${code}`) });
  const worker = (name: string) => {
    seen.push(`${name} begins`);
    return { stop: async () => seen.push(`${name} ends`) };
  };
  await startPausableScheduling({ lifecycle, logger }, { database, queue: createTestQueue().queue }, async () => [
    worker('a'),
    worker('b'),
  ]);
  const started = ['a begins', 'b begins'];
  expect(seen).toEqual(started);
  await pauseScheduling(database, await readClock(database));
  const paused = [
    ...started,
    'b ends',
    'a ends',
    'scheduling is paused from now on, since this is a restored database',
  ];
  await expect.poll(() => seen).toEqual(paused);
  await resumeScheduling(database);
  const restarted = [...paused, 'scheduling is no longer paused', ...started];
  await expect.poll(() => seen).toEqual(restarted);
  await lifecycle.stop();
  expect(seen).toEqual([...restarted, 'b ends', 'a ends', 'exit 0']);
  await database.stop();
});

test('messages during the pause are dropped, and later ones go to the new consumer', async () => {
  const testQueue = createTestQueue();
  const { queue, pause } = pausableQueue(testQueue.queue);
  const handled: string[] = [];
  const handle = (consumer: string) =>
    queue.serve('fireTrigger', async ({ triggerId }) => void handled.push(`${consumer} ${triggerId}`), {
      concurrency: 1,
    });
  handle('first');
  await testQueue.message('one');
  pause();
  await testQueue.message('two');
  handle('second');
  await testQueue.message('three');
  expect([handled, testQueue.handlers.length]).toEqual([['first one', 'second three'], 1]);
});
