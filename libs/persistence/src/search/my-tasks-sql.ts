import { releasesSql, tasksSql } from '../database/statuses.ts';
import { taskTypesSql } from '../database/task-types.ts';
import { scopeSql } from '../people/teams-sql.ts';
import { taskColumns } from '../plans/rows/task-row.ts';

/** Later than every due date: of a task that has none. */
export const never = Number.MAX_SAFE_INTEGER;

const millis = (moment: string): string => `floor(extract(epoch from ${moment}) * 1000)::bigint`;

/** When a task is due (see `dueOf` of the domain), in milliseconds. */
const due = `coalesce(${millis('t.due_date')}, ${millis('t.start_date')} + t.planned_duration * 1000, ${never})`;

const me = '(select name from me)';
const scope = scopeSql('r', 'f');
const has = (key: string): string => `coalesce(t.definition ? '${key}', false)`;
const asksWith = (flag: string): string => `t.definition @> '{"approvalRequirements": [{"${flag}": true}]}'`;

/** The caller: their name, roles and teams; empty if they cannot log in. */
const identity = `me as materialized (
    select lower(username) as name, groups from users where lower(username) = lower($1) and login_allowed
  ), had as materialized (
    select id, lower(name) as name from roles where id in (
      select role_id from role_principals, me where principal = me.name or principal = any (me.groups))
  ), seats as materialized (
    select scope_id, name, permissions from teams where id in (
      select team_id from team_members where principal in (
        select 'user:' || name from me union all select 'role:' || id from had))
  )`;

/**
 * A task that requires a user before the flow continues. Groups are represented by their tasks, and a gate with
 * dependencies only opens automatically.
 */
const open = `r.status in ${releasesSql.flowing} and t.status in ${tasksSql.forPeople}
  and t.type not in ${taskTypesSql.groups}
  and (t.status <> 'IN_PROGRESS' or t.run -> 'script' is null and t.type not in ${taskTypesSql.byThemselves} and not (
    t.type in ${taskTypesSql.gates} and ${has('dependencies')} and not ${has('conditions')} and not ${has('approvalRequirements')}))
  and ($3::text is null or t.title ilike $3 or r.title ilike $3)`;

/** Whether they are in the team of this name; PostgreSQL hashes the teams once. */
const isIn = (team: string): string => `(${scope}, ${team}) in (select scope_id, name from seats)`;

const authors = ['createdBy', 'startedBy', 'changedBy'].map((field) => `r.rest -> 'authorship' ->> '${field}'`);
const writers = ['createdBy', 'changedBy'].map((field) => `t.run -> 'signing' ->> '${field}'`);
const revisionIn = (signed: string): string => `coalesce((${signed} ->> 'revision')::int, 1)`;

/** A requirement that includes the caller and whose four eyes do not exclude them. */
const isAsked = `exists (
  select from jsonb_array_elements(t.definition -> 'approvalRequirements') as asked (one)
  where case when one ->> 'role' is null
      then ${isIn("one ->> 'team'")}
      else lower(one ->> 'role') in (select name from had) end
    and not ((one ->> 'fourEyes')::boolean and exists (
      select from unnest(array[${[...authors, ...writers].join(', ')}]) as author (name) where lower(name) = ${me})))`;

/** The latest verdict of the caller on the gate, if it counts for the present version. */
const hasSpoken = `exists (
  select from (
    select said from jsonb_array_elements(t.run -> 'signing' -> 'verdicts') with ordinality as verdict (said, nth)
    where lower(said ->> 'username') = ${me} order by nth desc limit 1
  ) as last
  where said ->> 'kind' <> 'WITHDRAWN' and (said ->> 'gate')::int = ${revisionIn("t.run -> 'signing'")}
    and ((said ->> 'plan')::int = ${revisionIn("r.rest -> 'authorship'")} or not ${asksWith('wholeRelease')})
    and (said ->> 'kind' = 'REJECTED' or not (said ->> 'ahead')::boolean or ${asksWith('aheadOfTime')}))`;

/** A gate with approvals is listed only if the caller may view the release, or takes part in the task. */
const isSeen = `($4::boolean or lower(r.owner) = ${me} or lower(t.owner) = ${me} or ${isIn('t.team')}
  or ${scope} in (select scope_id from seats where permissions && $5::text[]))`;

const those = (condition: string): string => `select t.id, ${due} as due
    from live_tasks t join live_releases r on r.id = t.release_id join folders f on f.id = r.folder_id
    where ${open} and ${condition}`;

/** A running gate that waits for approvals alone has its own approvers. */
const isUnassigned = `t.owner is null and t.team is null and not (
  t.status = 'IN_PROGRESS' and ${has('approvalRequirements')} and not ${has('conditions')})`;

/** Whether they may assign tasks of the release to other users. */
const mayAssign = `($9::boolean or ${scope} in (select scope_id from seats where permissions && $10::text[]))`;

// Conditions on parameters alone: PostgreSQL does not run a part whose list is not requested.
const isOwn = "coalesce($2::text, 'me') = 'me'";
const isOfTeams = "coalesce($2::text, 'teams') = 'teams'";

const found = `found as materialized (
    ${those(`${isOwn} and t.owner is not null and lower(t.owner) = ${me}`)}
    union
    ${those(`${isOwn} and ${isUnassigned} and lower(r.owner) = ${me}`)}
    union
    ${those(`$2::text = 'unassigned' and ${isUnassigned} and ${mayAssign} and ${isSeen}`)}
    union
    ${those(`${isOfTeams} and t.team is not null and t.team = any (array(select name from seats)) and ${isIn('t.team')}`)}
    union
    ${those(`${isOfTeams} and t.status = 'IN_PROGRESS' and t.definition ? 'approvalRequirements'
      and ${isAsked} and not ${hasSpoken} and ${isSeen}`)}
  )`;

/** Ids of the groups around a task, the outermost first. */
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

/**
 * One page of the caller's tasks, with the count of all: a row without an id if the page is empty. Values: the name;
 * `me`, `teams`, `unassigned` or null; a pattern for titles or null; whether they can view all releases; the
 * permissions of which one allows to view a release; due date and id after which the page begins, or null; the limit;
 * whether they can assign all tasks; the permissions of which one allows to assign tasks.
 */
export const myTasksSql = `with ${identity}, ${found}
  select c.count, ${millis('now()')} as now, p.due, ${taskColumns.replace(/\w+/g, 't.$&')},
    ${groups} as groups, ${isLocked} as locked, h.title as phase_title, r.title as release_title,
    r.status as release_status, r.owner as release_owner, r.folder_id, r.rest -> 'authorship' as authorship,
    case when t.status = 'WAITING_FOR_INPUT' then r.variables else '[]' end as variables, f.path, f.title as folder_title
  from (select count(*) as count from found) c
    left join (
      select id, due from found where $6::bigint is null or (due, id) > ($6, $7::text) order by due, id limit $8
    ) p on true
    left join live_tasks t on t.id = p.id left join live_releases r on r.id = t.release_id
    left join folders f on f.id = r.folder_id left join live_phases h on h.id = t.phase_id
  order by p.due, p.id`;
