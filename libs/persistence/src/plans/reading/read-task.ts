import type { Instant, ReleaseStatus, Variable } from '@slipway/domain/model';
import { isGroupType } from '@slipway/domain/model';
import type { Connection, Database } from '../../database/database.ts';
import { taskTypesSql } from '../../database/task-types.ts';
import { taskColumns, toTask } from '../rows/task-row.ts';
import { toTree } from '../rows/tree.ts';
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

/** A comment as JSON: its date in milliseconds, since JSON has no dates that our parsers would see. */
export interface JsonComment {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
}

/** SQL for the comments of a task as JSON, oldest first; null when there are none. */
export const commentsSql = (taskId: string): string => `(select json_agg(json_build_object('id', c.id, 'text', c.text,
    'author', c.author, 'date', (extract(epoch from c.date) * 1000)::bigint) order by c.date, c.seq)
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

/** A live task as it is shown, with its subtasks when it is a group; null when there is none. */
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
  const ownComments = (row.comments ?? []).map((comment) => ({
    ...comment,
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
