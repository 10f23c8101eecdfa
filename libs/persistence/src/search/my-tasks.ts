import { blankAuthorship, type Instant, type Release, type Task, type Variable } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';
import { type TaskRow, toTask } from '../plans/rows/task-row.ts';
import { myTasksSql, noDueDate } from './my-tasks-sql.ts';
import { toContainsPattern } from './search-filter.ts';

/** After which task a page begins. */
export interface TaskKey {
  /** null: it has no due date */
  readonly due: Instant | null;
  readonly id: string;
}

export interface MyTasksFilter {
  /**
   * `me`: tasks that the user owns, and unassigned tasks of releases that the user owns. `teams`: tasks of the user's teams,
   * and gates that ask for the user's approval. null: both. `unassigned`: tasks without owner and team that the user may
   * assign.
   */
  readonly whose: 'me' | 'teams' | 'unassigned' | null;
  /** part of the title of task or release, in any letter case; null: any */
  readonly text: string | null;
}

/** A task of a user, with its context. */
export interface MyTask {
  readonly task: Task;
  readonly due: Instant | null;
  /** it, or a group around it, is locked */
  readonly isLocked: boolean;
  readonly phase: { readonly id: string; readonly title: string };
  /** ids of the groups around it, the outermost first */
  readonly groupIds: readonly string[];
  readonly release: Pick<Release, 'id' | 'title' | 'status' | 'owner' | 'folderId' | 'authorship' | 'variables'>;
  readonly folder: { readonly path: readonly string[]; readonly title: string };
}

export interface MyTasks {
  /** of all that match, on whichever page */
  readonly count: number;
  /** by the clock of the database */
  readonly now: Instant;
  /** by due date, those without one last; then by id */
  readonly tasks: readonly MyTask[];
}

interface Row extends TaskRow {
  readonly due: number;
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

interface CountRow {
  readonly count: number;
  readonly now: Instant;
}

const select = { name: 'my-tasks', text: myTasksSql };

const isTask = (row: CountRow & (Row | { readonly id: null })): row is CountRow & Row => row.id !== null;

/** One page of what waits for a user, by a statement. `sight` is what they may see of releases. */
export async function readMyTasks(
  connection: Connection,
  username: string,
  { visibility, assignVisibility, filter, after, limit }: MyTasksPage,
): Promise<MyTasks> {
  const rows = await connection.query<CountRow & (Row | { readonly id: null })>(select, [
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
  return { count: first.count, now: first.now, tasks: rows.filter(isTask).map(toMyTask) };
}

interface MyTasksPage {
  readonly visibility: VisibilityFilter;
  /** where the user may assign tasks */
  readonly assignVisibility: VisibilityFilter;
  readonly filter: MyTasksFilter;
  /** null: from the beginning */
  readonly after: TaskKey | null;
  readonly limit: number;
}

const toMyTask = (row: Row): MyTask => ({
  task: toTask(row, []),
  due: row.due === noDueDate ? null : row.due,
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
