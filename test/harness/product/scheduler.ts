import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { lowerPriority } from '../priority.ts';
import { type RunningProcess, run } from './run-process.ts';

/** A scheduler in a process of its own. */
export interface SchedulerProcess extends RunningProcess {
  /** where it answers /readyz and /metrics */
  readonly address: string;
  /** The value of one of its metrics, by its name with labels. */
  metric(name: string): Promise<number>;
  /** Ends it as an operator would; answers its exit code. */
  stop(): Promise<number | null>;
}

interface SchedulerSettings {
  readonly databaseUrl: string;
  /** past the pooler, where one answers at `databaseUrl` */
  readonly directUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** by how much its clock is wrong */
  readonly clockShiftMs?: number;
  /** where it is to die (libs/engine, environment/crash-point.ts) */
  readonly crashAt?: string;
  /** whether it has only the processor time that others leave until it runs, as if it began on a machine of its own */
  readonly startsAtLowPriority?: boolean;
}

/** Starts a scheduler and waits until it runs; one that is to crash may do so before. */
export async function startScheduler({
  databaseUrl,
  directUrl,
  redisUrl,
  clockShiftMs,
  crashAt,
  startsAtLowPriority = false,
}: SchedulerSettings): Promise<SchedulerProcess> {
  const clockFlags = clockShiftMs === undefined ? [] : ['--import', './test/harness/product/shifted-clock.mjs'];
  const spawned = run({
    command: [process.execPath, ...memoryFlags, ...clockFlags, 'services/scheduler/src/main.ts'],
    env: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: '0'.repeat(64),
      LOG_LEVEL: 'info',
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

/** On a machine that has nothing to leave a start would take minutes, in which what is to happen does not. */
const maxLowPriorityMs = 5_000;

/** Gives a process only the processor time that others leave, until what is answered is called or it has had that for long. */
function runAtLowPriority(pid: number): () => void {
  const raisePriority = lowerPriority(pid);
  const end = (): void => {
    clearTimeout(timer);
    try {
      raisePriority();
    } catch {
      // It has ended meanwhile, as with a crash point: its starter handles the end.
    }
  };
  const timer = setTimeout(end, maxLowPriorityMs);
  return end;
}
