import type { Database } from '@slipway/persistence/database';
import { readSchedulingPause } from '@slipway/persistence/maintenance';
import { type Process, repeat } from '@slipway/process';
import type { JobData, JobName, Queue } from '@slipway/queue';

export type JobQueue = Pick<Queue, 'serve' | 'health'>;

type Handlers = { [Name in JobName]?: (data: JobData<Name>) => Promise<void> };

/**
 * A queue whose consumers can be removed and replaced: messages in between are dropped, because a new consumer first
 * processes all due work.
 */
export function pausableQueue(queue: JobQueue): { readonly queue: JobQueue; pause(): void } {
  const handlers: Handlers = {};
  const consumed = new Set<JobName>();
  return {
    queue: {
      health: queue.health,
      serve: <Name extends JobName>(
        name: Name,
        handler: NonNullable<Handlers[Name]>,
        settings: { readonly concurrency: number },
      ) => {
        handlers[name] = handler;
        if (consumed.has(name)) return;
        consumed.add(name);
        queue.serve(name, async (data) => await handlers[name]?.(data), settings);
      },
    },
    pause: () => {
      for (const name of consumed) delete handlers[name];
    },
  };
}

const intervalMs = 1_000;

/** A part of the background work, until it is stopped. */
interface BackgroundWorker {
  stop(): Promise<unknown>;
}

/** Starts the background work, as a consumer of a queue. */
type StartWork = (queue: JobQueue) => Promise<readonly BackgroundWorker[]>;

interface PausableWork extends Pick<Process, 'logger'> {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly startWork: StartWork;
}

/** The background work of a process: running, paused, or not started. */
function createPausableWork({ database, queue: sourceQueue, startWork, logger }: PausableWork) {
  const { queue, pause } = pausableQueue(sourceQueue);
  let workers: readonly BackgroundWorker[] = [];
  let state: 'new' | 'paused' | 'running' = 'new';
  const stopWork = async (): Promise<void> => {
    pause();
    const stopping = workers.toReversed();
    workers = [];
    const errors: unknown[] = [];
    for (const worker of stopping) await worker.stop().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };
  /** Reads whether scheduling is paused, and starts or stops it. Throws the errors of the start and the stop. */
  const update = async (): Promise<void> => {
    const pausedAsOf = await readSchedulingPause(database);
    const previousState = state;
    if ((pausedAsOf === null) === (previousState === 'running')) return;
    if (pausedAsOf === null) {
      if (previousState === 'paused') logger.info('scheduling is no longer paused');
      workers = await startWork(queue);
      state = 'running';
    } else {
      if (previousState === 'paused') return;
      state = 'paused';
      const fields = { asOf: new Date(pausedAsOf).toISOString() };
      await stopWork().finally(() => logger.warn(fields, pausedMessage(previousState === 'running')));
    }
  };
  return { update, stopWork };
}

const pausedMessage = (wasRunning: boolean): string =>
  wasRunning
    ? 'scheduling is paused from now on, since this is a restored database'
    : 'scheduling is paused, since this is a restored database';

/**
 * Runs the background work, unless a restored database pauses it until an operator continues (`npm run restore --
 * --release`). Stops it when it is paused, and starts it again afterwards.
 */
export async function startPausableScheduling(
  { lifecycle, logger }: Pick<Process, 'lifecycle' | 'logger'>,
  { database, queue }: Pick<PausableWork, 'database' | 'queue'>,
  startWork: StartWork,
): Promise<void> {
  const { update, stopWork } = createPausableWork({ database, queue, startWork, logger });
  let isFirst = true;
  const updateAgain = async (): Promise<void> => {
    if (isFirst) isFirst = false;
    else await update();
  };
  const report = (error: unknown): void =>
    logger.warn({ error }, 'could not read the scheduling pause; the state remains unchanged');
  await lifecycle.start(
    'scheduling',
    async () => {
      await update();
      return repeat(intervalMs, updateAgain, report);
    },
    async (polling) => {
      await polling.stop();
      await stopWork();
    },
  );
}
