import { setTimeout as pause } from 'node:timers/promises';
import type { CrashLabel } from '@slipway/engine';
import { type SchedulerProcess, startScheduler } from '../harness/product/scheduler.ts';
import { createWakeCounter, type Wakes } from './wake-counter.ts';

/** Three schedulers on one database: two that work, and one that crashes repeatedly at a named point. */
export interface SchedulerGroup {
  /** Starts another scheduler, and kills the oldest. */
  kill(): Promise<void>;
  /**
   * Starts another scheduler, and freezes the oldest for `ms`, like a busy machine. Then the frozen one continues, and
   * is stopped.
   */
  freeze(ms: number): Promise<void>;
  /** the number of crashes at each point */
  readonly deaths: ReadonlyMap<CrashLabel, number>;
  /** Returns how many releases each source has woken. Wakes between the last poll and a crash are not counted. */
  wakes(): Promise<Wakes>;
  /** Stops all schedulers once; returns a message for each unexpected exit. */
  stop(): Promise<readonly string[]>;
}

interface Servers {
  readonly databaseUrl: string;
  readonly directUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  readonly startsAtLowPriority?: boolean;
}

/** The pass in which a scheduler crashes. Later passes also test state that earlier work has cached. */
const passes = [1, 5, 3];

/** Starts the group. `points` are the crash points, in turn. */
export async function startSchedulers(servers: Servers, points: readonly CrashLabel[]): Promise<SchedulerGroup> {
  const count = createWakeCounter();
  const errors: string[] = [];
  const startOne = async (): Promise<SchedulerProcess> => {
    const one = await startWithRetry(servers);
    count.track(one.address);
    return one;
  };
  const stopOne = async (one: SchedulerProcess): Promise<void> => {
    const code = await one.stop();
    if (code !== 0) errors.push(`a stopped scheduler exited with ${code}: ${one.output()}`);
  };
  const crashing = crashInTurn(servers, points, { onStart: (one) => count.track(one.address), errors });
  const running = await Promise.all([startOne(), startOne()]);
  const oldest = async (): Promise<SchedulerProcess | undefined> => {
    running.push(await startOne());
    return running.shift();
  };
  const stop = async (): Promise<readonly string[]> => {
    count.stop();
    await Promise.all([crashing.stop(), ...running.map(stopOne)]);
    return errors;
  };
  let stopping: Promise<readonly string[]> | null = null;
  return {
    deaths: crashing.deaths,
    wakes: count.read,
    kill: async () => {
      (await oldest())?.signal('SIGKILL');
    },
    freeze: async (ms) => {
      const frozen = await oldest();
      if (frozen === undefined) return;
      frozen.signal('SIGSTOP');
      await pause(ms);
      frozen.signal('SIGCONT');
      await pause(1_000);
      await stopOne(frozen);
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

interface CrashCallbacks {
  readonly onStart: (one: SchedulerProcess) => void;
  readonly errors: string[];
}

/** Runs one scheduler after the other, each with the crash point that has the fewest crashes so far. */
function crashInTurn(servers: Servers, points: readonly CrashLabel[], { onStart, errors }: CrashCallbacks) {
  const deaths = new Map<CrashLabel, number>();
  let current: SchedulerProcess | undefined;
  let stopping = false;
  const runLoop = async (): Promise<void> => {
    const deathsAt = (label: CrashLabel): number => deaths.get(label) ?? 0;
    while (!stopping) {
      const [label] = points.toSorted((one, other) => deathsAt(one) - deathsAt(other));
      if (label === undefined) return;
      const times = passes[deathsAt(label) % passes.length];
      current = await startScheduler({ ...servers, crashAt: `${label}:${times}` });
      onStart(current);
      if (stopping) terminate(current);
      const code = await current.ended;
      if (code === null) deaths.set(label, deathsAt(label) + 1);
      else if (!stopping && !reportsStartFailure(current.output()))
        errors.push(`a scheduler exited unexpectedly with ${code}: ${current.output()}`);
    }
  };
  const loopDone = runLoop();
  return {
    deaths,
    stop: async () => {
      stopping = true;
      if (current !== undefined) terminate(current);
      await loopDone;
    },
  };
}

function terminate(one: SchedulerProcess): void {
  try {
    one.signal('SIGTERM');
  } catch {
    // it has crashed at its point in the meantime
  }
}

/** Starts a scheduler, and retries like a process manager while the database is unavailable. */
async function startWithRetry(servers: Servers): Promise<SchedulerProcess> {
  for (;;) {
    try {
      return await startScheduler(servers);
    } catch (error) {
      if (!(error instanceof Error) || !reportsStartFailure(error.message)) throw error;
    }
  }
}

/** Whether a process has logged that it cannot use the database. */
const reportsStartFailure = (output: string): boolean => /^.*slipway: cannot use the database/m.test(output);
