import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, Conflict, NotFound, systemUser } from '@slipway/domain';
import {
  type Database,
  type PutAway,
  putAwayFinished,
  readClock,
  type Stale,
  staleReleases,
} from '@slipway/persistence';
import type { Engine } from './engine.ts';
import { Outdated } from './terms.ts';

const dayMs = 86_400_000;

/** How one round of putting away is bounded. */
export interface Pace {
  /** releases in one transaction, which holds their locks for some milliseconds each */
  readonly batch: number;
  /** no further batch is begun after so long */
  readonly longestMs: number;
  readonly signal: AbortSignal;
}

/**
 * Archives, or deletes where they say so, the releases that finished more than `afterDays` days ago: batch by batch,
 * with pauses as long as the batch before, so that at most half of one connection is used (operations.md, Archiving).
 * Any number of processes may do so at once.
 */
export async function putAway(database: Database, afterDays: number, pace: Pace): Promise<PutAway> {
  const endedBefore = (await readClock(database)) - afterDays * dayMs;
  const end = performance.now() + pace.longestMs;
  let archived = 0;
  let deleted = 0;
  while (!pace.signal.aborted && performance.now() < end) {
    const began = performance.now();
    const done = await putAwayFinished(database, endedBefore, pace.batch);
    archived += done.archived;
    deleted += done.deleted;
    if (done.archived + done.deleted < pace.batch) break;
    await pause(performance.now() - began, undefined, { signal: pace.signal }).catch(() => {});
  }
  return { archived, deleted };
}

/** The machinery itself: nobody grants it anything. */
const system: Caller = { username: systemUser, may: () => true };

/**
 * Aborts active releases in which nothing has happened for `afterDays` days, at most `limit` of them (states.md,
 * Release). Each under the version in which it was found silent, so that one in which something happens at this very
 * moment lives on. Answers how many were aborted.
 */
export async function abortStale(
  engine: Engine,
  database: Database,
  afterDays: number,
  limit: number,
): Promise<number> {
  const silentSince = (await readClock(database)) - afterDays * dayMs;
  let aborted = 0;
  for (const stale of await staleReleases(database, silentSince, limit)) {
    if (await abort(engine, stale, afterDays)) aborted += 1;
  }
  return aborted;
}

async function abort(engine: Engine, { id, version, since }: Stale, afterDays: number): Promise<boolean> {
  const abortComment = `Aborted by itself: nothing has happened in it since ${new Date(since).toISOString()}, for more than ${afterDays} days.`;
  const command = { type: 'abortRelease', abortComment } as const;
  try {
    await engine
      .under({ expected: { releaseId: id, version }, key: null })
      .dispatch(id, { kind: 'command', caller: system, command });
    return true;
  } catch (error) {
    if (error instanceof Outdated || error instanceof NotFound || error instanceof Conflict) return false;
    throw error;
  }
}
