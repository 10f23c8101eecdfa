import { rootFolderId } from '@slipway/domain/ids';
import type { Connection, Parameter } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';
import { scopeSql } from '../people/teams.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';

/** The live objects that use one object, as far as the caller may view them. */
export interface Affected {
  /** releases that are not over */
  readonly releaseCount: number;
  /** by title, the first of them */
  readonly releases: readonly { readonly id: string; readonly title: string; readonly status: string }[];
  /** tasks of these releases that are not over */
  readonly taskCount: number;
  readonly tasks: readonly AffectedTask[];
  /** gates that wait */
  readonly gateCount: number;
  readonly gates: readonly AffectedTask[];
  /** enabled triggers */
  readonly triggerCount: number;
  /** those that are due next come first */
  readonly triggers: readonly DueTrigger[];
  /** more runs than was looked at: there may be more than is counted */
  readonly isPartial: boolean;
}

interface AffectedTask {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly releaseId: string;
}

interface DueTrigger {
  readonly id: string;
  readonly title: string;
  /** null: when something happens */
  readonly nextFireAt: number | null;
  /** it is due within minutes, and may fire before anything is changed */
  readonly isDue: boolean;
}

/** The visibility of releases and triggers for a user. */
export interface EffectVisibility {
  readonly releases: VisibilityFilter;
  readonly triggers: VisibilityFilter;
}

/** The listed objects of one kind for each object; all are counted. */
const maxListed = 20;
const dueSoonInterval = `interval '10 minutes'`;

/** The index of the first parameter of a statement; the parameters before it are the visibility. */
export const firstParameterIndex = 7;

const inScopeSql = (scopes: string): string => `(${scopes}::text[] is null or f.scope_id = any (${scopes}::text[]))`;
const topLevelIdsSql = (
  permissions: string,
): string => `(select g.scope_id from teams g join team_members m on m.team_id = g.id
  where m.principal = any ($2::text[]) and g.permissions && ${permissions}::text[])`;

/** Unfinished releases in sight; the same as in lists (permissions.md, section 2). */
const visibleReleasesSql = `select r.id, r.title, r.status, r.origin_template_id, f.path, ${scopeSql('r', 'f')} as scope_id
  from live_releases r join folders f on f.id = r.folder_id
  where r.status in ${releasesSql.unfinished} and (${inScopeSql('$1')} or lower(r.owner) = lower($4)
    or (r.folder_id = '${rootFolderId}' and r.id in ${topLevelIdsSql('$3')}))`;

/** Enabled visible triggers. At the top, the teams of their templates apply. */
const visibleTriggersSql = `select t.id, t.title, t.next_fire_at, t.template_id, t.event_source, t.definition
  from triggers t join folders f on f.id = t.folder_id
    left join live_releases o on t.folder_id = '${rootFolderId}' and o.id = t.template_id
    left join folders e on e.id = o.folder_id
  where t.enabled and (${inScopeSql('$5')} or e.scope_id = any ($5::text[])
    or (o.folder_id = '${rootFolderId}' and o.id in ${topLevelIdsSql('$6')}))`;

const countJoinSql = (rows: string, shape: string): string => `left join (
    select n, count(*) as count, jsonb_agg(${shape} order by rank) filter (where rank <= ${maxListed}) as list
    from ${rows} group by n) ${rows} using (n)`;
const taskShape = `jsonb_build_object('id', id, 'title', title, 'status', status, 'releaseId', release_id)`;
const rankColumn = (order: string): string => `row_number() over (partition by h.n order by ${order}, x.id) as rank`;
const tasksWhere = (
  kind: string,
): string => `select h.n, x.id, x.title, x.status, x.release_id, ${rankColumn('x.title')}
  from (select distinct n, task_id from hits where what = '${kind}') h join live_tasks x on x.id = h.task_id`;

/**
 * SQL for the objects that use a kind of object. Each is one pass over the live rows, independent of the number of
 * requested objects.
 */
export interface AffectedSql {
  /** Rows (n, ...): the requested objects, with positions from 1 on. */
  readonly requested: string;
  /** further common table expressions, each with a comma behind it */
  readonly extraCtes?: string;
  /** rows (n, what, release_id, task_id) of `seen`: `what` is release, task or gate */
  readonly hits: string;
  /** rows (n, id) of `seen_triggers` */
  readonly triggers: string;
  /** whether more runs than is looked at; none: all of it is looked at */
  readonly partial?: string;
}

/** The rows of nothing. */
export const noTriggersSql = `select 0::bigint as n, null::text as id where false`;

export const affectedSql = ({
  requested,
  extraCtes = '',
  hits,
  triggers,
  partial = 'false',
}: AffectedSql): string => `with asked as (${requested}),
  seen as materialized (${visibleReleasesSql}), seen_triggers as materialized (${visibleTriggersSql}), ${extraCtes}
  hits as materialized (${hits}), fires as (${triggers}),
  releases_of as (select h.n, x.id, x.title, x.status, ${rankColumn('x.title')}
    from (select distinct n, release_id from hits where what <> 'gate') h join seen x on x.id = h.release_id),
  tasks_of as (${tasksWhere('task')}), gates_of as (${tasksWhere('gate')}),
  triggers_of as (select h.n, x.id, x.title, x.next_fire_at, ${rankColumn('x.next_fire_at, x.title')}
    from (select distinct n, id from fires) h join seen_triggers x on x.id = h.id)
  select n::int - 1 as place,
    coalesce(releases_of.count, 0) as "releaseCount", coalesce(releases_of.list, '[]') as releases,
    coalesce(tasks_of.count, 0) as "taskCount", coalesce(tasks_of.list, '[]') as tasks,
    coalesce(gates_of.count, 0) as "gateCount", coalesce(gates_of.list, '[]') as gates,
    coalesce(triggers_of.count, 0) as "triggerCount", coalesce(triggers_of.list, '[]') as triggers,
    partial.is as "isPartial"
  from asked cross join (select (${partial}) as is) partial
    ${countJoinSql('releases_of', `jsonb_build_object('id', id, 'title', title, 'status', status)`)}
    ${countJoinSql('tasks_of', taskShape)}
    ${countJoinSql('gates_of', taskShape)}
    ${countJoinSql(
      'triggers_of',
      `jsonb_build_object('id', id, 'title', title, 'isDue', coalesce(next_fire_at <= now() + ${dueSoonInterval}, false),
        'nextFireAt', (extract(epoch from next_fire_at) * 1000)::bigint)`,
    )}
  where coalesce(releases_of.count, tasks_of.count, gates_of.count, triggers_of.count) is not null or partial.is
  order by n`;

/** Runs such a statement. Returns the affected objects, by position in the list. */
export async function findAffected(
  connection: Connection,
  statement: { readonly name: string; readonly text: string },
  { releases, triggers }: EffectVisibility,
  requested: readonly Parameter[],
): Promise<ReadonlyMap<number, Affected>> {
  const visibilityParameters = [releases.scopes, releases.principals, releases.permissions, releases.username];
  const values = [...visibilityParameters, triggers.scopes, triggers.permissions, ...requested];
  const rows = await connection.query<Affected & { readonly place: number }>(statement, values);
  return new Map(rows.map(({ place: index, ...affected }) => [index, affected]));
}
