import type { Progress } from '../decision/progress.ts';
import { Conflict, clip } from '../model/errors.ts';
import { type Place, placeOf, tasksIn, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded, isOver, isTemplate } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { whileLocked } from '../people/needed-permissions.ts';
import { isGranted, mayLock } from '../people/standing.ts';

/** Refuses changes to a release that has ended (compatibility.md, Flow). Throws Conflict. */
export function requireOpen(release: Release, doing: string): void {
  if (isOver(release.status)) throw new Conflict(`cannot ${doing} while release '${release.id}' is ${release.status}`);
}

/** Refuses what only a release can do and no template. Throws Conflict. */
export function requireRelease(release: Release, doing: string): void {
  requireOpen(release, doing);
  if (isTemplate(release.status)) throw new Conflict(`cannot ${doing}: '${release.id}' is a template`);
}

/** The refusal of a transition (compatibility.md, Answers). */
export const cannot = (verb: string, task: Task): Conflict =>
  new Conflict(`cannot ${verb} task '${clip(titleOf(task))}' (${task.id}) while it is ${task.run.status}`);

/** Whether a task or a group around it is locked: containers lock their children (states.md, Task). */
export const isLocked = ({ task, groups }: Place): boolean =>
  [...groups, task].some(({ definition }) => definition.locked);

/** Refuses what a lock forbids. Throws Conflict. */
export function requireUnlocked(place: Place, verb: string): void {
  if (isLocked(place))
    throw new Conflict(`cannot ${verb} task '${clip(titleOf(place.task))}' (${place.task.id}) while it is locked`);
}

/** Refuses what a lock on anything inside the group forbids. Throws Conflict. */
export function requireUnlockedInside(task: Task, verb: string): void {
  const locked = [...tasksIn(task.tasks)].find(({ definition }) => definition.locked);
  if (locked)
    throw new Conflict(
      `cannot ${verb} task '${clip(titleOf(task))}' (${task.id}): '${clip(locked.definition.title)}' in it is locked`,
    );
}

/**
 * The position of a task that the caller may edit: not ended, and not locked for the caller. Throws Conflict or
 * NotFound.
 */
export function editable(before: Progress, taskId: string, verb: string): Place {
  const place = unended(before.release, taskId, verb);
  if (!mayEditLocked(before)) requireUnlocked(place, verb);
  return place;
}

/** The place of a task that is not over. Throws Conflict or NotFound. */
export function unended(release: Release, taskId: string, verb: string): Place {
  requireOpen(release, `${verb} a task`);
  const place = placeOf(release, taskId);
  if (isEnded(place.task.run.status)) throw cannot(verb, place.task);
  return place;
}

/** Whether the caller may edit locked tasks. */
export const mayEditLocked = ({ release, context: { caller } }: Progress): boolean =>
  caller !== null && mayLock(caller, release);

/** Whether the caller may assign locked tasks. */
export const mayReassignLocked = ({ release, context: { caller } }: Progress): boolean =>
  caller !== null && isGranted(whileLocked, caller, { release });

/** The refusal of what a release cannot do in its state. */
export const cannotRelease = (verb: string, { id, status }: Release): Conflict =>
  new Conflict(`cannot ${verb} release '${id}' while it is ${status}`);
