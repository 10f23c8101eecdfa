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

/** The limit in bytes for all bodies together. */
export interface MemoryBudget {
  open(): BudgetShare;
}

/**
 * A budget for bodies. Above it, the body that has been arriving for the longest time is rejected with Overloaded: a
 * slow client must not block fast ones.
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
