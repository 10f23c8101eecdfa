import type { Fact } from '@slipway/domain';
import { type Database, dueReleases, forgetKeys, untoldReleases } from '@slipway/persistence';

/** What one look at everything has found. */
export interface Swept {
  /** releases that were told that time has passed */
  readonly due: number;
  /** releases that were told that what they wait for has changed, though somebody should have done so */
  readonly untold: number;
  /** releases that could not be told: the next sweep finds them again */
  readonly failed: number;
}

const most = 200;
/** A second's share: more requests with keys than this do not come in a second for a day. */
const mostKeys = 2_000;
const mostAtOnce = 4;

/**
 * Looks once at everything that is owed: releases whose time has come, and gates whose targets have ended
 * without anybody telling them (a process may die between a commit and what follows from it). Idempotency keys
 * that are over go on the way.
 */
export async function sweepOnce(
  database: Database,
  dispatch: (releaseId: string, fact: Fact) => Promise<unknown>,
  report: (error: unknown, releaseId: string) => void,
): Promise<Swept> {
  const due = await dueReleases(database, most);
  const failedDue = await tellAll(due, { type: 'timePassed' }, dispatch, report);
  const untold = await untoldReleases(database, most);
  const failedUntold = await tellAll(untold, { type: 'targetsChanged' }, dispatch, report);
  await forgetKeys(database, mostKeys);
  return { due: due.length, untold: untold.length, failed: failedDue + failedUntold };
}

async function tellAll(
  ids: readonly string[],
  fact: Fact,
  dispatch: (releaseId: string, fact: Fact) => Promise<unknown>,
  report: (error: unknown, releaseId: string) => void,
): Promise<number> {
  const waiting = [...ids];
  let failed = 0;
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await dispatch(id, fact);
      } catch (error) {
        failed += 1;
        report(error, id);
      }
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, worker));
  return failed;
}
