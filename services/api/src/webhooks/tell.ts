import { mostTogether } from '@slipway/engine';
import { filterBy, languageOf, sourceBy } from '@slipway/scripts';
import type { Deps } from '../deps.ts';

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
/** Ids that wait here while triggers are slower than their callers; a scheduler tells of what is beyond. */
const mostWaiting = 10_000;

interface Waiting {
  readonly id: string;
  readonly since: number;
}

/** Deliveries that wait, endpoint by endpoint: each has its turn, however much the others are sent. */
function createLines() {
  const lines = new Map<string, Waiting[]>();
  let size = 0;
  return {
    add: (endpointId: string, one: Waiting): void => {
      if (size >= mostWaiting) return;
      const line = lines.get(endpointId);
      if (line === undefined) lines.set(endpointId, [one]);
      else line.push(one);
      size += 1;
    },
    /** Those that want another turn, before all that have come meanwhile. */
    putBack: (endpointId: string, left: readonly Waiting[]): void => {
      if (left.length === 0) return;
      lines.set(endpointId, [...left, ...(lines.get(endpointId) ?? [])]);
      size += left.length;
    },
    /** What has waited longest of the endpoint whose turn it is, as much as is told together. */
    take: (): { readonly endpointId: string; readonly taken: readonly Waiting[] } | undefined => {
      const [turn] = lines;
      if (turn === undefined) return undefined;
      const [endpointId, line] = turn;
      const taken = line.splice(0, mostTogether);
      size -= taken.length;
      lines.delete(endpointId);
      if (line.length > 0) lines.set(endpointId, line);
      return { endpointId, taken };
    },
  };
}

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
      const left = await engine.tellDeliveries(deliveries, ask).catch((error: unknown) => {
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
