import type { RiskProfiles } from '@slipway/domain/model';
import type { Connection, Database } from '@slipway/persistence/database';
import { findOutdatedReleases, type RiskProfileSet, readRiskProfiles } from '@slipway/persistence/risk';

/** The risk profiles as this process read them last: decisions on releases that follow one need no statement for it. */
export interface RiskCache {
  /** undefined if this process has not read them, or they have changed since. */
  current(): RiskProfiles | undefined;
  /** Reads and caches them. */
  read(connection: Connection): Promise<RiskProfiles>;
  /** Another query has read this version of all profiles: older ones are evicted. */
  evictOlderThan(version: number): void;
}

export function createRiskCache(): RiskCache {
  let cached: RiskProfileSet | undefined;
  return {
    current: () => cached?.profiles,
    read: async (connection) => {
      const read = await readRiskProfiles(connection);
      if (cached === undefined || cached.version <= read.version) cached = read;
      return read.profiles;
    },
    evictOlderThan: (version) => {
      if (cached !== undefined && cached.version < version) cached = undefined;
    },
  };
}

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
