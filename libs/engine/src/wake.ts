import { setTimeout as pause } from 'node:timers/promises';
import { NotFound } from '@slipway/domain';
import type { Due } from '@slipway/persistence';
import type { Clock } from './clock.ts';
import { passing } from './crash.ts';
import type { Dispatched } from './dispatch.ts';
import type { Observer, WakeSource } from './observer.ts';

/** Tells releases that their moment has come. */
export interface Waker {
  /** Looks at the release now. Throws what dispatching throws. */
  wake(due: Due, source: WakeSource): Promise<void>;
  /** Hears a message of the queue. Throws what dispatching throws; the sweep looks again. */
  heed(due: Due): Promise<void>;
}

/** Clocks of machines that are kept in step differ by less than this. */
const mostEarlyMs = 100;

/**
 * The queue hands a message over when its moment has come by the clock of whoever takes it, which may be wrong by
 * minutes. What comes too early by the database's clock is dropped: the sweep, which goes by that clock, finds it.
 */
export function createWaker(clock: Clock, tell: (releaseId: string) => Promise<Dispatched>, observer: Observer): Waker {
  const wake: Waker['wake'] = async ({ id, at }, source) => {
    const { outcome } = await tell(id);
    if (outcome !== null) observer.woken(source, Math.max(0, (await clock.now()) - at));
  };
  return {
    wake,
    heed: async (due) => {
      const early = due.at - (await clock.now());
      if (early > mostEarlyMs) return;
      if (early > 0) await pause(early);
      await wake(due, 'queue').catch(unlessGone);
      passing('before-acknowledge');
    },
  };
}

/** A release that was deleted meanwhile is owed nothing. */
function unlessGone(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}
