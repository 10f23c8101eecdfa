import { expect, test } from 'vitest';
import { isLong, length, wholeSystemMs } from '../harness/length.ts';
import { poolerProgram } from '../harness/servers/pgbouncer.ts';
import { redisProgram } from '../harness/servers/redis.ts';
import { type Chaos, runChaos } from './chaos.ts';

const withoutRedis = (await redisProgram()) === null && process.env.CI !== 'true';

const withoutPooler = (await poolerProgram()) === null && process.env.CI !== 'true';

const load = { faultEveryMs: 1_000, switchoverEveryMs: 3_000, freezeMs: null, startsAside: false, tell: () => {} };

async function happensOnce(chaos: Omit<Chaos, keyof typeof load>): Promise<void> {
  const { wrong, lateMs, faults } = await runChaos({ ...load, ...chaos });
  expect(wrong).toEqual([]);
  expect(lateMs.length).toBeGreaterThanOrEqual(chaos.count);
  expect(lateMs.every((late) => late >= 0)).toBe(true);
  expect(Math.min(...faults.values())).toBeGreaterThan(0);
}

test.skipIf(withoutRedis)(
  'while servers and schedulers die, every release starts once, every tick fires once, and nothing is lost',
  async () => {
    const points = length({ short: ['after-commit'], long: ['inside-transaction', 'after-commit'] } as const);
    const size = length({ short: { count: 60, spreadMs: 2_000 }, long: { count: 150, spreadMs: 5_000 } });
    await happensOnce({ queue: 'Redis', route: 'direct', points, ...size });
  },
  wholeSystemMs,
);

test.skipIf(withoutPooler || !isLong)(
  'the same holds with a PgBouncer, which dies as well',
  async () => {
    await happensOnce({
      queue: 'PostgreSQL',
      route: 'pgbouncer',
      count: 120,
      spreadMs: 4_000,
      points: ['inside-transaction'],
    });
  },
  wholeSystemMs,
);

test.runIf(isLong)(
  'the same holds where a replica repeatedly takes the place of its primary',
  async () => {
    await happensOnce({
      queue: 'PostgreSQL',
      route: 'switchover',
      count: 120,
      spreadMs: 4_000,
      points: ['after-commit'],
    });
  },
  wholeSystemMs,
);
