import { createEventFilter, createEventSource, languageOf } from '@slipway/script-protocol';
import { withoutParent } from '@slipway/tracing';
import type { Deps } from '../dependencies/deps.ts';
import { createEndpointQueues } from './endpoint-queues.ts';

/** Has triggers and waiting tasks see received events that were accepted, after their senders are answered. */
export interface EventProcessor {
  /** Takes a received event, and is not waited for. */
  process(receivedEventId: string, endpointId: string): void;
  /** Starts nothing more and waits for running work; a scheduler processes the rest. */
  stop(): Promise<void>;
}

/**
 * Each holds a database connection, of which there are five on two cores, and releases from one template are made one
 * after the other anyway: more would only wait for each other and hold up requests.
 */
const maxConcurrent = 2;
/** A received event that has waited here for so long is about to be taken by a scheduler. */
const maxWaitMs = 4_000;

/** The clients that evaluate scripts of triggers for an event. */
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
        logger.warn(
          { error, deliveries: receivedEvents },
          'webhook deliveries could not be processed and will be again',
        );
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
