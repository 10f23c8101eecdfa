import { Overloaded } from '@slipway/engine';

/** What one body takes of a budget, until it is released. */
export interface BudgetShare {
  /** aborted when the body has to give way */
  readonly signal: AbortSignal;
  grow(bytes: number): void;
  /** All of the body is there: it does not give way any more. */
  settle(): void;
  release(): void;
}

/** So many bytes for all bodies at once. */
export interface MemoryBudget {
  open(): BudgetShare;
}

/**
 * A budget for bodies. Where it is too small, the one gives way that has been sent for the longest time, with
 * Overloaded: whoever sends slowly must not keep those out who send at once.
 */
export function createMemoryBudget(bytes: number): MemoryBudget {
  const sending = new Set<(error: Overloaded) => void>();
  let taken = 0;
  const makeRoom = (): void => {
    for (const giveWay of sending) {
      if (taken <= bytes) return;
      giveWay(new Overloaded('too many deliveries at once, try again'));
    }
  };
  const open = (): BudgetShare => {
    const control = new AbortController();
    let own = 0;
    const release = (): void => {
      sending.delete(giveWay);
      taken -= own;
      own = 0;
    };
    const giveWay = (error: Overloaded): void => {
      release();
      control.abort(error);
    };
    sending.add(giveWay);
    return {
      signal: control.signal,
      grow: (more) => {
        own += more;
        taken += more;
        makeRoom();
      },
      settle: () => void sending.delete(giveWay),
      release,
    };
  };
  return { open };
}
