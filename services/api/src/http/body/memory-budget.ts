import { Overloaded } from '@slipway/engine';

/** What one body takes of a budget, until it is released. */
export interface BudgetShare {
  /** aborted when the body has to give way */
  readonly signal: AbortSignal;
  grow(bytes: number): void;
  /** All of the body is there: it does not give way any more. */
  complete(): void;
  release(): void;
}

/** The limit in bytes for all bodies together. */
export interface MemoryBudget {
  open(): BudgetShare;
}

/**
 * A budget for bodies. Above it, the body that has been arriving for the longest time is rejected with Overloaded: a
 * slow client must not block fast ones.
 */
export function createMemoryBudget(bytes: number): MemoryBudget {
  const arriving = new Set<(error: Overloaded) => void>();
  let usedBytes = 0;
  const rejectOldest = (): void => {
    for (const reject of arriving) {
      if (usedBytes <= bytes) return;
      reject(new Overloaded('too many deliveries at once, try again'));
    }
  };
  const open = (): BudgetShare => {
    const control = new AbortController();
    let shareBytes = 0;
    const release = (): void => {
      arriving.delete(reject);
      usedBytes -= shareBytes;
      shareBytes = 0;
    };
    const reject = (error: Overloaded): void => {
      release();
      control.abort(error);
    };
    arriving.add(reject);
    return {
      signal: control.signal,
      grow: (addedBytes) => {
        shareBytes += addedBytes;
        usedBytes += addedBytes;
        rejectOldest();
      },
      complete: () => void arriving.delete(reject),
      release,
    };
  };
  return { open };
}
