import { setTimeout as pause } from 'node:timers/promises';
import { type Instant, NotFound } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { claimDueRelease, type DueRelease } from '@slipway/persistence/flow';
import { LRUCache } from 'lru-cache';
import type { DispatchResult } from '../commands/dispatch-result.ts';
import { retryUntilDatabaseIsBack } from '../concurrency/retry.ts';
import type { Clock } from '../environment/clock.ts';
import { crashPoint } from '../environment/crash-point.ts';
import type { Observer, WakeSource } from '../environment/observer.ts';

/** Wakes releases when their moment has come. */
export interface Waker {
  /** Looks at the release now. Throws what dispatching throws. */
  wake(due: DueRelease, source: WakeSource): Promise<void>;
  /** Wakes the release that a message of the queue names. Throws what dispatching throws; the sweep looks again. */
  handleWake(due: DueRelease): Promise<void>;
}

/** Started wakes in the cache: those of the last seconds under load. */
const maxStarted = 10_000;

/** Clocks of machines that are kept in step differ by less than this. */
const maxEarlyMs = 100;
/** The sweep processes a release that is overdue for longer than this, too. */
const lateAfterMs = 250;

interface WakerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly dispatch: (releaseId: string) => Promise<DispatchResult>;
  readonly observer: Observer;
}

/**
 * The queue delivers a message by the clock of the consumer, which may be wrong by minutes. A message that is early by
 * the clock of the database is dropped, and the sweep finds the release. A late message, as after an outage, is
 * claimed: otherwise sweeping replicas would repeat most of the work.
 */
export function createWaker({ database, clock, dispatch, observer }: WakerOptions): Waker {
  const started = new LRUCache<string, Instant>({ max: maxStarted });
  const wake: Waker['wake'] = async ({ id, at }, source) => {
    // In a crowd the sweep and the queue come upon the same wakes: the second one has nothing to do.
    if (started.get(id) === at) return;
    started.set(id, at);
    let changed = false;
    try {
      const { outcome } = await retryUntilDatabaseIsBack(() => dispatch(id));
      changed = outcome !== null;
    } finally {
      if (!changed) started.delete(id);
    }
    if (changed) observer.woken(source, Math.max(0, (await clock.now()) - at));
  };
  return {
    wake,
    handleWake: async (due) => {
      // Again after the pause: timers end up to a millisecond early, and what is too early has to wait for the sweep.
      for (let earlyMs = due.at - (await clock.now()); earlyMs > 0; earlyMs = due.at - (await clock.now())) {
        if (earlyMs > maxEarlyMs) return;
        await pause(earlyMs);
      }
      const isLate = (await clock.now()) - due.at > lateAfterMs;
      if (!isLate || (await retryUntilDatabaseIsBack(() => claimDueRelease(database, due.id))))
        await wake(due, 'queue').catch(ignoreNotFound);
      crashPoint('before-acknowledge');
    },
  };
}

/** A release that was deleted meanwhile needs no wake. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}
