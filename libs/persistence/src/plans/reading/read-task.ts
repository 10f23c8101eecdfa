import type { LineTimes } from '@slipway/domain/decision';
import { type Instant, isGroupType, type ReleaseStatus, type TaskStatus, type Variable } from '@slipway/domain/model';
import type { Connection, Database } from '../../database/database.ts';
import { taskTypesSql } from '../../database/statuses.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../../people/permission-facts.ts';
import { taskColumns, toTask, toTree } from '../rows/task-row.ts';
import { newestCommentsSql } from './newest-comments.ts';
import { type CommentRow, commentColumns, type TaskViewRow, toPlanDetails } from './read.ts';
import type { TaskView } from './views.ts';

interface Row extends TaskViewRow {
  readonly version: number;
  readonly release_status: ReleaseStatus;
  readonly release_owner: string | null;
  readonly variables: readonly Variable[];
  readonly path: readonly string[];
  readonly plan_revision: number | null;
  readonly comments: readonly JsonComment[] | null;
}

/** A comment as JSON. The date is in milliseconds, because the parsers for timestamps do not apply inside JSON. */
export interface JsonComment {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
  readonly editedDate?: Instant;
  readonly mentions?: readonly string[];
  readonly lineTimes?: LineTimes;
}

/** SQL for the members of a comment as JSON. An unchanged comment without mentions has fewer members. */
export const commentMembersSql = `'id', c.id, 'text', c.text, 'author', c.author,
    'date', (extract(epoch from c.date) * 1000)::bigint,
    'editedDate', (extract(epoch from c.edited_date) * 1000)::bigint, 'mentions', c.mentions,
    'lineTimes', c.line_times`;

/** SQL for the comments of a task as JSON, oldest first; null if there are none. */
export const commentsSql = (taskId: string): string => `(select json_agg(
    json_strip_nulls(json_build_object(${commentMembersSql})) order by c.date, c.seq)
  from ${newestCommentsSql('live_comments', `s.task_id = ${taskId}`)})`;

const selectTask = {
  name: 'read-task',
  text: `select ${taskColumns.replace(/\w+/g, 't.$&')}, t.passive, r.version, r.status as release_status, r.owner as release_owner, f.path,
      (r.rest -> 'authorship' ->> 'revision')::int as plan_revision,
      case when t.type in ${taskTypesSql.withVariables} then r.variables else '[]' end as variables,
      ${commentsSql('t.id')} as comments
    from live_tasks t join live_releases r on r.id = t.release_id join folders f on f.id = r.folder_id
    where t.id = $1`,
};

const descendants = `with recursive below as (
    select id from live_tasks where id = $1
    union all
    select t.id from live_tasks t join below b on t.parent_id = b.id where t.release_id = $2
  )`;
const selectBelow = {
  name: 'read-tasks-below',
  text: `${descendants} select ${taskColumns}, passive from live_tasks
    where id in (select id from below) and id <> $1 order by position`,
};
const selectComments = {
  name: 'read-comments-below',
  text: `${descendants} select ${commentColumns}
    from ${newestCommentsSql('live_comments', 's.task_id in (select id from below) and s.task_id <> $1')} order by date, seq`,
};
const selectAbove = {
  name: 'read-groups-above',
  text: `with recursive above as (
      select parent_id as id, 0 as height from live_tasks where id = $1
      union all
      select t.parent_id, a.height + 1 from live_tasks t join above a on t.id = a.id
    )
    select id from above where id is not null order by height desc`,
};

/** Reads a live task for rendering, with its subtasks if it is a group. Returns null if it does not exist. */
export async function readTask(database: Database, id: string): Promise<TaskView | null> {
  const [row] = await database.query<Row>(selectTask, [id]);
  if (row === undefined) return null;
  // One statement is enough for most tasks. A task in a group, or a group, is read again together with its relatives.
  if (row.parent_id === null && !isGroupType(row.type)) return toTaskView(row, [], [], []);
  return await database.transaction((connection) => readWithRelatives(connection, id, row.release_id), 'read');
}

async function readWithRelatives(connection: Connection, id: string, releaseId: string): Promise<TaskView | null> {
  const [[row], tasks, comments, groups] = await Promise.all([
    connection.query<Row>(selectTask, [id]),
    connection.query<TaskViewRow>(selectBelow, [id, releaseId]),
    connection.query<CommentRow>(selectComments, [id, releaseId]),
    connection.query<{ readonly id: string }>(selectAbove, [id]),
  ]);
  if (row === undefined) return null;
  return toTaskView(
    row,
    tasks,
    comments,
    groups.map((group) => group.id),
  );
}

function toTaskView(
  row: Row,
  descendants: readonly TaskViewRow[],
  comments: readonly CommentRow[],
  groupIds: readonly string[],
): TaskView {
  const ownComments = (row.comments ?? []).map(({ editedDate, lineTimes, ...comment }) => ({
    ...comment,
    ...(editedDate !== undefined && { edited_date: editedDate }),
    ...(lineTimes && { line_times: lineTimes }),
    task_id: row.id,
    release_id: row.release_id,
  }));
  return {
    task: toTask(row, toTree(descendants, toTask)(row.id)),
    version: row.version,
    folderPath: row.path,
    releaseId: row.release_id,
    releaseStatus: row.release_status,
    releaseOwner: row.release_owner,
    variables: row.variables,
    phaseId: row.phase_id,
    groupIds,
    details: toPlanDetails([], [row, ...descendants], [...ownComments, ...comments], row.plan_revision ?? undefined),
  };
}

/** The status of a task, live or archived. */
export interface TaskState {
  /** The last segment of the id. */
  readonly id: string;
  /** The full id. */
  readonly full: string;
  readonly status: TaskStatus;
  /** The full id. */
  readonly release: string;
  readonly releaseStatus: ReleaseStatus;
  readonly access: AccessAttributes;
}

/**
 * Each `limit` makes the planner find a single row by its key, live rows first. Otherwise, it overestimates the rows of
 * a recursion, and reads all releases. Only tasks in groups need the recursion.
 */
const selectStatuses = {
  name: 'task-states',
  text: `select t.id, t.status, r.status as "releaseStatus", array_to_string(f.path || r.id, '/') as release,
      array_to_string(f.path || r.id || t.phase_id || case when t.parent_id is null then '{}' else (
        with recursive above as (
          select t.parent_id as id, 1 as height
          union all
          select (select g.parent_id from tasks g where g.id = a.id limit 1), a.height + 1 from above a
            where a.id is not null
        ) select array_agg(id order by height desc) filter (where id is not null) from above
      ) end || t.id, '/') as full,
      ${accessAttributesSql('r', taskAccessSql('t'))} as access
    from unnest($1::text[]) as requested (id)
      cross join lateral (select * from tasks where id = requested.id limit 1) t
      cross join lateral (select * from releases where id = t.release_id limit 1) r
      cross join lateral (select * from folders where id = r.folder_id limit 1) f`,
};

/**
 * Reads the states of the tasks with these last segments in one statement. The keys are the last segments. Omits
 * unknown tasks.
 */
export async function readTaskStates(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaskState>> {
  const rows = await connection.query<TaskState>(selectStatuses, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
