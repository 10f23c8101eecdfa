import type { RiskProfiles } from '@slipway/domain/model';
import type { Connection, Database } from '@slipway/persistence/database';
import { findOutdatedReleases, type RiskProfileSet, readRiskProfiles } from '@slipway/persistence/risk';

/** Caches the risk profiles in this process, so that decisions do not read them from the database. */
export interface RiskCache {
  /** The cached profiles; undefined before the first read, and after an eviction. */
  current(): RiskProfiles | undefined;
  /** Loads and caches the profiles. */
  read(connection: Connection): Promise<RiskProfiles>;
  /** Evicts the profiles if they are older than this version. */
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
  /** Recalculates these releases, a few at a time. Returns the number of failures. */
  readonly decideAgain: (ids: readonly string[]) => Promise<number>;
}

/** The number of releases that one query returns. Each release is locked only during its recalculation. */
const batchSize = 200;

/**
 * Recalculates the releases whose profile has changed, each in its own transaction. Stops after `maxDurationMs`,
 * because a hundred thousand releases can have the same profile. The next sweep continues. Returns the number of
 * failures.
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
