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
  /** the number of due releases */
  readonly due: number;
  /** the number of releases that were not notified of a change of their targets */
  readonly unnotified: number;
  /** the number of failed releases, which the next sweep retries */
  readonly failed: number;
}

export interface SweepOptions {
  readonly database: Database;
  /** Wakes a due release. */
  readonly wake: (due: DueRelease) => Promise<unknown>;
  /** Decides on a release by its current state. */
  readonly decideAgain: (releaseId: string) => Promise<unknown>;
  /** Notifies a release that one of its targets has changed. */
  readonly notify: (releaseId: string) => Promise<unknown>;
  /** Recalculates releases whose risk profile has changed, within this time. Returns the number of failures. */
  readonly followProfiles: (
    decideAgain: (ids: readonly string[]) => Promise<number>,
    maxDurationMs: number,
  ) => Promise<number>;
  /** Receives each failed release. */
  readonly report: (error: unknown, releaseId: string) => void;
}

/** The number of releases in one claim. If the process crashes, these releases wait until the claim expires. */
const batchSize = 16;
/** With a higher concurrency, requests wait too long for a connection during a large sweep. */
const concurrency = 8;
/** The maximum time for waking releases, so that the other work of a sweep is not delayed without limit. */
const maxDurationMs = 10_000;
/** The number of gates that one sweep checks, which takes about 5 ms. */
const gateBatchSize = 500;
/**
 * The maximum number of deleted keys in one sweep, which is above the sustained number of requests with keys a second.
 */
const maxDeletedKeys = 2_000;
/** More claims than one sweep creates. */
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

/**
 * Claims due releases batch by batch, each when all releases of the previous batch are started. Stops if none is due,
 * or at the deadline.
 */
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

/** Returns a function that returns the next item, and undefined at the end. */
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
