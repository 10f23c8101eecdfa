import type { Connection } from '../database/database.ts';

/** What follows a change of a profile. */
export interface OutdatedReleases {
  /** of all profiles, as it is now */
  readonly version: number;
  /** unfinished releases whose scores are by an older version of their profile */
  readonly ids: readonly string[];
}

/** The join is by the few names that were ever changed, each a look into an index that holds no other releases. */
const select = {
  name: 'releases-behind-profile',
  text: `select version, array(
      select r.id from risk_references n, lateral (
        select id from live_releases where risk_key = n.key and risk_version < n.version limit $1) r
      limit $1) as ids
    from risk_settings`,
};

/** Up to `limit` releases that are behind the profile which they follow. */
export async function findOutdatedReleases(connection: Connection, limit: number): Promise<OutdatedReleases> {
  const [row] = await connection.query<OutdatedReleases>(select, [limit]);
  if (row === undefined) throw new Error('risk_settings has no row');
  return row;
}
