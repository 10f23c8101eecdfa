import type { Fact } from '@slipway/domain';
import { capacityWaiters, type Database } from '@slipway/persistence';
import { causedBy, currentTraceparent } from '@slipway/tracing';
import type { DispatchResult } from '../commands/dispatch-result.ts';

/** Notifies releases of what has happened elsewhere, in the background, a few at a time. */
export interface Notifier {
  /** After a commit: the releases that wait for what has ended or moved get that fact. */
  notifyWaiters(result: DispatchResult): void;
  /** Dispatches the fact to each of these releases. */
  notify(releaseIds: readonly string[], fact: Fact): void;
  /** Waits until all are notified, those included that follow from that. */
  settled(): Promise<void>;
}

const mostAtOnce = 4;
/** The number of waiters that one ended release can start, with a margin. Waiters without capacity continue to wait. */
const mostCapacityWaiters = 5;

/** `dispatch` may fail: that is reported, and the sweep finds what was not notified. */
export function createNotifier(
  database: Database,
  dispatch: (releaseId: string, fact: Fact) => Promise<unknown>,
  report: (error: unknown, releaseId: string) => void,
): Notifier {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const next = (): void => {
    while (running.size < mostAtOnce) {
      const work = waiting.shift();
      if (work === undefined) return;
      const mine = work().finally(() => {
        running.delete(mine);
        next();
      });
      running.add(mine);
    }
  };
  const add = (releaseId: string, work: () => Promise<unknown>): void => {
    const cause = currentTraceparent();
    waiting.push(() =>
      causedBy(cause, work).then(
        () => {},
        (error) => report(error, releaseId),
      ),
    );
    next();
  };
  const notify = (releaseIds: readonly string[], fact: Fact): void => {
    for (const id of releaseIds) add(id, () => dispatch(id, fact));
  };
  const makeRoom = async (): Promise<void> => {
    notify(await capacityWaiters(database, mostCapacityWaiters), { type: 'timePassed' });
  };
  return {
    notify,
    notifyWaiters: ({ release, outcome, created, waiters, traceparent }) => {
      const moves = outcome?.moves ?? [];
      const others = waiters.filter((id) => id !== release.id);
      const ended = [outcome, ...created].some((one) => one !== null && hasMadeRoom(one));
      if (others.length === 0 && !ended) return;
      causedBy(traceparent, () => {
        notify(others, moves.length > 0 ? { type: 'targetsMoved', moves } : { type: 'targetsChanged' });
        if (ended) add(release.id, makeRoom);
      });
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

const hasMadeRoom = ({ release, ended }: NonNullable<DispatchResult['outcome']>): boolean =>
  release.startedFromTaskId !== null && ended.includes(release.id);
