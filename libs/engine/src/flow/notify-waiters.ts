import type { Fact } from '@slipway/domain';
import { capacityWaiters, type Database } from '@slipway/persistence';
import type { Dispatched } from '../commands/dispatch.ts';

/** Tells releases what has happened elsewhere, in the background, a few at a time. */
export interface Followers {
  /** After a commit: who waits for what has ended or moved is told. */
  follow(done: Dispatched): void;
  /** Tells each of these releases the fact. */
  tell(releaseIds: readonly string[], fact: Fact): void;
  /** Waits until nobody is left to be told, those included that are told by what telling leads to. */
  settled(): Promise<void>;
}

const mostAtOnce = 4;
/** As many as one ended release makes room for, and some to spare: what finds no room waits on. */
const mostCapacityWaiters = 5;

/** `dispatch` may fail: `report` is told, and the sweep finds what was not told. */
export function createFollowers(
  database: Database,
  dispatch: (releaseId: string, fact: Fact) => Promise<unknown>,
  report: (error: unknown, releaseId: string) => void,
): Followers {
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
    waiting.push(() =>
      work().then(
        () => {},
        (error) => report(error, releaseId),
      ),
    );
    next();
  };
  const tell = (releaseIds: readonly string[], fact: Fact): void => {
    for (const id of releaseIds) add(id, () => dispatch(id, fact));
  };
  const makeRoom = async (): Promise<void> => {
    tell(await capacityWaiters(database, mostCapacityWaiters), { type: 'timePassed' });
  };
  return {
    tell,
    follow: ({ release, outcome, created, waiters }) => {
      const moves = outcome?.moves ?? [];
      const others = waiters.filter((id) => id !== release.id);
      tell(others, moves.length > 0 ? { type: 'targetsMoved', moves } : { type: 'targetsChanged' });
      const ended = [outcome, ...created].some((one) => one !== null && hasMadeRoom(one));
      if (ended) add(release.id, makeRoom);
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

const hasMadeRoom = ({ release, ended }: NonNullable<Dispatched['outcome']>): boolean =>
  release.startedFromTaskId !== null && ended.includes(release.id);
