import { hash } from 'node:crypto';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { chosenId } from '../variables/variable-request.ts';
import type { TaskBody } from './task-body.ts';

/**
 * The maximum number of tasks with the same last segment, because each link and dependency is compared with all of
 * them.
 */
const maxDuplicates = 100;

/** A task of a document, with its path. */
interface LocatedTask {
  readonly body: TaskBody;
  /** the segments of its full id in the request, or its position without an id */
  readonly path: readonly string[];
  readonly group: TaskBody | null;
  /** the last segment of its id; null if the server chooses the id */
  readonly last: string | null;
}

function* locatedTasksIn(
  tasks: readonly TaskBody[],
  above: readonly string[],
  group: TaskBody | null,
): Generator<LocatedTask> {
  for (const [index, body] of tasks.entries()) {
    const { id = '' } = body;
    const last = chosenId('Task', id);
    const path = id.includes('/') ? id.split('/') : [...above, last ?? String(index)];
    yield { body, path, group, last };
    yield* locatedTasksIn(body.tasks ?? [], path, body);
  }
}

/** Returns the number of equal segments at the end of two paths. */
function commonEnd(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

/**
 * Makes the last segments of the task ids in one document unique, because only the last segment of an id is stored. The
 * first of several tasks with the same segment keeps it. Links and dependencies refer to the task with the best
 * matching full path, and among equal matches to the one in their own group (compatibility.md, Scripts). Throws Invalid
 * for too many tasks with the same segment.
 */
export const withDistinctIds = (lists: readonly (readonly TaskBody[])[]): readonly (readonly TaskBody[])[] =>
  withDistinctParts(withDistinctTasks(lists));

function withDistinctTasks(lists: readonly (readonly TaskBody[])[]): readonly (readonly TaskBody[])[] {
  const located = lists.flatMap((tasks, index) => [...locatedTasksIn(tasks, [String(index)], null)]);
  const byLastSegment = Map.groupBy(located, ({ last }) => last ?? '');
  byLastSegment.delete('');
  const duplicates = new Map([...byLastSegment].filter(([, { length }]) => length > 1));
  if (duplicates.size === 0) return lists;
  const ids = new Map<TaskBody, string>();
  for (const [last, duplicateTasks] of duplicates) {
    if (duplicateTasks.length > maxDuplicates)
      throw new Invalid(message('task.tooManyDuplicates', { max: maxDuplicates, title: last }));
    for (const [index, { body, path }] of duplicateTasks.entries()) {
      const idSuffix = hash('sha256', [index, ...path].join('/')).slice(0, 32);
      if (index > 0) ids.set(body, `Task${idSuffix}`);
    }
  }
  const resolveReference = (rawId: string, from: TaskBody): string => {
    const path = rawId.split('/');
    const candidates = (duplicates.get(path.at(-1) ?? '') ?? []).map((candidateTask) => ({
      place: candidateTask,
      fits: commonEnd(candidateTask.path, path) * 2 + (candidateTask.group === from ? 1 : 0),
    }));
    const best = candidates.toSorted((a, b) => b.fits - a.fits)[0];
    return (best && ids.get(best.place.body)) ?? rawId;
  };
  const renameTask = (task: TaskBody): TaskBody => ({
    ...task,
    id: ids.get(task) ?? task.id,
    links: task.links?.map((link) => ({
      ...link,
      source: resolveReference(link.source, task),
      target: resolveReference(link.target, task),
    })),
    dependencies: task.dependencies?.map(({ id, targetId, target }) => ({
      id,
      targetId: resolveReference(targetId ?? target ?? '', task),
      target: undefined,
    })),
    tasks: task.tasks?.map(renameTask),
  });
  return lists.map((tasks) => tasks.map(renameTask));
}

interface Part {
  readonly id?: string | undefined;
}

/**
 * Makes the ids of conditions, dependencies and links unique. No object refers to them, so the first one keeps a
 * duplicate id, and the server chooses the others.
 */
function withDistinctParts(lists: readonly (readonly TaskBody[])[]): readonly (readonly TaskBody[])[] {
  const seen = new Set<string>();
  let hasRepeats = false;
  const withFreshIds = <P extends Part>(parts: readonly P[] | undefined) =>
    parts?.map((part) => {
      const last = part.id?.slice(part.id.lastIndexOf('/') + 1) ?? '';
      if (!seen.has(last)) {
        if (last !== '') seen.add(last);
        return part;
      }
      hasRepeats = true;
      return { ...part, id: undefined };
    });
  const renameTask = (task: TaskBody): TaskBody => ({
    ...task,
    conditions: withFreshIds(task.conditions),
    dependencies: withFreshIds(task.dependencies),
    links: withFreshIds(task.links),
    tasks: task.tasks?.map(renameTask),
  });
  const distinct = lists.map((tasks) => tasks.map(renameTask));
  return hasRepeats ? distinct : lists;
}
