import { hash } from 'node:crypto';
import { clip, Invalid } from '@slipway/domain';
import { chosenId } from '../variables/variable-request.ts';
import type { TaskBody } from './task-body.ts';

/** Each link and dependency is held against all of a name. */
const mostAlike = 100;

/** A task of a document, with its position. */
interface Place {
  readonly body: TaskBody;
  /** The segments of its full id: as sent, else by its position. */
  readonly path: readonly string[];
  readonly group: TaskBody | null;
  /** its last segment; null where the client leaves the choice to us */
  readonly last: string | null;
}

function* placesIn(tasks: readonly TaskBody[], above: readonly string[], group: TaskBody | null): Generator<Place> {
  for (const [index, body] of tasks.entries()) {
    const { id = '' } = body;
    const last = chosenId('Task', id);
    const path = id.includes('/') ? id.split('/') : [...above, last ?? String(index)];
    yield { body, path, group, last };
    yield* placesIn(body.tasks ?? [], path, body);
  }
}

/** How many segments two paths have in common, from the end. */
function commonEnd(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/**
 * Lists of tasks of one document in which no two have the same last segment, which is all that is kept of an id: of
 * those that do, the first keeps it. Links and dependencies follow: they mean the task whose full path fits best, and of
 * equals the one in their own group (compatibility.md, Scripts). Throws Invalid for too many of one name.
 */
export const withDistinctIds = (lists: readonly (readonly TaskBody[])[]): readonly (readonly TaskBody[])[] =>
  withDistinctParts(withDistinctTasks(lists));

function withDistinctTasks(lists: readonly (readonly TaskBody[])[]): readonly (readonly TaskBody[])[] {
  const places = lists.flatMap((tasks, index) => [...placesIn(tasks, [String(index)], null)]);
  const named = Map.groupBy(places, ({ last }) => last ?? '');
  named.delete('');
  const shared = new Map([...named].filter(([, { length }]) => length > 1));
  if (shared.size === 0) return lists;
  const ids = new Map<TaskBody, string>();
  for (const [last, same] of shared) {
    if (same.length > mostAlike) throw new Invalid(`more than ${mostAlike} tasks are called '${clip(last)}'`);
    for (const [index, { body, path }] of same.entries()) {
      const fresh = hash('sha256', [index, ...path].join('/')).slice(0, 32);
      if (index > 0) ids.set(body, `Task${fresh}`);
    }
  }
  const meant = (written: string, from: TaskBody): string => {
    const path = written.split('/');
    const candidates = (shared.get(path.at(-1) ?? '') ?? []).map((place) => ({
      place,
      fits: commonEnd(place.path, path) * 2 + (place.group === from ? 1 : 0),
    }));
    const best = candidates.toSorted((one, other) => other.fits - one.fits)[0];
    return (best && ids.get(best.place.body)) ?? written;
  };
  const renamed = (task: TaskBody): TaskBody => ({
    ...task,
    id: ids.get(task) ?? task.id,
    links: task.links?.map((link) => ({
      ...link,
      source: meant(link.source, task),
      target: meant(link.target, task),
    })),
    dependencies: task.dependencies?.map(({ id, targetId, target }) => ({
      id,
      targetId: meant(targetId ?? target ?? '', task),
      target: undefined,
    })),
    tasks: task.tasks?.map(renamed),
  });
  return lists.map((tasks) => tasks.map(renamed));
}

interface Part {
  readonly id?: string | undefined;
}

/**
 * Conditions, dependencies and links are never referenced: the first one keeps a shared last segment, and the server
 * chooses the others.
 */
function withDistinctParts(lists: readonly (readonly TaskBody[])[]): readonly (readonly TaskBody[])[] {
  const seen = new Set<string>();
  let repeats = false;
  const withFreshIds = <P extends Part>(parts: readonly P[] | undefined) =>
    parts?.map((part) => {
      const last = part.id?.slice(part.id.lastIndexOf('/') + 1) ?? '';
      if (!seen.has(last)) {
        if (last !== '') seen.add(last);
        return part;
      }
      repeats = true;
      return { ...part, id: undefined };
    });
  const renamed = (task: TaskBody): TaskBody => ({
    ...task,
    conditions: withFreshIds(task.conditions),
    dependencies: withFreshIds(task.dependencies),
    links: withFreshIds(task.links),
    tasks: task.tasks?.map(renamed),
  });
  const distinct = lists.map((tasks) => tasks.map(renamed));
  return repeats ? distinct : lists;
}
