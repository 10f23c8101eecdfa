import { type FolderTasksResponse, showFolderTask } from '@slipway/api-schema/search';
import { dueOfTask } from '@slipway/domain/calendar';
import { isOverdue, missingPermissionsOf, waitOf } from '@slipway/domain/forecast';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { noPermissions, type Person } from '@slipway/engine';
import { type FolderTasksFilter, readFolderTasks, type WaitKey } from '@slipway/persistence/search';
import { getFolder } from '../folders/find.ts';
import type { ReadContext } from '../model/context.ts';

interface Page {
  readonly filter: Omit<FolderTasksFilter, 'folderId'>;
  /** the `next` value of the previous page; null: the first page */
  readonly after: string | null;
  readonly limit: number;
}

const keyForm = /^(\d{1,15})_(Task[^/]{1,250})$/;

/** Parses the key of a page. Throws Invalid. */
function parseKey(text: string): WaitKey {
  const [, since, id] = keyForm.exec(text) ?? [];
  if (since === undefined || id === undefined) throw new Invalid(message('page.after'));
  return { since: Number(since), id };
}

/**
 * Returns one page of the waiting tasks in a folder and its subfolders, the longest wait first. A restricted token sees
 * no tasks. Throws NotFound, Forbidden, Invalid.
 */
export async function renderFolderTasks(
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  person: Person,
  folderId: string,
  { filter, after, limit }: Page,
): Promise<FolderTasksResponse> {
  const folder = await getFolder(database, folderId, { caller: person, anyOf: [neededToRead.folder] });
  const key = after === null ? null : parseKey(after);
  if (person.isLimited) return { count: 0, tasks: [] };
  // Reads one more task than requested, to find out whether there is a next page.
  const page = { filter: { ...filter, folderId: folder.id }, after: key, limit: limit + 1 };
  const visibility = person.visibility(neededToRead.task);
  const { count, now, tasks } = await readFolderTasks(database, person.username, { ...page, visibility });
  const pageTasks = tasks.slice(0, limit);
  const callers = await person.callersAt(
    pageTasks.map(({ release }) => ({ folderId: release.folderId, releaseId: release.id })),
  );
  const last = tasks.length > limit ? pageTasks.at(-1) : undefined;
  return {
    count,
    next: last && `${last.since}_${last.task.id}`,
    tasks: pageTasks.flatMap((item, index) => {
      const wait = waitOf(item, now);
      if (wait === null) return [];
      const lacking = missingPermissionsOf(callers[index] ?? noPermissions, item);
      const due = { due: dueOfTask(item.task), isOverdue: isOverdue(item.task, now) };
      return showFolderTask({ ...item, ...due, wait, lacking }, typePrefix);
    }),
  };
}
