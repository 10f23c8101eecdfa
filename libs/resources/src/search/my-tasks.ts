import { Invalid, isOverdue, lackedBy, neededToRead, reassigning, whyForPeople } from '@slipway/domain';
import { nobodyThere, type Person } from '@slipway/engine';
import { type MyTasksFilter, readMyTasks, type TaskKey } from '@slipway/persistence';
import { type MyTasksAnswer, showWaitingTask } from '@slipway/wire';
import type { ReadContext } from '../model/context.ts';

interface Page {
  readonly filter: MyTasksFilter;
  /** the `next` of the page before, as it was written; null: from the beginning */
  readonly after: string | null;
  readonly limit: number;
}

/** Due dates lie in the years 1 to 9999, and fit. */
const keyForm = /^(none|-?\d{1,15})_(Task[^/]{1,250})$/;

const written = ({ due, id }: TaskKey): string => `${due ?? 'none'}_${id}`;

/** Throws Invalid. */
function keyIn(text: string): TaskKey {
  const [, due, id] = keyForm.exec(text) ?? [];
  if (due === undefined || id === undefined) throw new Invalid('after: expected the `next` of the page before');
  return { due: due === 'none' ? null : Number(due), id };
}

const nothing: MyTasksAnswer = { count: 0, tasks: [] };

/**
 * One page of the tasks of the caller and their teams, with one statement; one more for top-level releases whose teams
 * are not cached. A restricted token has no tasks. Throws Invalid.
 */
export async function renderMyTasks(
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  person: Person,
  { filter, after, limit }: Page,
): Promise<MyTasksAnswer> {
  const key = after === null ? null : keyIn(after);
  if (person.isLimited) return nothing;
  const sight = person.sight(neededToRead.task);
  // One more than the page shows whether there is a next page.
  const assigns = person.sight(reassigning.anyOf[0]);
  const page = { sight, assigns, filter, after: key, limit: limit + 1 };
  const { count, now, tasks } = await readMyTasks(database, person.username, page);
  const shown = tasks.slice(0, limit);
  const callers = await person.atAll(
    shown.map(({ release }) => ({ folderId: release.folderId, releaseId: release.id })),
  );
  const last = tasks.length > limit ? shown.at(-1) : undefined;
  return {
    count,
    next: last && written({ due: last.due, id: last.task.id }),
    tasks: shown.map((each, index) =>
      showWaitingTask(
        {
          ...each,
          isOverdue: isOverdue(each.task, now),
          sentence: whyForPeople(each),
          lacking: lackedBy(callers[index] ?? nobodyThere, each),
        },
        typePrefix,
      ),
    ),
  };
}
