import type { Engine } from '@slipway/engine';
import type { ActivePlugins } from '@slipway/plugins';
import type { Logger } from '@slipway/process';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { Queue } from '@slipway/queue';
import { createEventFilter, createEventSource, languageOf, type RunnerClient } from '@slipway/script-protocol';
import type { DueWatch } from '../due/due-watch.ts';
import { fireTriggers } from '../triggers/fire-triggers.ts';

export interface Scheduler {
  /** Stops to start work, and waits for running work. Messages that were already delivered are processed. */
  stop(): Promise<void>;
}

export interface SchedulerOptions {
  readonly engine: Pick<
    Engine,
    'sweep' | 'sendWakes' | 'handleWake' | 'fireDue' | 'fireTrigger' | 'sendDueTriggers' | 'processOverdueEvents'
  >;
  /** the queue that delivers due work; without it, the sweep finds all work */
  readonly queue?: Pick<Queue, 'serve' | 'health'>;
  readonly logger: Logger;
  /** Runs the filters of event triggers; without it, triggers with a script wait for another process. */
  readonly scripts?: RunnerClient | undefined;
  /** the plugins whose scripts convert received requests to events */
  readonly plugins: Pick<ActivePlugins, 'current' | 'modules'>;
  /** the interval from the start of one sweep to the start of the next */
  readonly intervalMs?: number;
  /** looks for triggers and received events; by default each has its own search at the interval */
  readonly due?: DueWatch;
}

/** Work that has been due for less than this may be in the queue, and sweeping it too would repeat the work. */
const graceMs = 250;
/**
 * The delay of the next sweep after one that found work. Then the queue has missed work or is unavailable, and more
 * work may be due.
 */
const retryDelayMs = 250;
/** Keeps two cores busy, and leaves database connections for requests. */
const wakeConcurrency = 8;

/**
 * Processes due work from the queue, and sweeps each second. The sweep finds all due work, also if the queue has lost a
 * message or is unavailable. Any number of processes can run this at the same time.
 */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { engine, queue, logger, scripts, plugins, intervalMs = 1_000, due } = options;
  queue?.serve('wake', ({ releaseId, at }) => engine.handleWake({ id: releaseId, at }), {
    concurrency: wakeConcurrency,
  });
  let grace = 0;
  // Separate, so that the sweep does not wait for a queue that does not respond.
  const checkQueue = async (): Promise<void> => {
    grace = queue !== undefined && (await queue.health()) === 'ok' ? graceMs : 0;
  };
  const sweep = async (): Promise<void> => {
    const result = await engine.sweep(grace);
    if (result.due > 0 || (queue !== undefined && grace === 0)) sweeps.within(retryDelayMs);
    if (result.failed > 0) logger.warn({ swept: result }, 'could not wake some releases; will retry');
  };
  const sweeps: RepeatedTask = repeat(intervalMs, sweep, (error) =>
    logger.warn({ error }, 'a sweep failed; will retry'),
  );
  const repeated = [
    sweeps,
    repeat(intervalMs, checkQueue, (error) => logger.warn({ error }, 'could not check the queue; will retry')),
    // In parallel, so that a long sweep does not delay the messages for the queue.
    repeat(intervalMs, engine.sendWakes, (error) => logger.warn({ error }, 'could not send wakes to the queue')),
  ];
  const eventScripts = {
    filter: createEventFilter(scripts, plugins),
    source: createEventSource(scripts, plugins),
    languageOf,
  };
  const processOverdue = () => engine.processOverdueEvents(eventScripts);
  const repeatEvents = due?.repeatFor('receivedEvents') ?? repeat;
  repeated.push(
    repeatEvents(intervalMs, processOverdue, (error) =>
      logger.warn({ error }, 'could not find unprocessed deliveries; will retry'),
    ),
  );
  const repeatTriggers = due?.repeatFor('triggers') ?? repeat;
  repeated.push(...fireTriggers({ engine, queue, logger, intervalMs, repeat: repeatTriggers }));
  return {
    stop: async () => {
      await Promise.all(repeated.map((work) => work.stop()));
    },
  };
}
