import { setTimeout as pause } from 'node:timers/promises';
import { type Database, readClock } from '@slipway/persistence/database';
import { type ArchiveCounts, archiveFinishedBatch } from '@slipway/persistence/maintenance';

const dayMs = 86_400_000;

/** How one round of putting away is bounded. */
export interface ArchiveLimits {
  /** releases in one transaction, which holds their locks for some milliseconds each */
  readonly batchSize: number;
  /** no further batch is begun after so long */
  readonly maxDurationMs: number;
  readonly signal: AbortSignal;
}

/**
 * Archives or deletes the releases that finished more than `afterDays` days ago, in batches. The pause after a batch
 * is as long as the batch, so that at most half of one connection is used (rest-operations.md, Archiving). Several
 * processes can run it at once.
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
