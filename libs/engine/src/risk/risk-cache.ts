import type { RiskProfiles } from '@slipway/domain';
import { type Connection, type KnownRiskProfiles, readRiskProfiles } from '@slipway/persistence';

/** The risk profiles as this process read them last: decisions on releases that follow one need no statement for it. */
export interface RiskCache {
  /** undefined where this process has not read them, or knows that they have changed since */
  known(): RiskProfiles | undefined;
  /** Reads them, and remembers them. */
  read(connection: Connection): Promise<RiskProfiles>;
  /** Somebody has seen this version of all profiles: older ones are forgotten. */
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
