import { expect, test } from 'vitest';
import { redisProgram } from '../harness/servers/redis.ts';
import { runChaos } from './chaos.ts';

const withoutRedis = (await redisProgram()) === null && process.env.CI !== 'true';

test.skipIf(withoutRedis)(
  'while servers and schedulers die, every release starts once, every tick fires once, and nothing is lost',
  async () => {
    const points = ['inside-transaction', 'after-commit'] as const;
    const { wrong, lateMs, faults } = await runChaos({
      queue: 'Redis',
      count: 150,
      spreadMs: 5_000,
      faultEveryMs: 1_000,
      freezeMs: null,
      points,
    });
    expect(wrong).toEqual([]);
    expect(lateMs.every((late) => late >= 0)).toBe(true);
    expect(Math.min(...faults.values())).toBeGreaterThan(0);
  },
  600_000,
);
