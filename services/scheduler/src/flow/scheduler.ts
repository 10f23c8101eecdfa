import type { Engine } from '@slipway/engine';
import type { ActivePlugins } from '@slipway/plugins';
import type { Logger } from '@slipway/process';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { Queue } from '@slipway/queue';
import { createEventFilter, createEventSource, languageOf, type RunnerClient } from '@slipway/script-protocol';
import { fireTriggers } from '../triggers/fire-triggers.ts';

export interface Scheduler {
  /** Starts nothing more and waits for running work. Messages that were already delivered are processed. */
  stop(): Promise<void>;
}

export interface SchedulerOptions {
  readonly engine: Pick<
    Engine,
    'sweep' | 'sendWakes' | 'handleWake' | 'fireDue' | 'fireTrigger' | 'sendDueTriggers' | 'processOverdueEvents'
  >;
  /** hands over what falls due at its moment; without it everything is found by the sweep */
  readonly queue?: Pick<Queue, 'serve' | 'health'>;
  readonly logger: Logger;
  /** Runs the filters of event triggers; without it, triggers with a script wait for another process. */
  readonly scripts?: RunnerClient | undefined;
  /** whose scripts make events of what endpoints were sent */
  readonly plugins: Pick<ActivePlugins, 'current' | 'modules'>;
  /** from the start of one sweep to the start of the next */
  readonly intervalMs?: number;
}

/** Work that has been due for less than this may be on its way from the queue: sweeping it would repeat the work. */
const graceMs = 250;
/** Where something is due that the queue has not woken, or where it is away, more is: the next look comes sooner. */
const retryDelayMs = 250;
/** As many as keep two cores busy, with database connections to spare for requests. */
const wakeConcurrency = 8;

/**
 * Has the queue hand over what falls due, and looks every second at everything that time owes, which is all it takes
 * where the queue has lost something or is away. Any number of processes may do so at once.
 */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { engine, queue, logger, scripts, plugins, intervalMs = 1_000 } = options;
  queue?.serve('wake', ({ releaseId, at }) => engine.handleWake({ id: releaseId, at }), {
    concurrency: wakeConcurrency,
  });
  let grace = 0;
  // On its own: a queue that does not answer must not keep the sweep waiting.
  const checkQueue = async (): Promise<void> => {
    grace = queue !== undefined && (await queue.health()) === 'ok' ? graceMs : 0;
  };
  const sweep = async (): Promise<void> => {
    const result = await engine.sweep(grace);
    if (result.due > 0 || (queue !== undefined && grace === 0)) sweeps.within(retryDelayMs);
    if (result.failed > 0) logger.warn({ swept: result }, 'some releases could not be woken and will be tried again');
  };
  const sweeps: RepeatedTask = repeat(intervalMs, sweep, (error) =>
    logger.warn({ error }, 'a sweep has failed and will be tried again'),
  );
  const repeated = [
    sweeps,
    repeat(intervalMs, checkQueue, (error) => logger.warn({ error }, 'the queue could not be looked at')),
    // Not one after the other: a crowd that is swept for seconds must not keep from the queue what falls due then.
    repeat(intervalMs, engine.sendWakes, (error) => logger.warn({ error }, 'could not send wakes to the queue')),
  ];
  const eventScripts = {
    filter: createEventFilter(scripts, plugins),
    source: createEventSource(scripts, plugins),
    languageOf,
  };
  const processOverdue = () => engine.processOverdueEvents(eventScripts);
  repeated.push(
    repeat(intervalMs, processOverdue, (error) =>
      logger.warn({ error }, 'no look could be taken at unprocessed deliveries'),
    ),
  );
  repeated.push(...fireTriggers({ engine, queue, logger, intervalMs }));
  return {
    stop: async () => {
      await Promise.all(repeated.map((work) => work.stop()));
    },
  };
}
