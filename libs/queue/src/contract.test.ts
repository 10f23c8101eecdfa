import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/harness/database.ts';
import { aheadOf } from '../../../test/harness/moment.ts';
import { type FreshRedis, freshRedis, redisProgram } from '../../../test/harness/servers/redis.ts';
import { type Message, openQueue, type Queue, type QueueOptions } from './queue.ts';
import { takeWakes, wake } from './testing.ts';

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
  /** On a busy machine a server may seem to be away for a moment. */
  const sent = (queue: Queue, messages: readonly Message<'wake'>[]) =>
    expect.poll(() => queue.sendMany('wake', messages)).toBe(true);
  afterAll(() => Promise.all(queues.map((queue) => queue.stop())));

  test('a message is delivered once', async () => {
    const queue = await ready(open());
    const taken = takeWakes(queue);
    queue.send('wake', wake('Release1'));
    expect(await taken.until((ids) => ids.length === 1)).toEqual(['Release1']);
    await queue.stop();
  });

  test('a message for later comes when its moment has come', async () => {
    const queue = await ready(open());
    const taken = takeWakes(queue);
    const at = await aheadOf(async (moment) => {
      await sent(queue, [wake(`Later${moment}`, moment), wake(`Now${moment}`)]);
      const seen = await taken.until((ids) => ids.includes(`Now${moment}`));
      expect(seen).not.toContain(`Later${moment}`);
      return moment;
    }, 300);
    await taken.until((ids) => ids.includes(`Later${at}`));
    expect(Date.now()).toBeGreaterThanOrEqual(at);
    await queue.stop();
  });

  test('the same debt is absorbed while it waits, and counts as new once it was paid', async () => {
    const queue = await ready(open());
    const at = Date.now() + 400;
    for (let time = 0; time < 3; time++) await sent(queue, [wake('Same', at)]);
    await sent(queue, [wake('Last', at + 1)]);
    const taken = takeWakes(queue);
    expect(await taken.until((ids) => ids.includes('Last') && ids.includes('Same'))).toEqual(['Last', 'Same']);
    // The message is removed after it was handled, which is a moment later than its handling.
    await expect
      .poll(
        async () => {
          await queue.sendMany('wake', [wake('Same', at)]);
          return taken.seen.filter((id) => id === 'Same').length;
        },
        { interval: 20 },
      )
      .toBeGreaterThan(1);
    await queue.stop();
  });

  test('five hundred at once all arrive, shared by two who take', async () => {
    const sender = await ready(open());
    const first = takeWakes(sender);
    const second = takeWakes(await ready(open()));
    const ids = Array.from({ length: 500 }, (_, index) => `Bulk${String(index).padStart(3, '0')}`);
    await sent(
      sender,
      ids.map((id) => wake(id)),
    );
    await expect.poll(() => first.seen.length + second.seen.length, { interval: 20 }).toBe(500);
    expect([...first.seen, ...second.seen].toSorted()).toEqual(ids);
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  });

  test('a handler that fails is reported, and the next message comes', async () => {
    const told: string[] = [];
    const queue = await ready(open({ warn: (_, sentence) => told.push(sentence) }));
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
    expect(told).toEqual(['could not handle a message; the sweep will process its object']);
    await queue.stop();
  });

  test('a stop waits for what is being handled', async () => {
    const queue = await ready(open());
    const event = new EventEmitter();
    const begun = once(event, 'begun');
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
    await begun;
    await queue.stop();
    expect(done).toBe(true);
  });
}

describe('on PostgreSQL', () => {
  contract(() => ({}));
});

describe.skipIf((await redisProgram()) === null && process.env.CI !== 'true')('on Redis', () => {
  let redis: FreshRedis;
  beforeAll(async () => {
    redis = await freshRedis();
  });
  afterAll(() => redis.stop());
  contract(() => ({ redisUrl: redis.url }));
});
