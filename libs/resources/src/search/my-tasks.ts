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
 * What waits for somebody and their teams, one page of it, by one statement; one more where something lies at the top
 * whose teams this process does not know. Whoever has a token for some permissions only takes part in nothing. Throws
 * Invalid.
 */
export async function renderMyTasks(
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  person: Person,
  { filter, after, limit }: Page,
): Promise<MyTasksAnswer> {
  const key = after === null ? null : keyIn(after);
  if (person.isLimited) return nothing;
  const sight = person.sight(neededToRead.task);
  // one more than the page has tells whether there is another one
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
