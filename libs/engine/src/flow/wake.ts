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

/** Wakes releases at their scheduled time. */
export interface Waker {
  /** Wakes the release now. Throws the errors of `dispatch`. */
  wake(due: DueRelease, source: WakeSource): Promise<void>;
  /** Wakes the release in a message of the queue. Throws the errors of `dispatch`; the sweep then wakes the release. */
  handleWake(due: DueRelease): Promise<void>;
}

/** The maximum number of cached wakes. Under load, these are the wakes of the last seconds. */
const maxStarted = 10_000;

/** A message that is early by more than this is dropped. Synchronized clocks differ by less. */
const maxEarlyMs = 100;
/** The sweep also processes a release that is overdue for longer than this. */
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
    // Under load, the sweep and the queue process the same wakes. The second one is skipped.
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
      // Check again after the pause: timers end up to a millisecond early, and an early wake would wait for the sweep.
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
