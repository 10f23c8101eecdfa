import type { Connection } from '../database/database.ts';
import { tasksSql, taskTypesSql } from '../database/statuses.ts';
import {
  type AffectedObjects,
  affectedSql,
  type EffectVisibility,
  findAffected,
  firstParameterIndex,
  noTriggersSql,
} from './affected.ts';

/**
 * Finds three kinds of objects: releases created from the templates, which keep their own plan; gates in other releases
 * that wait for such a release or a part of it; and triggers that create releases from the templates.
 */
const affectedByTemplatesStatement = {
  name: 'affected-by-templates',
  text: affectedSql({
    requested: `select n, id from unnest($${firstParameterIndex}::text[]) with ordinality a (id, n)`,
    extraCtes: `made as materialized (select a.n, s.id as release_id from requested a join seen s on s.origin_template_id = a.id),
      awaited as (select w.release_id, w.task_id, coalesce(r.id, p.release_id, t.release_id) as target
        from awaits w left join live_releases r on r.id = w.reference left join live_phases p on p.id = w.reference
          left join live_tasks t on t.id = w.reference
        where w.kind = 'target' and exists (select from made)),`,
    hits: `select n, 'release' as what, release_id, null::text as task_id from made
      union all
      select m.n, 'gate', s.id, w.task_id from awaited w join made m on m.release_id = w.target
        join seen s on s.id = w.release_id`,
    triggers: 'select a.n, t.id from requested a join seen_triggers t on t.template_id = a.id',
  }),
};

/** Finds the objects that use templates, by position in the list. Runs no query for an empty list. */
export const findAffectedByTemplates = async (
  connection: Connection,
  visibility: EffectVisibility,
  ids: readonly string[],
): Promise<ReadonlyMap<number, AffectedObjects>> =>
  ids.length === 0 ? new Map() : await findAffected(connection, affectedByTemplatesStatement, visibility, [ids]);

const [indexParameter, kindParameter, scopeParameter, nameParameter] = [0, 1, 2, 3].map(
  (index) => `$${firstParameterIndex + index}::text[]`,
);
const waitsSql = `t.status not in ${tasksSql.ahead} and t.status not in ${tasksSql.defunct}`;
const gatesSql = `join live_tasks t on t.release_id = s.id and t.type in ${taskTypesSql.gates} and ${waitsSql}
    cross join lateral jsonb_array_elements(t.definition -> 'approvalRequirements') a (asks)
    cross join lateral (values ('task'), ('gate')) k (what)`;

/**
 * Tasks that wait for a user, for a team, or for a team that contains a role. Also gates that require approvals of a
 * team or role.
 */
const affectedByPeopleStatement = {
  name: 'affected-by-people',
  text: affectedSql({
    requested: `select distinct place::bigint + 1 as n from unnest(${indexParameter}) as a (place)`,
    extraCtes: `given as (select place::bigint + 1 as n, kind, scope_id, name
        from unnest(${indexParameter}, ${kindParameter}, ${scopeParameter}, ${nameParameter}) as g (place, kind, scope_id, name)),
      crews as (
        select n, scope_id, name as team from given where kind = 'team'
        union
        select g.n, t.scope_id, t.name from given g join roles r on lower(r.name) = lower(g.name)
          join team_members m on m.principal = 'role:' || r.id join teams t on t.id = m.team_id where g.kind = 'role'),`,
    hits: `select c.n, 'task' as what, s.id as release_id, t.id as task_id from crews c join seen s on s.scope_id = c.scope_id
        join live_tasks t on t.release_id = s.id and t.team = c.team and ${waitsSql}
      union
      select g.n, 'task', s.id, t.id from given g join live_tasks t on lower(t.owner) = lower(g.name) and ${waitsSql}
        join seen s on s.id = t.release_id where g.kind = 'user'
      union
      select c.n, k.what, s.id, t.id from crews c join seen s on s.scope_id = c.scope_id ${gatesSql}
        where a.asks ->> 'team' = c.team
      union
      select g.n, k.what, s.id, t.id from given g cross join seen s ${gatesSql}
        where g.kind = 'role' and lower(a.asks ->> 'role') = lower(g.name)`,
    triggers: noTriggersSql,
  }),
};

/** A change of permissions: of a team in the folder that owns it, of a role, or of a user. */
export interface ChangedPeople {
  readonly kind: 'team' | 'role' | 'user';
  /** The folder of the team. */
  readonly scopeId: string;
  readonly name: string;
}

/**
 * Finds the objects that wait for changed users, roles or teams, by position in the list. Runs no query for an empty
 * list.
 */
export async function findAffectedByPeople(
  connection: Connection,
  visibility: EffectVisibility,
  changes: readonly (readonly ChangedPeople[])[],
): Promise<ReadonlyMap<number, AffectedObjects>> {
  const rows = changes.flatMap((people, place) => people.map((person) => ({ ...person, place: String(place) })));
  if (rows.length === 0) return new Map();
  const columns = [
    rows.map(({ place }) => place),
    rows.map(({ kind }) => kind),
    rows.map(({ scopeId }) => scopeId),
    rows.map(({ name }) => name),
  ];
  return await findAffected(connection, affectedByPeopleStatement, visibility, columns);
}

const keyParameter = `$${firstParameterIndex + 1}::text[]`;

/** Releases that use a named risk profile. A partial index contains only these. */
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
 * Finds releases that use the risk profiles with these keys, by position in the list. Runs no query for an empty list.
 */
export async function findAffectedByProfiles(
  connection: Connection,
  visibility: EffectVisibility,
  requested: readonly (readonly string[])[],
): Promise<ReadonlyMap<number, AffectedObjects>> {
  const rows = requested.flatMap((names, place) => names.map((key) => ({ key, place: String(place) })));
  if (rows.length === 0) return new Map();
  const columns = [rows.map(({ place }) => place), rows.map(({ key }) => key)];
  return await findAffected(connection, affectedByProfilesStatement, visibility, columns);
}
