import { filterBy, languageOf, sourceBy } from '@slipway/scripts';
import { apart } from '@slipway/tracing';
import type { Deps } from '../context/deps.ts';
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
const mostAtOnce = 2;
/** A received event that has waited here for so long is about to be taken by a scheduler. */
const longestWaitMs = 4_000;

/** The clients that evaluate scripts of triggers for an event. */
export const asking = ({ scripts, plugins }: Pick<Deps, 'scripts' | 'plugins'>) => ({
  filter: filterBy(scripts, plugins),
  source: sourceBy(scripts, plugins),
  languageOf,
});

export function createEventProcessor({
  engine,
  scripts,
  plugins,
  logger,
}: Pick<Deps, 'engine' | 'scripts' | 'plugins' | 'logger'>): EventProcessor {
  const ask = asking({ scripts, plugins });
  const queues = createEndpointQueues();
  const running = new Set<Promise<void>>();
  let stopped = false;
  const work = async (): Promise<void> => {
    for (let next = queues.take(); next !== undefined && !stopped; next = queues.take()) {
      const { endpointId, taken } = next;
      const oldest = performance.now() - longestWaitMs;
      const fresh = new Map(taken.filter(({ since }) => since > oldest).map((one) => [one.id, one]));
      const receivedEvents = [...fresh.keys()];
      const left = await engine.processEvents(receivedEvents, ask).catch((error: unknown) => {
        logger.warn(
          { error, deliveries: receivedEvents },
          'webhook deliveries could not be processed and will be again',
        );
        return [];
      });
      queues.putBack(
        endpointId,
        left.flatMap((id) => fresh.get(id) ?? []),
      );
    }
  };
  return {
    process: (id, endpointId) => {
      if (stopped) return;
      queues.add(endpointId, { id, since: performance.now() });
      if (running.size >= mostAtOnce) return;
      const worker = apart(work).finally(() => running.delete(worker));
      running.add(worker);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}
