import type { RiskProfiles } from '@slipway/domain';
import { type Connection, type KnownRiskProfiles, readRiskProfiles } from '@slipway/persistence';

/** The risk profiles as this process read them last: decisions on releases that follow one need no statement for it. */
export interface RiskCache {
  /** undefined if this process has not read them, or they have changed since. */
  known(): RiskProfiles | undefined;
  /** Reads and caches them. */
  read(connection: Connection): Promise<RiskProfiles>;
  /** Another query has read this version of all profiles: older ones are evicted. */
  seen(version: number): void;
}

export function createRiskCache(): RiskCache {
  let last: KnownRiskProfiles | undefined;
  return {
    known: () => last?.profiles,
    read: async (connection) => {
      const read = await readRiskProfiles(connection);
      if (last === undefined || last.version <= read.version) last = read;
      return read.profiles;
    },
    seen: (version) => {
      if (last !== undefined && last.version < version) last = undefined;
    },
  };
}
