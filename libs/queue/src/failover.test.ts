import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRedisProgram } from '../../../test/harness/servers/redis.ts';
import { clusterGroup, type RedisGroup, sentinelGroup } from '../../../test/harness/servers/redis-group.ts';
import { openQueue, type Queue } from './queue.ts';
import { type ConsumedWakes, consumeWakes, createWake } from './testing.ts';

const withoutRedis = (await findRedisProgram()) === null && process.env.CI !== 'true';

describe.skipIf(withoutRedis).each([
  ['Redis Sentinel', sentinelGroup],
  ['Redis Cluster', clusterGroup],
])('messages over %s', (_, begin) => {
  let group: RedisGroup;
  let queue: Queue;
  let consumed: ConsumedWakes;
  beforeAll(async () => {
    group = await begin();
    queue = openQueue({
      redisUrl: group.url,
      databaseUrl: 'postgresql://none',
      now: async () => Date.now(),
      warn: () => {},
    });
    consumed = consumeWakes(queue);
  });
  afterAll(async () => {
    await queue?.stop();
    await group?.stop();
  });

  /** On a busy machine, a server can seem unavailable for a moment. */
  const arrives = async (id: string): Promise<void> => {
    await expect.poll(() => queue.sendMany('wake', [createWake(id)]), { interval: 50 }).toBe(true);
    await expect.poll(() => consumed.releaseIds.includes(id), { interval: 20 }).toBe(true);
  };

  test('arrive, and the connected servers are known', async () => {
    await arrives('Before');
    expect(queue.servers().length).toBeGreaterThan(0);
    expect(queue.servers().every((url) => /^redis:\/\/127\.0\.0\.1:\d+$/.test(url))).toBe(true);
  });

  test('arrive again after another server has replaced the lost one', async () => {
    await group.failOver();
    await arrives('After');
    expect(await queue.health()).toBe('ok');
  });
});
