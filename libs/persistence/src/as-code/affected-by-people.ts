import type { Connection } from '../database/database.ts';
import { tasksSql } from '../database/statuses.ts';
import { taskTypesSql } from '../database/task-types.ts';
import {
  type Affected,
  affectedSql,
  type EffectVisibility,
  findAffected,
  firstParameterIndex,
  noTriggersSql,
} from './affected.ts';

const [indexParameter, kindParameter, scopeParameter, nameParameter] = [0, 1, 2, 3].map(
  (index) => `$${firstParameterIndex + index}::text[]`,
);
const waitsSql = `t.status not in ${tasksSql.ahead} and t.status not in ${tasksSql.defunct}`;
const gatesSql = `join live_tasks t on t.release_id = s.id and t.type in ${taskTypesSql.gates} and ${waitsSql}
    cross join lateral jsonb_array_elements(t.definition -> 'approvalRequirements') a (asks)
    cross join lateral (values ('task'), ('gate')) k (what)`;

/**
 * Tasks that wait for a team, also for one that a role is in, or for a user; gates that ask a team or role for approvals.
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

/** Changed permissions: of a team in the folder that has it, of a role, or of a user. */
export interface ChangedPeople {
  readonly kind: 'team' | 'role' | 'user';
  /** of the folder, for a team */
  readonly scopeId: string;
  readonly name: string;
}

/** The objects that wait for changed users or teams, by position in the list. Runs no statement for an empty list. */
export async function findAffectedByPeople(
  connection: Connection,
  visibility: EffectVisibility,
  changes: readonly (readonly ChangedPeople[])[],
): Promise<ReadonlyMap<number, Affected>> {
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
