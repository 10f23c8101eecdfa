import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { type Running, run } from './server.ts';

/** A scheduler in a process of its own. */
export interface SchedulerProcess extends Running {
  /** where it answers /readyz and /metrics */
  readonly address: string;
  /** The value of one of its metrics, by its name with labels. */
  metric(name: string): Promise<number>;
  /** Ends it as an operator would; answers its exit code. */
  stop(): Promise<number | null>;
}

interface Settings {
  readonly databaseUrl: string;
  readonly redisUrl?: string | undefined;
  /** by how much its clock is wrong */
  readonly clockShiftMs?: number;
  /** where it is to die (libs/engine, environment/crash-point.ts) */
  readonly crashAt?: string;
}

/** Starts a scheduler and waits until it runs; one that is to crash may do so before. */
export async function startScheduler({
  databaseUrl,
  redisUrl,
  clockShiftMs,
  crashAt,
}: Settings): Promise<SchedulerProcess> {
  const shifted = clockShiftMs === undefined ? [] : ['--import', './test/harness/product/shifted-clock.mjs'];
  const running = run({
    command: [process.execPath, ...memoryFlags, ...shifted, 'services/scheduler/src/main.ts'],
    env: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: '0'.repeat(64),
      LOG_LEVEL: 'info',
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
      ...(clockShiftMs !== undefined && { CLOCK_SHIFT_MS: String(clockShiftMs) }),
      ...(crashAt !== undefined && { CRASH_AT: crashAt }),
    },
  });
  const began = running.says(/"address":"([^"]+)","msg":"the scheduler is running"/);
  const [, address = ''] = await (crashAt === undefined ? began : began.catch(() => []));
  return {
    ...running,
    address,
    metric: async (name) => {
      const text = await (await fetch(`${address}/metrics`)).text();
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1) ?? Number.NaN);
    },
    stop: async () => {
      running.signal('SIGTERM');
      return await running.ended;
    },
  };
}
