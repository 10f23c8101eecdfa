import { createEventFilter, createEventSource, languageOf } from '@slipway/script-protocol';
import { withoutParent } from '@slipway/tracing';
import type { Deps } from '../dependencies/deps.ts';
import { createEndpointQueues } from './endpoint-queues.ts';

/** Processes accepted events after the response to their senders: it runs triggers and completes waiting tasks. */
export interface EventProcessor {
  /** Queues a received event, and returns immediately. */
  process(receivedEventId: string, endpointId: string): void;
  /** Stops starting work, and waits for running work. A scheduler processes the remaining events. */
  stop(): Promise<void>;
}

/**
 * The maximum number of concurrent batches. Each batch holds a database connection, of which there are five on two
 * cores. Releases from one template are created one after the other, so more batches would only wait and delay
 * requests.
 */
const maxConcurrent = 2;
/** The maximum age of a queued event in milliseconds. A scheduler processes older events. */
const maxWaitMs = 4_000;

/** Returns the clients that evaluate the scripts of triggers for an event. */
export const eventEvaluators = ({ scripts, plugins }: Pick<Deps, 'scripts' | 'plugins'>) => ({
  filter: createEventFilter(scripts, plugins),
  source: createEventSource(scripts, plugins),
  languageOf,
});

export function createEventProcessor({
  engine,
  scripts,
  plugins,
  logger,
}: Pick<Deps, 'engine' | 'scripts' | 'plugins' | 'logger'>): EventProcessor {
  const evaluators = eventEvaluators({ scripts, plugins });
  const queues = createEndpointQueues();
  const running = new Set<Promise<void>>();
  let stopped = false;
  const work = async (): Promise<void> => {
    for (let next = queues.dequeue(); next !== undefined && !stopped; next = queues.dequeue()) {
      const { endpointId, events } = next;
      const minSince = performance.now() - maxWaitMs;
      const recent = new Map(events.filter(({ since }) => since > minSince).map((event) => [event.id, event]));
      const receivedEvents = [...recent.keys()];
      const remaining = await engine.processEvents(receivedEvents, evaluators).catch((error: unknown) => {
        logger.warn({ error, deliveries: receivedEvents }, 'could not process webhook deliveries; will retry');
        return [];
      });
      queues.requeue(
        endpointId,
        remaining.flatMap((id) => recent.get(id) ?? []),
      );
    }
  };
  return {
    process: (id, endpointId) => {
      if (stopped) return;
      queues.add(endpointId, { id, since: performance.now() });
      if (running.size >= maxConcurrent) return;
      const worker = withoutParent(work).finally(() => running.delete(worker));
      running.add(worker);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}
