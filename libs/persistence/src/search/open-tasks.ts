import { blankAuthorship, type Instant, type Release, type Task, type Variable } from '@slipway/domain/model';
import { tasksSql, taskTypesSql } from '../database/statuses.ts';
import { scopeSql } from '../people/teams.ts';
import { type TaskRow, taskColumns, toTask } from '../plans/rows/task-row.ts';

// SQL of lists of open tasks. Task `t` is in phase `h` of release `r` in folder `f`. The parameter $1 is the name of the
// caller.

export const callerName = '(select name from me)';
export const scope = scopeSql('r', 'f');
export const millis = (timestampSql: string): string => `floor(extract(epoch from ${timestampSql}) * 1000)::bigint`;
export const hasSql = (key: string): string => `coalesce(t.definition ? '${key}', false)`;

/** SQL for the caller: name, roles and teams. There is no row if the caller cannot log in. */
export const identity = `me as materialized (
    select lower(username) as name, groups from users where lower(username) = lower($1) and login_allowed
  ), own_roles as materialized (
    select id, lower(name) as name from roles where id in (
      select role_id from role_principals, me where principal = me.name or principal = any (me.groups))
  ), own_teams as materialized (
    select scope_id, name, permissions from teams where id in (
      select team_id from team_members where principal in (
        select 'user:' || name from me union all select 'role:' || id from own_roles))
  )`;

/** SQL for whether the caller is in the team with this name. PostgreSQL hashes the teams once. */
export const isInTeam = (team: string): string => `(${scope}, ${team}) in (select scope_id, name from own_teams)`;

/**
 * SQL for whether the caller may view the release or participates in the task. `all` is a parameter: whether the caller
 * can view all releases. `permissions` is one with the permissions that each allow to view a release.
 */
export const isVisibleSql = (all: string, permissions: string): string =>
  `(${all}::boolean or lower(r.owner) = ${callerName} or lower(t.owner) = ${callerName} or ${isInTeam('t.team')}
  or ${scope} in (select scope_id from own_teams where permissions && ${permissions}::text[]))`;

/** SQL for whether a gate is open for users: one with dependencies alone only opens automatically. */
const isAutomaticGate = `t.type in ${taskTypesSql.gates} and ${hasSql('dependencies')} and not ${hasSql('conditions')} and not ${hasSql('approvalRequirements')}`;

/** SQL for whether a task requires a user before the release continues. A group is represented by its tasks. */
export const needsUser = `t.status in ${tasksSql.forUsers} and t.type not in ${taskTypesSql.groups}
  and (t.status <> 'IN_PROGRESS' or t.run -> 'script' is null and t.run -> 'mail' is null and t.type not in ${taskTypesSql.creating} and not (${isAutomaticGate}))`;

/**
 * SQL for whether a task has neither owner nor team. Excludes a running gate that only waits for approvals, because it
 * has its own approvers.
 */
export const isUnassigned = `t.owner is null and t.team is null and not (
  t.status = 'IN_PROGRESS' and ${hasSql('approvalRequirements')} and not ${hasSql('conditions')})`;

/** SQL for the ids of the groups that contain a task, outermost first. */
const groups = `array(
    with recursive above as (
      select t.parent_id as id, 0 as height
      union all
      select g.parent_id, a.height + 1 from live_tasks g join above a on g.id = a.id
    )
    select id from above where id is not null order by height desc)`;

const isLocked = `exists (
    with recursive upwards as (
      select t.parent_id as parent_id, t.definition as definition
      union all
      select g.parent_id, g.definition from live_tasks g join upwards u on g.id = u.parent_id
    )
    select from upwards where definition -> 'locked' = 'true')`;

/** SQL for the columns of a task with its context. */
export const openTaskColumns = `${taskColumns.replace(/\w+/g, 't.$&')},
    ${groups} as groups, ${isLocked} as locked, h.title as phase_title, r.title as release_title,
    r.status as release_status, r.owner as release_owner, r.folder_id, r.rest -> 'authorship' as authorship,
    case when t.status = 'WAITING_FOR_INPUT' then r.variables else '[]' end as variables, f.path, f.title as folder_title`;

/** SQL for the tasks of the ids in `p`, which may have a row without an id. */
export const openTaskJoins = `left join live_tasks t on t.id = p.id left join live_releases r on r.id = t.release_id
    left join folders f on f.id = r.folder_id left join live_phases h on h.id = t.phase_id`;

/** An open task with its context. */
export interface OpenTask {
  readonly task: Task;
  /** Whether the task or a group that contains it is locked. */
  readonly isLocked: boolean;
  readonly phase: { readonly id: string; readonly title: string };
  /** The ids of the groups that contain it, outermost first. */
  readonly groupIds: readonly string[];
  readonly release: Pick<Release, 'id' | 'title' | 'status' | 'owner' | 'folderId' | 'authorship' | 'variables'>;
  readonly folder: { readonly path: readonly string[]; readonly title: string };
}

/** The columns of `openTaskColumns`. */
export interface OpenTaskRow extends TaskRow {
  readonly groups: readonly string[];
  readonly locked: boolean;
  readonly phase_title: string;
  readonly release_title: string;
  readonly release_status: Release['status'];
  readonly release_owner: string | null;
  readonly folder_id: string;
  readonly authorship: Release['authorship'] | null;
  readonly variables: readonly Variable[];
  readonly path: readonly string[];
  readonly folder_title: string;
}

/** The number of all matching tasks and the time of the database, in each row of a page. */
export interface CountRow {
  readonly count: number;
  readonly now: Instant;
}

/** A row of a page: a task, or only the counts if the page has no task. */
export type PageRow<Row extends OpenTaskRow> = CountRow & (Row | { readonly id: null });

/** Whether a row of a page is a task. */
export const isTaskRow = <Row extends OpenTaskRow>(row: PageRow<Row>): row is CountRow & Row => row.id !== null;

export const toOpenTask = (row: OpenTaskRow): OpenTask => ({
  task: toTask(row, []),
  isLocked: row.locked,
  phase: { id: row.phase_id, title: row.phase_title },
  groupIds: row.groups,
  release: {
    id: row.release_id,
    title: row.release_title,
    status: row.release_status,
    owner: row.release_owner,
    folderId: row.folder_id,
    authorship: row.authorship ?? blankAuthorship,
    variables: row.variables,
  },
  folder: { path: row.path, title: row.folder_title },
});
