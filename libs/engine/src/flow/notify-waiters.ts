import type { Fact } from '@slipway/domain/commands';
import type { Database } from '@slipway/persistence/database';
import { findCapacityWaiters } from '@slipway/persistence/flow';
import { currentTraceparent, withCause } from '@slipway/tracing';
import type { DispatchResult } from '../commands/dispatch-result.ts';

/** Notifies releases about changes in other releases, in the background, with limited concurrency. */
export interface Notifier {
  /** After a commit, notifies the releases that wait for a changed, moved or ended target. */
  notifyWaiters(result: DispatchResult): void;
  /** Dispatches the fact to each of these releases. */
  notify(releaseIds: readonly string[], fact: Fact): void;
  /** Waits for all notifications, including those that they cause. */
  waitUntilIdle(): Promise<void>;
}

const concurrency = 4;
/** The number of waiters that one ended release can start, with a margin. Waiters without capacity continue to wait. */
const maxCapacityWaiters = 5;

/** Errors of `dispatch` are reported. The sweep finds the releases that were not notified. */
export function createNotifier(
  database: Database,
  dispatch: (releaseId: string, fact: Fact) => Promise<unknown>,
  report: (error: unknown, releaseId: string) => void,
): Notifier {
  const queued: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const startNext = (): void => {
    while (running.size < concurrency) {
      const work = queued.shift();
      if (work === undefined) return;
      const current = work().finally(() => {
        running.delete(current);
        startNext();
      });
      running.add(current);
    }
  };
  const add = (releaseId: string, work: () => Promise<unknown>): void => {
    const cause = currentTraceparent();
    queued.push(() =>
      withCause(cause, work).then(
        () => {},
        (error) => report(error, releaseId),
      ),
    );
    startNext();
  };
  const notify = (releaseIds: readonly string[], fact: Fact): void => {
    for (const id of releaseIds) add(id, () => dispatch(id, fact));
  };
  const notifyCapacityWaiters = async (): Promise<void> => {
    notify(await findCapacityWaiters(database, maxCapacityWaiters), { type: 'timePassed' });
  };
  return {
    notify,
    notifyWaiters: ({ release, outcome, created, waiters, traceparent }) => {
      const moves = outcome?.moves ?? [];
      const otherIds = waiters.filter((id) => id !== release.id);
      const ended = [outcome, ...created].some((item) => item !== null && freesCapacity(item));
      if (otherIds.length === 0 && !ended) return;
      withCause(traceparent, () => {
        notify(otherIds, moves.length > 0 ? { type: 'targetsMoved', moves } : { type: 'targetsChanged' });
        if (ended) add(release.id, notifyCapacityWaiters);
      });
    },
    waitUntilIdle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

const freesCapacity = ({ release, ended }: NonNullable<DispatchResult['outcome']>): boolean =>
  release.startedFromTaskId !== null && ended.includes(release.id);
