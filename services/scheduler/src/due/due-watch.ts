import type { Database } from '@slipway/persistence/database';
import { type DueKind, readDueWork } from '@slipway/persistence/flow';
import { type Logger, type RepeatedTask, repeat } from '@slipway/process';

/** Repeats work like `repeat`, with another reason for its passes. */
export type Repeat = typeof repeat;

/** Looks for background work on behalf of all workers of a process. */
export interface DueWatch {
  /** Returns a `repeat` whose work runs when work of this kind is due, and not at the given interval. */
  repeatFor(kind: DueKind): Repeat;
  /** Runs the work of these kinds now. */
  found(...kinds: readonly DueKind[]): void;
  stop(): Promise<void>;
}

/** The time from one look to the next. */
const defaultIntervalMs = 500;
/** Work also runs at this interval, in case a look does not find what its claim would find. */
const fallbackMs = 10_000;

/**
 * Starts to look for due work with one statement for all kinds. Without it, each worker would send a statement or a
 * transaction each second.
 */
export function startDueWatch(
  database: Database,
  logger: Pick<Logger, 'warn'>,
  intervalMs = defaultIntervalMs,
): DueWatch {
  const tasks = new Map<RepeatedTask, DueKind>();
  const found = (...kinds: readonly DueKind[]): void => {
    for (const [task, kind] of tasks) if (kinds.includes(kind)) task.now();
  };
  const look = async (): Promise<void> => {
    if (tasks.size > 0) found(...(await readDueWork(database)));
  };
  const looks = repeat(intervalMs, look, (error) => logger.warn({ error }, 'could not look for due work; will retry'));
  return {
    repeatFor: (kind) => (_, work, report) => {
      const task = repeat(fallbackMs, work, report);
      tasks.set(task, kind);
      return {
        ...task,
        stop: async () => {
          tasks.delete(task);
          await task.stop();
        },
      };
    },
    found,
    stop: looks.stop,
  };
}
