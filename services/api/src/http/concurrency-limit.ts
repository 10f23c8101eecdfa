import { Overloaded } from '@slipway/engine';

interface ConcurrencyLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** what there are too many of */
  readonly label: string;
}

/**
 * Runs at most `running` works at a time; at most `waiting` more wait for their turn, in order.
 * Beyond that it throws Overloaded at once.
 */
export function limitConcurrency({ maxRunning, maxWaiting, label }: ConcurrencyLimits) {
  const queue: (() => void)[] = [];
  let active = 0;
  const acquire = (): Promise<void> | void => {
    if (active < maxRunning) {
      active += 1;
      return;
    }
    if (queue.length >= maxWaiting) throw new Overloaded(`too many ${label} at once, try again`);
    return new Promise((resolve) => {
      queue.push(resolve);
    });
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await acquire();
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
