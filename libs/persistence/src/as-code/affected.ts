import { rootFolderId } from '@slipway/domain/ids';
import type { Connection, Parameter } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';
import { scopeSql } from '../people/teams.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';

/** The live objects that use an object, limited to those that the caller may view. */
export interface AffectedObjects {
  /** The number of unfinished releases. */
  readonly releaseCount: number;
  /** The first releases by title. */
  readonly releases: readonly { readonly id: string; readonly title: string; readonly status: string }[];
  /** The number of unfinished tasks in these releases. */
  readonly taskCount: number;
  readonly tasks: readonly AffectedTask[];
  /** The number of waiting gates. */
  readonly gateCount: number;
  readonly gates: readonly AffectedTask[];
  /** The number of enabled triggers. */
  readonly triggerCount: number;
  /** The first triggers by next fire time. */
  readonly triggers: readonly DueTrigger[];
  /** True if the search reached its limit, so the counts may be too low. */
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
  /** Null for a trigger that fires on an event. */
  readonly nextFireAt: number | null;
  /** Whether the trigger fires within 10 minutes, possibly before the change is applied. */
  readonly isDue: boolean;
}

/** The visibility of releases and triggers for a user. */
export interface EffectVisibility {
  readonly releases: VisibilityFilter;
  readonly triggers: VisibilityFilter;
}

/** The maximum number of listed objects of one kind for each requested object. The counts include all objects. */
const maxListed = 20;
const dueSoonInterval = `interval '10 minutes'`;

/** The index of the first statement-specific parameter. The parameters before it contain the visibility. */
export const firstParameterIndex = 7;

const inScopeSql = (scopes: string): string => `(${scopes}::text[] is null or f.scope_id = any (${scopes}::text[]))`;
const topLevelIdsSql = (
  permissions: string,
): string => `(select g.scope_id from teams g join team_members m on m.team_id = g.id
  where m.principal = any ($2::text[]) and g.permissions && ${permissions}::text[])`;

/** Unfinished releases that the user may view. The rule is the same as for lists (permissions.md, section 2). */
const visibleReleasesSql = `select r.id, r.title, r.status, r.origin_template_id, f.path, ${scopeSql('r', 'f')} as scope_id
  from live_releases r join folders f on f.id = r.folder_id
  where r.status in ${releasesSql.unfinished} and (${inScopeSql('$1')} or lower(r.owner) = lower($4)
    or (r.folder_id = '${rootFolderId}' and r.id in ${topLevelIdsSql('$3')}))`;

/** Enabled triggers that the user may view. For a trigger at the top level, the teams of its template apply. */
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
 * SQL that finds the objects that use one kind of object. It reads the live rows once, independent of the number of
 * requested objects.
 */
export interface AffectedSql {
  /** Rows (n, …) of the requested objects; `n` is the position, starting at 1. */
  readonly requested: string;
  /** Additional common table expressions, each followed by a comma. */
  readonly extraCtes?: string;
  /** Rows (n, what, release_id, task_id) of `seen`. `what` is `release`, `task` or `gate`. */
  readonly hits: string;
  /** Rows (n, id) of `seen_triggers`. */
  readonly triggers: string;
  /** SQL for whether the search reached its limit. Default: false. */
  readonly partial?: string;
}

/** An empty set of trigger rows. */
export const noTriggersSql = `select 0::bigint as n, null::text as id where false`;

export const affectedSql = ({
  requested,
  extraCtes = '',
  hits,
  triggers,
  partial = 'false',
}: AffectedSql): string => `with requested as (${requested}),
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
  from requested cross join (select (${partial}) as is) partial
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

/** Runs a statement built by `affectedSql`. Returns the affected objects by position in the list. */
export async function findAffected(
  connection: Connection,
  statement: { readonly name: string; readonly text: string },
  { releases, triggers }: EffectVisibility,
  requested: readonly Parameter[],
): Promise<ReadonlyMap<number, AffectedObjects>> {
  const visibilityParameters = [releases.scopes, releases.principals, releases.permissions, releases.username];
  const values = [...visibilityParameters, triggers.scopes, triggers.permissions, ...requested];
  const rows = await connection.query<AffectedObjects & { readonly place: number }>(statement, values);
  return new Map(rows.map(({ place: index, ...affected }) => [index, affected]));
}
