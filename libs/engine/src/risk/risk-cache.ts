import type { RiskProfiles } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import { type RiskProfileSet, readRiskProfiles } from '@slipway/persistence/risk';

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
