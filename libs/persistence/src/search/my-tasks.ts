import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';
import {
  callerName,
  identity,
  isInTeam,
  isTaskRow,
  isUnassigned,
  isVisibleSql,
  millis,
  needsUser,
  type OpenTask,
  type OpenTaskRow,
  openTaskColumns,
  openTaskJoins,
  type PageRow,
  scope,
  toOpenTask,
} from './open-tasks.ts';
import { toContainsPattern } from './search-filter.ts';

/** The due date of tasks without one in the order: later than every other. */
const noDueDate = Number.MAX_SAFE_INTEGER;

/** SQL for the due date of a task in milliseconds, as calculated by `dueOf` of the domain. */
const dueSql = `coalesce(${millis('t.due_date')}, ${millis('t.start_date')} + t.planned_duration * 1000, ${noDueDate})`;

const hasRequirementWith = (flag: string): string => `t.definition @> '{"approvalRequirements": [{"${flag}": true}]}'`;

/** A task of a running release that requires a user. */
const open = `r.status in ${releasesSql.flowing} and ${needsUser}
  and ($3::text is null or t.title ilike $3 or r.title ilike $3)`;

const authors = ['createdBy', 'startedBy', 'changedBy'].map((field) => `r.rest -> 'authorship' ->> '${field}'`);
const writers = ['createdBy', 'changedBy'].map((field) => `t.run -> 'signing' ->> '${field}'`);
const revisionIn = (signed: string): string => `coalesce((${signed} ->> 'revision')::int, 1)`;

/**
 * SQL for whether an approval requirement includes the caller, and the four-eyes principle does not exclude the caller.
 */
const isApprover = `exists (
  select from jsonb_array_elements(t.definition -> 'approvalRequirements') as requirement (value)
  where case when value ->> 'role' is null
      then ${isInTeam("value ->> 'team'")}
      else lower(value ->> 'role') in (select name from own_roles) end
    and not ((value ->> 'fourEyes')::boolean and exists (
      select from unnest(array[${[...authors, ...writers].join(', ')}]) as author (name) where lower(name) = ${callerName})))`;

/** SQL for whether the latest verdict of the caller about the gate applies to the current version. */
const hasVerdict = `exists (
  select from (
    select said from jsonb_array_elements(t.run -> 'signing' -> 'verdicts') with ordinality as verdict (said, nth)
    where lower(said ->> 'username') = ${callerName} order by nth desc limit 1
  ) as last
  where said ->> 'kind' <> 'WITHDRAWN' and (said ->> 'gate')::int = ${revisionIn("t.run -> 'signing'")}
    and ((said ->> 'plan')::int = ${revisionIn("r.rest -> 'authorship'")} or not ${hasRequirementWith('wholeRelease')})
    and (said ->> 'kind' = 'REJECTED' or not (said ->> 'ahead')::boolean or ${hasRequirementWith('aheadOfTime')}))`;

/** A gate with approvals is listed only if the caller may view the release or participates in the task. */
const isVisible = isVisibleSql('$4', '$5');

const tasksWhere = (condition: string): string => `select t.id, ${dueSql} as due
    from live_tasks t join live_releases r on r.id = t.release_id join folders f on f.id = r.folder_id
    where ${open} and ${condition}`;

/** Whether the caller may assign tasks of the release to other users. */
const mayAssign = `($9::boolean or ${scope} in (select scope_id from own_teams where permissions && $10::text[]))`;

// Conditions on parameters alone: PostgreSQL does not run a part whose list is not requested.
const includesOwn = "coalesce($2::text, 'me') = 'me'";
const includesTeams = "coalesce($2::text, 'teams') = 'teams'";

const tasksCte = `found as materialized (
    ${tasksWhere(`${includesOwn} and t.owner is not null and lower(t.owner) = ${callerName}`)}
    union
    ${tasksWhere(`${includesOwn} and ${isUnassigned} and lower(r.owner) = ${callerName}`)}
    union
    ${tasksWhere(`$2::text = 'unassigned' and ${isUnassigned} and ${mayAssign} and ${isVisible}`)}
    union
    ${tasksWhere(`${includesTeams} and t.team is not null and t.team = any (array(select name from own_teams)) and ${isInTeam('t.team')}`)}
    union
    ${tasksWhere(`${includesTeams} and t.status = 'IN_PROGRESS' and t.definition ? 'approvalRequirements'
      and ${isApprover} and not ${hasVerdict} and ${isVisible}`)}
  )`;

/**
 * One page of the tasks of the caller, with the total count. An empty page is one row without an id. Parameters: the
 * name; `me`, `teams`, `unassigned` or null; a pattern for titles or null; whether the caller can view all releases;
 * the permissions that each allow to view a release; the due date and id of the previous task, or null; the limit;
 * whether the caller can assign all tasks; the permissions that each allow to assign tasks.
 */
const myTasksSql = `with ${identity}, ${tasksCte}
  select c.count, ${millis('now()')} as now, p.due, ${openTaskColumns}
  from (select count(*) as count from found) c
    left join (
      select id, due from found where $6::bigint is null or (due, id) > ($6, $7::text) order by due, id limit $8
    ) p on true
    ${openTaskJoins}
  order by p.due, p.id`;

/** The position of the last task of the previous page. */
export interface TaskKey {
  /** Null for a task without a due date. */
  readonly due: Instant | null;
  readonly id: string;
}

export interface MyTasksFilter {
  /**
   * `me`: tasks that the user owns, and unassigned tasks of releases that the user owns. `teams`: tasks of the user's
   * teams, and gates that require the user's approval. null: both. `unassigned`: tasks without owner and team that the
   * user may assign.
   */
  readonly whose: 'me' | 'teams' | 'unassigned' | null;
  /** A part of the title of the task or release, in any letter case; null matches all. */
  readonly text: string | null;
}

/** A task of a user, with its context. */
interface MyTask extends OpenTask {
  readonly due: Instant | null;
}

interface MyTasks {
  /** The number of matching tasks on all pages. */
  readonly count: number;
  /** The time of the database. */
  readonly now: Instant;
  /** Ordered by due date, then by id. Tasks without a due date come last. */
  readonly tasks: readonly MyTask[];
}

interface Row extends OpenTaskRow {
  readonly due: number;
}

const selectMyTasks = { name: 'my-tasks', text: myTasksSql };

/** Reads one page of a user's tasks in one statement. `visibility` limits the releases. */
export async function readMyTasks(
  connection: Connection,
  username: string,
  { visibility, assignVisibility, filter, after, limit }: MyTasksPage,
): Promise<MyTasks> {
  const rows = await connection.query<PageRow<Row>>(selectMyTasks, [
    username,
    filter.whose,
    filter.text === null ? null : toContainsPattern(filter.text),
    visibility.scopes === null,
    visibility.permissions,
    after === null ? null : (after.due ?? noDueDate),
    after?.id ?? null,
    limit,
    assignVisibility.scopes === null,
    assignVisibility.permissions,
  ]);
  const [first] = rows;
  if (first === undefined) throw new Error('a count of tasks has no row');
  return { count: first.count, now: first.now, tasks: rows.filter(isTaskRow<Row>).map(toMyTask) };
}

interface MyTasksPage {
  readonly visibility: VisibilityFilter;
  /** The releases in which the user may assign tasks. */
  readonly assignVisibility: VisibilityFilter;
  readonly filter: MyTasksFilter;
  /** The position after which the page begins; null for the first page. */
  readonly after: TaskKey | null;
  readonly limit: number;
}

const toMyTask = (row: Row): MyTask => ({ ...toOpenTask(row), due: row.due === noDueDate ? null : row.due });
