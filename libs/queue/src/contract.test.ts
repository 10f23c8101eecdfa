import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/harness/database.ts';
import { type FreshRedis, freshRedis, redisProgram } from '../../../test/harness/redis.ts';
import { openQueue, type Queue, type QueueOptions } from './queue.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const wake = (releaseId: string, at = 0) => ({ data: { releaseId, at }, id: `wake-${releaseId}-${at}`, at });

/** Collects what a queue hands over, and waits for it. */
function collector(queue: Queue) {
  const seen: string[] = [];
  const event = new EventEmitter();
  queue.serve(
    'wake',
    async ({ releaseId }) => {
      seen.push(releaseId);
      event.emit('seen');
    },
    { concurrency: 4 },
  );
  const until = async (enough: (ids: readonly string[]) => boolean) => {
    while (!enough(seen)) await once(event, 'seen');
    return seen.toSorted();
  };
  return { seen, until, count: (wanted: number) => until((ids) => ids.length >= wanted) };
}

function contract(server: () => Pick<QueueOptions, 'redisUrl'>) {
  const queues: Queue[] = [];
  const open = (options: Partial<QueueOptions> = {}) => {
    const now = async () => Date.now();
    const queue = openQueue({ databaseUrl: database.url, now, warn: () => {}, ...server(), ...options });
    queues.push(queue);
    return queue;
  };
  const ready = async (queue: Queue) => {
    expect(await queue.health()).toBe('ok');
    return queue;
  };
  afterAll(() => Promise.all(queues.map((queue) => queue.stop())));

  test('what is sent is handed over once', async () => {
    const queue = await ready(open());
    const taken = collector(queue);
    queue.send('wake', wake('Release1'));
    expect(await taken.count(1)).toEqual(['Release1']);
    await queue.stop();
  });

  test('a message for later comes when its moment has come', async () => {
    const queue = await ready(open());
    const taken = collector(queue);
    const moment = Date.now() + 300;
    expect(await queue.sendMany('wake', [wake('Later', moment), wake('Now')])).toBe(true);
    await taken.count(2);
    expect(taken.seen).toEqual(['Now', 'Later']);
    expect(Date.now()).toBeGreaterThanOrEqual(moment);
    await queue.stop();
  });

  test('the same debt is absorbed while it waits, and counts as new once it was paid', async () => {
    const queue = await ready(open());
    const at = Date.now() + 400;
    for (let time = 0; time < 3; time++) expect(await queue.sendMany('wake', [wake('Same', at)])).toBe(true);
    await queue.sendMany('wake', [wake('Last', at + 1)]);
    const taken = collector(queue);
    await taken.until((ids) => ids.includes('Last'));
    expect(taken.seen).toEqual(['Same', 'Last']);
    // The message is removed after it was handled, which is a moment later than its handling.
    await expect
      .poll(
        async () => {
          await queue.sendMany('wake', [wake('Same', at)]);
          return taken.seen.filter((id) => id === 'Same').length;
        },
        { timeout: 10_000, interval: 20 },
      )
      .toBeGreaterThan(1);
    await queue.stop();
  });

  test('five hundred at once all arrive, shared by two who take', async () => {
    const sender = await ready(open());
    const first = collector(sender);
    const second = collector(await ready(open()));
    const ids = Array.from({ length: 500 }, (_, index) => `Bulk${String(index).padStart(3, '0')}`);
    expect(
      await sender.sendMany(
        'wake',
        ids.map((id) => wake(id)),
      ),
    ).toBe(true);
    await expect.poll(() => first.seen.length + second.seen.length, { timeout: 20_000, interval: 20 }).toBe(500);
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
    expect(told).toEqual(['a message could not be handled; what it was about is looked at again']);
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

describe.skipIf((await redisProgram()) === null && process.env.CI !== 'true')('when Redis dies', () => {
  let redis: FreshRedis;
  let lost = 0;
  const told: string[] = [];
  let queue: Queue;
  beforeAll(async () => {
    redis = await freshRedis();
    queue = openQueue({
      databaseUrl: database.url,
      redisUrl: redis.url,
      now: async () => Date.now(),
      warn: (_, sentence) => told.push(sentence),
      onLost: (count) => {
        lost += count;
      },
    });
  });
  afterAll(async () => {
    await queue.stop();
    await redis.stop();
  });

  test('messages are refused at once, the outage is told once, and the taker is back with the server', async () => {
    expect(await queue.health()).toBe('ok');
    const taken = collector(queue);
    queue.send('wake', wake('Before'));
    await taken.count(1);
    await redis.kill();
    await expect.poll(() => queue.health(), { timeout: 10_000, interval: 20 }).toBe('degraded');
    const began = performance.now();
    expect(await queue.sendMany('wake', [wake('Lost')])).toBe(false);
    queue.send('wake', wake('LostToo'));
    expect(performance.now() - began).toBeLessThan(1_000);
    await expect.poll(() => lost).toBe(2);
    expect(told).toEqual(['the queue cannot be reached; releases are woken by the sweep meanwhile']);
    await redis.restart();
    await expect.poll(() => queue.health(), { timeout: 10_000, interval: 20 }).toBe('ok');
    queue.send('wake', wake('After'));
    expect(await taken.until((ids) => ids.includes('After'))).toEqual(['After', 'Before']);
  });

  test('what a flush has taken can be sent again', async () => {
    const at = Date.now() + 1_000;
    const taken = collector(queue);
    await queue.sendMany('wake', [wake('Flushed', at)]);
    await redis.flush();
    await queue.sendMany('wake', [wake('Flushed', at)]);
    await expect.poll(() => taken.seen.length, { timeout: 10_000, interval: 20 }).toBeLessThanOrEqual(1);
    expect(lost).toBe(2);
  });

  test('a server that does not answer counts as away, and a stop comes to its end', async () => {
    const other = openQueue({
      databaseUrl: database.url,
      redisUrl: redis.url,
      now: async () => Date.now(),
      warn: () => {},
    });
    await expect.poll(() => other.health(), { timeout: 10_000, interval: 20 }).toBe('ok');
    other.serve('wake', async () => {}, { concurrency: 1 });
    redis.hang();
    expect(await other.sendMany('wake', [wake('Unheard')])).toBe(false);
    await other.stop();
    await redis.restart();
  });

  test('with a wrong password nothing is sent, nothing fails, and a stop comes to its end', async () => {
    const url = new URL(redis.url);
    url.password = 'wrong';
    const other = openQueue({
      databaseUrl: database.url,
      redisUrl: url.href,
      now: async () => Date.now(),
      warn: () => {},
    });
    other.serve('wake', async () => {}, { concurrency: 1 });
    expect(await other.health()).toBe('degraded');
    expect(await other.sendMany('wake', [wake('Refused')])).toBe(false);
    await other.stop();
  });
});
