import { expect, test } from 'vitest';
import { findPoolerProgram } from '../harness/servers/pgbouncer.ts';
import { findRedisProgram } from '../harness/servers/redis.ts';
import { isLong, pickLength, systemTestTimeoutMs } from '../harness/test-length.ts';
import { type ChaosSettings, runChaos } from './chaos.ts';

const withoutRedis = (await findRedisProgram()) === null && process.env.CI !== 'true';

const withoutPooler = (await findPoolerProgram()) === null && process.env.CI !== 'true';

const load = {
  faultIntervalMs: 1_000,
  switchoverIntervalMs: 3_000,
  freezeMs: null,
  startsAtLowPriority: false,
  report: () => {},
};

async function expectExactlyOnce(chaos: Omit<ChaosSettings, keyof typeof load>): Promise<void> {
  const { wrong, lateMs, faults } = await runChaos({ ...load, ...chaos });
  expect(wrong).toEqual([]);
  expect(lateMs.length).toBeGreaterThanOrEqual(chaos.count);
  expect(lateMs.every((lateness) => lateness >= 0)).toBe(true);
  expect(Math.min(...faults.values())).toBeGreaterThan(0);
}

test.skipIf(withoutRedis)(
  'while servers and schedulers crash, every release starts once, every tick fires once, and no work is lost',
  async () => {
    const points = pickLength({ short: ['after-commit'], long: ['inside-transaction', 'after-commit'] } as const);
    const size = pickLength({ short: { count: 60, spreadMs: 2_000 }, long: { count: 150, spreadMs: 5_000 } });
    await expectExactlyOnce({ queue: 'Redis', route: 'direct', points, ...size });
  },
  systemTestTimeoutMs,
);

test.skipIf(withoutPooler || !isLong)(
  'the same holds with a PgBouncer that also crashes',
  async () => {
    await expectExactlyOnce({
      queue: 'PostgreSQL',
      route: 'pgbouncer',
      count: 120,
      spreadMs: 4_000,
      points: ['inside-transaction'],
    });
  },
  systemTestTimeoutMs,
);

test.runIf(isLong)(
  'the same holds with repeated switchovers to a replica',
  async () => {
    await expectExactlyOnce({
      queue: 'PostgreSQL',
      route: 'switchover',
      count: 120,
      spreadMs: 4_000,
      points: ['after-commit'],
    });
  },
  systemTestTimeoutMs,
);
