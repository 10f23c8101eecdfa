import { setTimeout as pause } from 'node:timers/promises';
import { message, textOf } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import { type Database, readClock } from '@slipway/persistence/database';
import {
  type ArchiveCounts,
  archiveFinishedBatch,
  findStaleReleases,
  type StaleRelease,
} from '@slipway/persistence/maintenance';
import type { DispatchInput } from '../commands/dispatch-input.ts';
import { PreconditionFailed, type Preconditions } from '../commands/preconditions.ts';
import { systemCaller } from '../people/person.ts';

const dayMs = 86_400_000;

/** The part of an engine that aborts releases with preconditions. */
interface Dispatcher {
  withPreconditions(preconditions: Preconditions): {
    dispatch(releaseId: string, input: DispatchInput): Promise<unknown>;
  };
}

/**
 * Aborts at most `limit` active releases without activity for `afterDays` days (states.md, Release). Each must still
 * have the version in which it was found, so a release with new activity is not aborted. Returns the number of aborted
 * releases.
 */
export async function abortStale(
  engine: Dispatcher,
  database: Database,
  afterDays: number,
  limit: number,
): Promise<number> {
  const silentSince = (await readClock(database)) - afterDays * dayMs;
  let aborted = 0;
  for (const stale of await findStaleReleases(database, silentSince, limit)) {
    if (await abort(engine, stale, afterDays)) aborted += 1;
  }
  return aborted;
}

async function abort(engine: Dispatcher, { id, version, since }: StaleRelease, afterDays: number): Promise<boolean> {
  const abortComment = textOf(message('abortComment.inactive', { since, days: afterDays }));
  const command = { type: 'abortRelease', abortComment } as const;
  try {
    await engine
      .withPreconditions({ expected: { releaseId: id, version }, key: null })
      .dispatch(id, { kind: 'command', caller: systemCaller, command });
    return true;
  } catch (error) {
    if (error instanceof PreconditionFailed || error instanceof NotFound || error instanceof Conflict) return false;
    throw error;
  }
}

/** The limits of one round of archiving. */
interface ArchiveLimits {
  /** the number of releases in one transaction, which locks each of them for some milliseconds */
  readonly batchSize: number;
  /** the time after which no further batch starts */
  readonly maxDurationMs: number;
  readonly signal: AbortSignal;
}

/**
 * Archives or deletes the releases that finished more than `afterDays` days ago, in batches. The pause after a batch is
 * as long as the batch, so the work uses at most half of one connection (rest-operations.md, Archiving). Several
 * processes can run it at the same time.
 */
export async function archiveFinished(
  database: Database,
  afterDays: number,
  limits: ArchiveLimits,
): Promise<ArchiveCounts> {
  const endedBefore = (await readClock(database)) - afterDays * dayMs;
  const deadline = performance.now() + limits.maxDurationMs;
  let archived = 0;
  let deleted = 0;
  while (!limits.signal.aborted && performance.now() < deadline) {
    const startedAt = performance.now();
    const counts = await archiveFinishedBatch(database, endedBefore, limits.batchSize);
    archived += counts.archived;
    deleted += counts.deleted;
    if (counts.archived + counts.deleted < limits.batchSize) break;
    await pause(performance.now() - startedAt, undefined, { signal: limits.signal }).catch(() => {});
  }
  return { archived, deleted };
}
