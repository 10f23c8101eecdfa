import { filterBy, languageOf, sourceBy } from '@slipway/scripts';
import type { Deps } from '../deps.ts';

/** Tells triggers of deliveries that were accepted, after their callers are answered. */
export interface Teller {
  tell(deliveryId: string): void;
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
/** Ids that wait here while triggers are slower than their callers; a scheduler tells of what is beyond. */
const mostWaiting = 10_000;

/** A teller for one process. */
export function createTeller({
  engine,
  scripts,
  plugins,
  logger,
}: Pick<Deps, 'engine' | 'scripts' | 'plugins' | 'logger'>): Teller {
  const ask = { filter: filterBy(scripts), source: sourceBy(scripts, plugins), languageOf };
  const waiting: { readonly id: string; readonly since: number }[] = [];
  const running = new Set<Promise<void>>();
  let stopped = false;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !stopped; next = waiting.shift()) {
      const { id, since } = next;
      if (performance.now() - since > longestWaitMs) continue;
      await engine
        .tellDelivery(id, ask)
        .catch((error: unknown) =>
          logger.warn({ error, delivery: id }, 'a webhook delivery could not be told to triggers and will be again'),
        );
    }
  };
  return {
    tell: (id) => {
      if (stopped || waiting.length >= mostWaiting) return;
      waiting.push({ id, since: performance.now() });
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
