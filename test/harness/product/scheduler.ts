import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { lowerPriority } from '../priority.ts';
import { type RunningProcess, run } from './run-process.ts';

/** A scheduler in its own process. */
export interface SchedulerProcess extends RunningProcess {
  /** the base URL of /readyz and /metrics */
  readonly address: string;
  /** Returns the value of a metric, by its name with labels. */
  metric(name: string): Promise<number>;
  /** Stops the scheduler with SIGTERM; returns its exit code. */
  stop(): Promise<number | null>;
}

interface SchedulerSettings {
  readonly databaseUrl: string;
  /** the URL that bypasses the pooler, if `databaseUrl` is a pooler */
  readonly directUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** the error of its clock */
  readonly clockShiftMs?: number;
  /** the crash point (libs/engine, environment/crash-point.ts) */
  readonly crashAt?: string;
  /** further settings */
  readonly env?: Readonly<Record<string, string>>;
  /** whether its start uses only idle processor time, which simulates a machine of its own */
  readonly startsAtLowPriority?: boolean;
}

/** Starts a scheduler and waits until it runs. A scheduler with a crash point may end before. */
export async function startScheduler({
  databaseUrl,
  directUrl,
  redisUrl,
  clockShiftMs,
  crashAt,
  env = {},
  startsAtLowPriority = false,
}: SchedulerSettings): Promise<SchedulerProcess> {
  const clockFlags = clockShiftMs === undefined ? [] : ['--import', './test/harness/product/shifted-clock.mjs'];
  const spawned = run({
    command: [process.execPath, ...memoryFlags, ...clockFlags, 'services/scheduler/src/main.ts'],
    env: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: '0'.repeat(64),
      LOG_LEVEL: 'info',
      ...env,
      ...(directUrl !== undefined && { DATABASE_DIRECT_URL: directUrl }),
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
      ...(clockShiftMs !== undefined && { CLOCK_SHIFT_MS: String(clockShiftMs) }),
      ...(crashAt !== undefined && { CRASH_AT: crashAt }),
    },
  });
  const restorePriority = startsAtLowPriority ? runAtLowPriority(spawned.pid) : () => {};
  const started = spawned.waitForOutput(/"address":"([^"]+)","msg":"the scheduler is running"/);
  const [, address = ''] = await (crashAt === undefined ? started : started.catch(() => [])).finally(restorePriority);
  return {
    ...spawned,
    address,
    metric: async (name) => {
      const text = await (await fetch(`${address}/metrics`)).text();
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1) ?? Number.NaN);
    },
    stop: async () => {
      spawned.signal('SIGTERM');
      return await spawned.ended;
    },
  };
}

/** The limit of the low priority: on a busy machine a start without processor time would take minutes. */
const maxLowPriorityMs = 5_000;

/** Limits a process to idle processor time until the returned function is called, or for at most `maxLowPriorityMs`. */
function runAtLowPriority(pid: number): () => void {
  const raisePriority = lowerPriority(pid);
  const end = (): void => {
    clearTimeout(timer);
    try {
      raisePriority();
    } catch {
      // The process has ended in the meantime, such as at a crash point: the caller handles the end.
    }
  };
  const timer = setTimeout(end, maxLowPriorityMs);
  return end;
}
