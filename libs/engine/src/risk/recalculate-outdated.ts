import type { Database } from '@slipway/persistence/database';
import { findOutdatedReleases } from '@slipway/persistence/risk';
import type { RiskCache } from './risk-cache.ts';

interface RecalculateOptions {
  readonly database: Database;
  readonly risk: RiskCache;
  /** Decides on each again, a few at a time; answers how many failed. */
  readonly decideAgain: (ids: readonly string[]) => Promise<number>;
}

/** Taken at once: none of them is locked before its own turn. */
const batchSize = 200;

/**
 * Recalculates the releases whose profile has changed, each in its own transaction, for up to `longestMs`: a profile
 * may be that of a hundred thousand releases. The next sweep continues. Returns the number of failures.
 */
export async function recalculateOutdated(
  { database, risk, decideAgain }: RecalculateOptions,
  maxDurationMs: number,
): Promise<number> {
  const deadline = performance.now() + maxDurationMs;
  let failed = 0;
  do {
    const { version, ids } = await findOutdatedReleases(database, batchSize);
    risk.evictOlderThan(version);
    if (ids.length === 0) break;
    failed += await decideAgain(ids);
    if (failed > 0 || ids.length < batchSize) break;
  } while (performance.now() < deadline);
  return failed;
}
