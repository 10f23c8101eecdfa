import type { WaitKind } from '@slipway/domain/forecast';
import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { releasesSql, statusSql, tasksSql, taskTypesSql } from '../database/statuses.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';
import {
  hasSql,
  identity,
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
  toOpenTask,
} from './open-tasks.ts';
import { toContainsPattern } from './search-filter.ts';

const kindSql = (kind: WaitKind): string => `'${kind}'`;

/** SQL for the kind of the wait of a task, as calculated by `waitKindOf` of the domain. */
const kindOfTask = `case t.status
    when ${statusSql('FAILED')} then ${kindSql('failed')}
    when ${statusSql('PENDING')} then ${kindSql('date')}
    when ${statusSql('WAITING_FOR_INPUT')} then ${kindSql('input')}
    when ${statusSql('PRECONDITION_IN_PROGRESS')} then ${kindSql('precondition')}
    else case
      when ${hasSql('approvalRequirements')} then ${kindSql('approval')}
      when t.type in ${taskTypesSql.gates} then ${kindSql('gate')}
      when t.type in ${taskTypesSql.inputs} then ${kindSql('input')}
      when t.type in ${taskTypesSql.events} then ${kindSql('event')}
      when t.type in ${taskTypesSql.creating} then ${kindSql('capacity')}
      else ${kindSql('person')} end
    end`;

/**
 * SQL for the start of the wait in milliseconds: the failure, the stored time, or else the start of the task. A task of
 * an earlier version without one of them waits since the start of its release.
 */
const sinceOfTask = `coalesce(
    case when t.status = ${statusSql('FAILED')} then ${millis('t.end_date')} else (t.run ->> 'waitingSince')::bigint end,
    ${millis('t.start_date')}, ${millis('r.start_date')}, 0)`;

/** SQL for whether a task waits. A started group is represented by its tasks. */
const waits = `r.status in ${releasesSql.flowing} and t.status in ${tasksSql.waiting}
  and (t.status <> ${statusSql('IN_PROGRESS')} or (t.run -> 'script' is null and t.run -> 'mail' is null))
  and (t.start_date is null or t.type not in ${taskTypesSql.groups})`;

/** SQL for whether the filter $3 includes a task: a kind, `unassigned`, or null for all but assigned tasks of users. */
const isIncluded = `(case
    when $3::text is null then kind <> ${kindSql('person')} or unassigned
    when $3 = 'unassigned' then unassigned
    else kind = $3 end)`;

/**
 * One page of the waiting tasks in a folder and its subfolders, with the total count. An empty page is one row without
 * an id. Parameters: the name of the caller; the folder; a kind, `unassigned` or null; a pattern for titles or null;
 * whether the caller can view all releases; the permissions that each allow to view a release; the start of the wait and
 * the id of the previous task, or null; the limit.
 *
 * The status of a task has no index, so that its updates stay within their page. PostgreSQL therefore reads the tasks of
 * each running release in the folder by their index.
 */
const folderTasksSql = `with ${identity}, waiting as (
    select t.id, ${sinceOfTask} as since, ${kindOfTask} as kind, (${needsUser}) and ${isUnassigned} as unassigned
    from live_releases r join folders f on f.id = r.folder_id join live_tasks t on t.release_id = r.id
    where r.folder_id = any (array(select id from folders where path @> array[$2::text])) and ${waits}
      and ($4::text is null or t.title ilike $4 or r.title ilike $4) and ${isVisibleSql('$5', '$6')}
  ), found as materialized (select id, since from waiting where ${isIncluded})
  select c.count, ${millis('now()')} as now, p.since, ${openTaskColumns}
  from (select count(*) as count from found) c
    left join (
      select id, since from found where $7::bigint is null or (since, id) > ($7, $8::text) order by since, id limit $9
    ) p on true
    ${openTaskJoins}
  order by p.since, p.id`;

/** The position of the last task of the previous page. */
export interface WaitKey {
  readonly since: Instant;
  readonly id: string;
}

export interface FolderTasksFilter {
  /** The last segment of the id of the folder. */
  readonly folderId: string;
  /** null: all tasks except assigned ones that a user completes. `unassigned`: tasks without owner and team. */
  readonly kind: WaitKind | 'unassigned' | null;
  /** A part of the title of the task or release, in any letter case; null matches all. */
  readonly text: string | null;
}

/** A waiting task, with its context. */
interface FolderTask extends OpenTask {
  readonly since: Instant;
}

interface FolderTasks {
  /** The number of matching tasks on all pages. */
  readonly count: number;
  /** The time of the database. */
  readonly now: Instant;
  /** Ordered by the start of the wait, then by id. */
  readonly tasks: readonly FolderTask[];
}

interface FolderTasksPage {
  readonly visibility: VisibilityFilter;
  readonly filter: FolderTasksFilter;
  /** The position after which the page begins; null for the first page. */
  readonly after: WaitKey | null;
  readonly limit: number;
}

interface Row extends OpenTaskRow {
  readonly since: Instant;
}

const selectFolderTasks = { name: 'folder-tasks', text: folderTasksSql };

/** Reads one page of the waiting tasks in a folder in one statement. `visibility` limits the releases. */
export async function readFolderTasks(
  connection: Connection,
  username: string,
  { visibility, filter, after, limit }: FolderTasksPage,
): Promise<FolderTasks> {
  const rows = await connection.query<PageRow<Row>>(selectFolderTasks, [
    username,
    filter.folderId,
    filter.kind,
    filter.text === null ? null : toContainsPattern(filter.text),
    visibility.scopes === null,
    visibility.permissions,
    after?.since ?? null,
    after?.id ?? null,
    limit,
  ]);
  const [first] = rows;
  if (first === undefined) throw new Error('a count of tasks has no row');
  const tasks = rows.filter(isTaskRow<Row>).map((row) => ({ ...toOpenTask(row), since: row.since }));
  return { count: first.count, now: first.now, tasks };
}
