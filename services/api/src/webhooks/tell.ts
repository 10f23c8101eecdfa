import { filterBy, languageOf, sourceBy } from '@slipway/scripts';
import type { Deps } from '../context/deps.ts';
import { createLines } from './lines.ts';

/** Tells triggers of deliveries that were accepted, after their callers are answered. */
export interface Teller {
  tell(deliveryId: string, endpointId: string): void;
  /** Begins nothing more and waits for what runs; whatever is left is told of by a scheduler. */
  stop(): Promise<void>;
}

/**
 * Each holds a database connection, of which there are five on two cores, and releases from one template are made one
 * after the other anyway: more would only wait for each other, before the eyes of everybody else.
 */
const mostAtOnce = 2;
/** Who has waited here for so long is about to be told of by a scheduler. */
const longestWaitMs = 4_000;

/** A teller for one process. */
export function createTeller({
  engine,
  scripts,
  plugins,
  logger,
}: Pick<Deps, 'engine' | 'scripts' | 'plugins' | 'logger'>): Teller {
  const ask = { filter: filterBy(scripts), source: sourceBy(scripts, plugins), languageOf };
  const lines = createLines();
  const running = new Set<Promise<void>>();
  let stopped = false;
  const work = async (): Promise<void> => {
    for (let next = lines.take(); next !== undefined && !stopped; next = lines.take()) {
      const { endpointId, taken } = next;
      const oldest = performance.now() - longestWaitMs;
      const since = new Map(taken.filter((one) => one.since > oldest).map((one) => [one.id, one]));
      const deliveries = [...since.keys()];
      const left = await engine.processDeliveries(deliveries, ask).catch((error: unknown) => {
        logger.warn({ error, deliveries }, 'webhook deliveries could not be told to triggers and will be again');
        return [];
      });
      lines.putBack(
        endpointId,
        left.flatMap((id) => since.get(id) ?? []),
      );
    }
  };
  return {
    tell: (id, endpointId) => {
      if (stopped) return;
      lines.add(endpointId, { id, since: performance.now() });
      if (running.size >= mostAtOnce) return;
      const worker = work().finally(() => running.delete(worker));
      running.add(worker);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}
