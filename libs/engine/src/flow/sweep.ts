import { NotFound } from '@slipway/domain';
import {
  claimDueReleases,
  type Database,
  type Due,
  forgetKeys,
  forgetOldClaims,
  type GateWalk,
  walkStart,
  walkUnnotified,
} from '@slipway/persistence';
import { crashPoint } from '../environment/crash-point.ts';

/** What one look at everything has found. */
export interface SweepResult {
  /** releases whose moment had come */
  readonly due: number;
  /** releases that nobody had notified of a change of what they wait for */
  readonly unnotified: number;
  /** releases for which that failed: another sweep finds them again */
  readonly failed: number;
}

export interface SweepOptions {
  readonly database: Database;
  /** a moment of this release has come */
  readonly wake: (due: Due) => Promise<unknown>;
  /** Decides on a release as it is now. */
  readonly decideAgain: (releaseId: string) => Promise<unknown>;
  /** something that this release waits for has changed */
  readonly notify: (releaseId: string) => Promise<unknown>;
  /** Has those decided again whose risk profile has changed, for so long; answers how many failed. */
  readonly follow: (decideAgain: (ids: readonly string[]) => Promise<number>, longestMs: number) => Promise<number>;
  /** gets each release for which one of them failed */
  readonly report: (error: unknown, releaseId: string) => void;
}

/** Taken at once; a fraction of the two seconds for which a claim holds. */
const batch = 200;
/** With more, requests wait too long for a connection while a crowd is woken. */
const mostAtOnce = 8;
/** A crowd is woken in one sweep, but what else a sweep does must not wait for ever. */
const longestMs = 10_000;
/** Gates that one sweep looks at: about 5 ms. */
const gatesAtOnce = 500;
/** A second's share: more requests with keys than this do not come in a second for a day. */
const mostKeys = 2_000;

/**
 * Looks at everything that is due: releases whose moment came more than `graceMs` ago, all of them, and some of the
 * waiting gates, whose targets may have ended while nobody notified them (a process may die between a commit and
 * what follows from it), and releases whose risk profile has changed. Keys and claims that are over go on the way.
 */
export function createSweep({
  database,
  wake,
  decideAgain,
  notify,
  follow,
  report,
}: SweepOptions): (graceMs: number) => Promise<SweepResult> {
  let walk: GateWalk = walkStart;
  return async (graceMs) => {
    const end = performance.now() + longestMs;
    let due = 0;
    let failed = 0;
    for (let found = batch; found === batch && performance.now() < end; ) {
      const claimed = await claimDueReleases(database, { graceMs, limit: batch });
      if (claimed.length > 0) crashPoint('after-claim');
      failed += await each(claimed, wake, (error, { id }) => report(error, id));
      found = claimed.length;
      due += found;
    }
    const { ids, next } = await walkUnnotified(database, walk, gatesAtOnce);
    walk = next;
    failed += await each(ids, notify, report);
    failed += await follow((behind) => each(behind, decideAgain, report), longestMs);
    if (due > 0) await forgetOldClaims(database);
    await forgetKeys(database, mostKeys);
    return { due, unnotified: ids.length, failed };
  };
}

/** Does something with each, a few at a time; answers how many failed. What has been deleted meanwhile needs nothing. */
async function each<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  report: (error: unknown, item: T) => void,
): Promise<number> {
  const waiting = items.values();
  let failed = 0;
  const worker = async () => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        if (error instanceof NotFound) continue;
        failed += 1;
        report(error, item);
      }
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, worker));
  return failed;
}
