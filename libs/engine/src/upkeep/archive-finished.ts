import { setTimeout as pause } from 'node:timers/promises';
import { type ArchiveCounts, archiveFinishedBatch, type Database, readClock } from '@slipway/persistence';

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
 * Archives or deletes the releases that finished more than `afterDays` days ago, in batches. The pause after a batch
 * is as long as the batch, so that at most half of one connection is used (rest-operations.md, Archiving). Several
 * processes can run it at once.
 */
export async function archiveFinished(database: Database, afterDays: number, pace: Pace): Promise<ArchiveCounts> {
  const endedBefore = (await readClock(database)) - afterDays * dayMs;
  const end = performance.now() + pace.longestMs;
  let archived = 0;
  let deleted = 0;
  while (!pace.signal.aborted && performance.now() < end) {
    const began = performance.now();
    const done = await archiveFinishedBatch(database, endedBefore, pace.batch);
    archived += done.archived;
    deleted += done.deleted;
    if (done.archived + done.deleted < pace.batch) break;
    await pause(performance.now() - began, undefined, { signal: pace.signal }).catch(() => {});
  }
  return { archived, deleted };
}
