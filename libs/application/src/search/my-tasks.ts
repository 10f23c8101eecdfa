import { type MyTasksResponse, showWaitingTask } from '@slipway/api-schema/search';
import { isOverdue, missingPermissionsOf, userTaskReason } from '@slipway/domain/forecast';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToRead, neededToReassign } from '@slipway/domain/people';
import { noPermissions, type Person } from '@slipway/engine';
import { type MyTasksFilter, readMyTasks, type TaskKey } from '@slipway/persistence/search';
import type { ReadContext } from '../model/context.ts';

interface Page {
  readonly filter: MyTasksFilter;
  /** the `next` value of the previous page; null: the first page */
  readonly after: string | null;
  readonly limit: number;
}

/** Due dates are in the years 1 to 9999, so 15 digits are sufficient. */
const keyForm = /^(none|-?\d{1,15})_(Task[^/]{1,250})$/;

const formatKey = ({ due, id }: TaskKey): string => `${due ?? 'none'}_${id}`;

/** Parses the key of a page. Throws Invalid. */
function parseKey(text: string): TaskKey {
  const [, due, id] = keyForm.exec(text) ?? [];
  if (due === undefined || id === undefined) throw new Invalid(message('page.after'));
  return { due: due === 'none' ? null : Number(due), id };
}

const noTasks: MyTasksResponse = { count: 0, tasks: [] };

/**
 * Returns one page of the tasks of the caller and their teams. Runs one statement, and one more for top-level releases
 * whose teams are not cached. A restricted token has no tasks. Throws Invalid.
 */
export async function renderMyTasks(
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  person: Person,
  { filter, after, limit }: Page,
): Promise<MyTasksResponse> {
  const key = after === null ? null : parseKey(after);
  if (person.isLimited) return noTasks;
  const visibility = person.visibility(neededToRead.task);
  // Reads one more task than requested, to find out whether there is a next page.
  const assignVisibility = person.visibility(neededToReassign.anyOf[0]);
  const page = { visibility, assignVisibility, filter, after: key, limit: limit + 1 };
  const { count, now, tasks } = await readMyTasks(database, person.username, page);
  const pageTasks = tasks.slice(0, limit);
  const callers = await person.callersAt(
    pageTasks.map(({ release }) => ({ folderId: release.folderId, releaseId: release.id })),
  );
  const last = tasks.length > limit ? pageTasks.at(-1) : undefined;
  return {
    count,
    next: last && formatKey({ due: last.due, id: last.task.id }),
    tasks: pageTasks.map((item, index) =>
      showWaitingTask(
        {
          ...item,
          isOverdue: isOverdue(item.task, now),
          reason: userTaskReason(item),
          lacking: missingPermissionsOf(callers[index] ?? noPermissions, item),
        },
        typePrefix,
      ),
    ),
  };
}
