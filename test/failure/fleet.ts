import { setTimeout as pause } from 'node:timers/promises';
import type { CrashLabel } from '@slipway/engine';
import { type SchedulerProcess, startScheduler } from '../harness/product/scheduler.ts';
import { countWakes, type Wakes } from './wakes.ts';

/** Three schedulers on one database: two that work, and one that crashes repeatedly at a named point. */
export interface Fleet {
  /** Starts another, and ends the oldest at whatever it is doing. */
  kill(): Promise<void>;
  /** Starts another, and stops the oldest for this time, like a busy machine; then it continues, and ends. */
  freeze(ms: number): Promise<void>;
  /** how often one has died at each point */
  readonly deaths: ReadonlyMap<CrashLabel, number>;
  /** How many releases were woken by what, as far as that was seen before who did it died. */
  wakes(): Promise<Wakes>;
  /** Ends all in order, once; answers what any of them did that it should not have done. */
  stop(): Promise<readonly string[]>;
}

interface Servers {
  readonly databaseUrl: string;
  readonly directUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  readonly startsAside?: boolean;
}

/** At its first pass, and at later ones: the cache depends on earlier work. */
const passes = [1, 5, 3];

/** Starts the fleet; `points` are where one of it dies, in turn. */
export async function startFleet(servers: Servers, points: readonly CrashLabel[]): Promise<Fleet> {
  const count = countWakes();
  const wrong: string[] = [];
  const begin = async (): Promise<SchedulerProcess> => {
    const one = await startPersistently(servers);
    count.watch(one.address);
    return one;
  };
  const end = async (one: SchedulerProcess): Promise<void> => {
    const code = await one.stop();
    if (code !== 0) wrong.push(`a scheduler that was told to stop has ended with ${code}: ${one.output()}`);
  };
  const mortal = dieInTurn(servers, points, { began: (one) => count.watch(one.address), wrong });
  const working = await Promise.all([begin(), begin()]);
  const oldest = async (): Promise<SchedulerProcess | undefined> => {
    working.push(await begin());
    return working.shift();
  };
  const stop = async (): Promise<readonly string[]> => {
    count.stop();
    await Promise.all([mortal.stop(), ...working.map(end)]);
    return wrong;
  };
  let stopping: Promise<readonly string[]> | null = null;
  return {
    deaths: mortal.deaths,
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
      await end(frozen);
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

interface Watching {
  readonly began: (one: SchedulerProcess) => void;
  readonly wrong: string[];
}

/** One scheduler after the other, each with the point at which the fewest have died so far. */
function dieInTurn(servers: Servers, points: readonly CrashLabel[], { began, wrong }: Watching) {
  const deaths = new Map<CrashLabel, number>();
  let living: SchedulerProcess | undefined;
  let stopping = false;
  const live = async (): Promise<void> => {
    const died = (label: CrashLabel): number => deaths.get(label) ?? 0;
    while (!stopping) {
      const [label] = points.toSorted((one, other) => died(one) - died(other));
      if (label === undefined) return;
      const times = passes[died(label) % passes.length];
      living = await startScheduler({ ...servers, crashAt: `${label}:${times}` });
      began(living);
      if (stopping) endMortal(living);
      const code = await living.ended;
      if (code === null) deaths.set(label, died(label) + 1);
      else if (!stopping && !hasRefused(living.output()))
        wrong.push(`a scheduler has ended by itself, with ${code}: ${living.output()}`);
    }
  };
  const lives = live();
  return {
    deaths,
    stop: async () => {
      stopping = true;
      if (living !== undefined) endMortal(living);
      await lives;
    },
  };
}

function endMortal(one: SchedulerProcess): void {
  try {
    one.signal('SIGTERM');
  } catch {
    // it has died meanwhile, as it was to
  }
}

/** Starts one like a process manager: again, if the database is unavailable. */
async function startPersistently(servers: Servers): Promise<SchedulerProcess> {
  for (;;) {
    try {
      return await startScheduler(servers);
    } catch (error) {
      if (!(error instanceof Error) || !hasRefused(error.message)) throw error;
    }
  }
}

/** Whether a process has reported why it cannot start. */
const hasRefused = (output: string): boolean => /^.*slipway: cannot use the database/m.test(output);
