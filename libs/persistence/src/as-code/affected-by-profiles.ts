import type { Connection } from '../database/database.ts';
import {
  type Affected,
  affectedSql,
  type EffectVisibility,
  findAffected,
  firstParameterIndex,
  noTriggersSql,
} from './affected.ts';

const [indexParameter, keyParameter] = [`$${firstParameterIndex}::text[]`, `$${firstParameterIndex + 1}::text[]`];

/** Releases that follow a risk profile: they store by which name, and an index holds these alone. */
const affectedByProfilesStatement = {
  name: 'affected-by-profiles',
  text: affectedSql({
    requested: `select distinct place::bigint + 1 as n from unnest(${indexParameter}) as a (place)`,
    extraCtes: `given as (select place::bigint + 1 as n, key from unnest(${indexParameter}, ${keyParameter}) as g (place, key)),`,
    hits: `select g.n, 'release' as what, s.id as release_id, null::text as task_id
      from given g join live_releases r on r.risk_key = g.key join seen s on s.id = r.id`,
    triggers: noTriggersSql,
  }),
};

/**
 * Releases that follow risk profiles, which are given by the keys of their names, by position in the list. Runs no
 * statement for an empty list.
 */
export async function findAffectedByProfiles(
  connection: Connection,
  visibility: EffectVisibility,
  requested: readonly (readonly string[])[],
): Promise<ReadonlyMap<number, Affected>> {
  const rows = requested.flatMap((names, place) => names.map((key) => ({ key, place: String(place) })));
  if (rows.length === 0) return new Map();
  const columns = [rows.map(({ place }) => place), rows.map(({ key }) => key)];
  return await findAffected(connection, affectedByProfilesStatement, visibility, columns);
}
