import { Overloaded } from '@slipway/engine';

interface Limits {
  readonly running: number;
  readonly waiting: number;
  /** what there are too many of */
  readonly what: string;
}

/**
 * Runs at most `running` works at a time; at most `waiting` more wait for their turn, in order.
 * Beyond that it throws Overloaded at once.
 */
export function limitConcurrency({ running, waiting, what }: Limits) {
  const queue: (() => void)[] = [];
  let active = 0;
  const turn = (): Promise<void> | void => {
    if (active < running) {
      active += 1;
      return;
    }
    if (queue.length >= waiting) throw new Overloaded(`too many ${what} at once, try again`);
    return new Promise((resolve) => {
      queue.push(resolve);
    });
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn();
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
