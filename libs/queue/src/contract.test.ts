import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/harness/database.ts';
import { retryBeforeDeadline } from '../../../test/harness/retry-before-deadline.ts';
import { type FreshRedis, findRedisProgram, freshRedis } from '../../../test/harness/servers/redis.ts';
import { type Message, openQueue, type Queue, type QueueOptions } from './queue.ts';
import { consumeWakes, createWake } from './testing.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

function contract(server: () => Pick<QueueOptions, 'redisUrl'>) {
  const queues: Queue[] = [];
  const open = (options: Partial<QueueOptions> = {}) => {
    const now = async () => Date.now();
    const queue = openQueue({ databaseUrl: database.url, now, warn: () => {}, ...server(), ...options });
    queues.push(queue);
    return queue;
  };
  const ready = async (queue: Queue) => {
    await expect.poll(() => queue.health()).toBe('ok');
    return queue;
  };
  /** On a busy machine, a server can seem unavailable for a moment. */
  const sendAll = (queue: Queue, messages: readonly Message<'wake'>[]) =>
    expect.poll(() => queue.sendMany('wake', messages)).toBe(true);
  afterAll(() => Promise.all(queues.map((queue) => queue.stop())));

  test('a message is delivered once', async () => {
    const queue = await ready(open());
    const consumed = consumeWakes(queue);
    queue.send('wake', createWake('Release1'));
    expect(await consumed.until((ids) => ids.length === 1)).toEqual(['Release1']);
    await queue.stop();
  });

  test('a delayed message is delivered at its time', async () => {
    const queue = await ready(open());
    const consumed = consumeWakes(queue);
    const at = await retryBeforeDeadline(async (moment) => {
      await sendAll(queue, [createWake(`Later${moment}`, moment), createWake(`Now${moment}`)]);
      const consumedIds = await consumed.until((ids) => ids.includes(`Now${moment}`));
      expect(consumedIds).not.toContain(`Later${moment}`);
      return moment;
    }, 300);
    await consumed.until((ids) => ids.includes(`Later${at}`));
    expect(Date.now()).toBeGreaterThanOrEqual(at);
    await queue.stop();
  });

  test('a duplicate of a pending message is dropped, and counts as new after the delivery', async () => {
    const queue = await ready(open());
    const at = Date.now() + 400;
    for (let time = 0; time < 3; time++) await sendAll(queue, [createWake('Same', at)]);
    await sendAll(queue, [createWake('Last', at + 1)]);
    const consumed = consumeWakes(queue);
    expect(await consumed.until((ids) => ids.includes('Last') && ids.includes('Same'))).toEqual(['Last', 'Same']);
    // The message is removed shortly after it was handled.
    await expect
      .poll(
        async () => {
          await queue.sendMany('wake', [createWake('Same', at)]);
          return consumed.releaseIds.filter((id) => id === 'Same').length;
        },
        { interval: 20 },
      )
      .toBeGreaterThan(1);
    await queue.stop();
  });

  test('five hundred concurrent messages all arrive, shared by two consumers', async () => {
    const sender = await ready(open());
    const first = consumeWakes(sender);
    const second = consumeWakes(await ready(open()));
    const ids = Array.from({ length: 500 }, (_, index) => `Bulk${String(index).padStart(3, '0')}`);
    await sendAll(
      sender,
      ids.map((id) => createWake(id)),
    );
    // A queue can repeat a message: on a busy machine, Redis gives a message with an expired lock to the other consumer.
    const received = () => new Set([...first.releaseIds, ...second.releaseIds]);
    await expect.poll(() => received().size, { interval: 20 }).toBe(500);
    expect([...received()].toSorted()).toEqual(ids);
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  });

  test('an error of a handler is reported, and the next message is delivered', async () => {
    const warnings: string[] = [];
    const queue = await ready(open({ warn: (_, sentence) => warnings.push(sentence) }));
    const event = new EventEmitter();
    const good = once(event, 'good');
    queue.serve(
      'runScript',
      async ({ runId }) => {
        if (runId === 'bad') throw new Error('it cannot be done');
        event.emit('good');
      },
      { concurrency: 1 },
    );
    const message = (runId: string) => ({ data: { releaseId: 'Release1', runId }, id: `script-${runId}` });
    await queue.sendMany('runScript', [message('bad'), message('good')]);
    await good;
    expect(warnings).toEqual(['could not handle a message; the sweep will process its object']);
    await queue.stop();
  });

  test('a stop waits for running handlers', async () => {
    const queue = await ready(open());
    const event = new EventEmitter();
    const started = once(event, 'begun');
    let done = false;
    queue.serve(
      'fireTrigger',
      async () => {
        event.emit('begun');
        await new Promise(setImmediate);
        done = true;
      },
      { concurrency: 1 },
    );
    queue.send('fireTrigger', { data: { triggerId: 'Trigger1' }, id: 'fire-Trigger1-1' });
    await started;
    await queue.stop();
    expect(done).toBe(true);
  });
}

describe('on PostgreSQL', () => {
  contract(() => ({}));
});

describe.skipIf((await findRedisProgram()) === null && process.env.CI !== 'true')('on Redis', () => {
  let redis: FreshRedis;
  beforeAll(async () => {
    redis = await freshRedis();
  });
  afterAll(() => redis.stop());
  contract(() => ({ redisUrl: redis.url }));
});
