import type { Connection } from '../database/database.ts';
import { type Affected, affectedBy, affectedSql, type EffectSight, firstAsked, noTriggers } from './affected.ts';

const [places, keys] = [`$${firstAsked}::text[]`, `$${firstAsked + 1}::text[]`];

/** Releases that follow a risk profile: they store by which name, and an index holds these alone. */
const ofProfiles = {
  name: 'affected-by-profiles',
  text: affectedSql({
    asked: `select distinct place::bigint + 1 as n from unnest(${places}) as a (place)`,
    beside: `given as (select place::bigint + 1 as n, key from unnest(${places}, ${keys}) as g (place, key)),`,
    hits: `select g.n, 'release' as what, s.id as release_id, null::text as task_id
      from given g join live_releases r on r.risk_key = g.key join seen s on s.id = r.id`,
    triggers: noTriggers,
  }),
};

/**
 * Releases that follow risk profiles, which are given by the keys of their names, by position in the list. Runs no
 * statement for an empty list.
 */
export async function affectedByProfiles(
  connection: Connection,
  sight: EffectSight,
  asked: readonly (readonly string[])[],
): Promise<ReadonlyMap<number, Affected>> {
  const rows = asked.flatMap((names, place) => names.map((key) => ({ key, place: String(place) })));
  if (rows.length === 0) return new Map();
  const columns = [rows.map(({ place }) => place), rows.map(({ key }) => key)];
  return await affectedBy(connection, ofProfiles, sight, columns);
}
