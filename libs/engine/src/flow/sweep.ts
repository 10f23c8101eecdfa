import { singleFlight } from '@slipway/concurrency';
import { NotFound } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { claimDueReleases, type DueRelease, deleteExpiredClaims } from '@slipway/persistence/flow';
import { type GateScanPosition, scanStart, scanUnnotifiedGates } from '@slipway/persistence/gates';
import { deleteExpiredKeys } from '@slipway/persistence/plans';
import { settleAll } from '../concurrency/settle-all.ts';
import { crashPoint } from '../environment/crash-point.ts';

/** The result of one sweep. */
export interface SweepResult {
  /** releases whose moment had come */
  readonly due: number;
  /** Releases that were not notified of a change of their targets. */
  readonly unnotified: number;
  /** releases for which that failed: another sweep finds them again */
  readonly failed: number;
}

export interface SweepOptions {
  readonly database: Database;
  /** a moment of this release has come */
  readonly wake: (due: DueRelease) => Promise<unknown>;
  /** Decides on a release as it is now. */
  readonly decideAgain: (releaseId: string) => Promise<unknown>;
  /** something that this release waits for has changed */
  readonly notify: (releaseId: string) => Promise<unknown>;
  /** Recalculates releases whose risk profile has changed, within this time. Returns the number of failures. */
  readonly followProfiles: (
    decideAgain: (ids: readonly string[]) => Promise<number>,
    maxDurationMs: number,
  ) => Promise<number>;
  /** gets each release for which one of them failed */
  readonly report: (error: unknown, releaseId: string) => void;
}

/** Claimed at once: as much as may be left behind by a process that dies, for as long as a claim holds. */
const batchSize = 16;
/** With more, requests wait too long for a connection while a crowd is woken. */
const concurrency = 8;
/** A crowd is woken in one sweep, but what else a sweep does must not wait for ever. */
const maxDurationMs = 10_000;
/** Gates that one sweep looks at: about 5 ms. */
const gateBatchSize = 500;
/** A second's share: more requests with keys than this do not come in a second for a day. */
const maxDeletedKeys = 2_000;
/** More than a sweep makes. */
const maxDeletedClaims = 10_000;

/**
 * Processes all due work: releases that have been due for more than `graceMs`, some of the waiting gates, and releases
 * with a changed risk profile. A gate may lack a notification because a process can crash after a commit. Also deletes
 * expired idempotency keys and claims.
 */
export function createSweep({
  database,
  wake,
  decideAgain,
  notify,
  followProfiles,
  report,
}: SweepOptions): (graceMs: number) => Promise<SweepResult> {
  let scanPosition: GateScanPosition = scanStart;
  return async (graceMs) => {
    const deadline = performance.now() + maxDurationMs;
    const claims = createClaims(database, graceMs, deadline);
    let failed = await forEachItem(claims.next, wake, (error, { id }) => report(error, id));
    const due = claims.count();
    const { ids, next } = await scanUnnotifiedGates(database, scanPosition, gateBatchSize);
    scanPosition = next;
    failed += await forEachItem(createIterator(ids), notify, report);
    failed += await followProfiles(
      (outdatedIds) => forEachItem(createIterator(outdatedIds), decideAgain, report),
      maxDurationMs,
    );
    if (due > 0) await deleteExpiredClaims(database, maxDeletedClaims);
    await deleteExpiredKeys(database, maxDeletedKeys);
    return { due, unnotified: ids.length, failed };
  };
}

/** Claims what is due until nothing is, or the end has come, each time when all that was claimed before has been begun. */
function createClaims(database: Database, graceMs: number, deadline: number) {
  const ready: DueRelease[] = [];
  let count = 0;
  let isExhausted = false;
  const claim = singleFlight(async () => {
    const claimed = await claimDueReleases(database, { graceMs, limit: batchSize });
    if (claimed.length > 0) crashPoint('after-claim');
    count += claimed.length;
    isExhausted = claimed.length < batchSize || performance.now() >= deadline;
    ready.push(...claimed);
  });
  const next = async (): Promise<DueRelease | undefined> => {
    while (ready.length === 0 && !isExhausted) await claim();
    return ready.shift();
  };
  return { next, count: () => count };
}

/** One after the other, until there is none. */
const createIterator = <T>(items: readonly T[]): (() => Promise<T | undefined>) => {
  const waiting = items.values();
  return async () => waiting.next().value;
};

/**
 * Runs a function for each item, a few at a time. Returns the number of failures. Items that were deleted meanwhile
 * are skipped.
 */
async function forEachItem<T>(
  next: () => Promise<T | undefined>,
  work: (item: T) => Promise<unknown>,
  report: (error: unknown, item: T) => void,
): Promise<number> {
  let failed = 0;
  const worker = async () => {
    for (let item = await next(); item !== undefined; item = await next()) {
      try {
        await work(item);
      } catch (error) {
        if (error instanceof NotFound) continue;
        failed += 1;
        report(error, item);
      }
    }
  };
  await settleAll(...Array.from({ length: concurrency }, worker));
  return failed;
}
