import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { message, type NameIn } from '../messages/message.ts';
import { Conflict } from '../model/errors.ts';
import { namedTask, type TaskPosition, taskPositionOf, tasksIn, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded, isOver, isTemplate } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { isGranted, mayLock } from '../people/access-attributes.ts';
import { neededToReassignLocked } from '../people/needed-permissions.ts';

/** An action of a command with its object, such as `start a task`. */
type Action = NameIn<'action'>;
/** The verb of a command, such as `start`. */
export type Verb = NameIn<'verb'>;
/** The verbs of task commands. Each has an action. */
export type TaskVerb = { [V in Verb]: `${V}Task` extends Action ? V : never }[Verb];

/** Rejects changes of a finished release (compatibility.md, Flow). Throws Conflict. */
export function requireOpen(release: Release, action: Action): void {
  const { id: releaseId, status } = release;
  if (isOver(status))
    throw new Conflict(message('release.over', { action: message(`action.${action}`), releaseId, status }));
}

/** Rejects an action on a template that is valid only for releases. Throws Conflict. */
export function requireRelease(release: Release, action: Action): void {
  requireOpen(release, action);
  if (isTemplate(release.status))
    throw new Conflict(message('release.isTemplate', { action: message(`action.${action}`), releaseId: release.id }));
}

/** Returns the error for a transition that the status of the task does not allow (compatibility.md, Answers). */
export const taskStateConflict = (verb: Verb, task: Task): Conflict =>
  new Conflict(
    message('task.wrongStatus', { verb: message(`verb.${verb}`), task: namedTask(task), status: task.run.status }),
  );

/** Whether a task or a group around it is locked: containers lock their children (states.md, Task). */
export const isLocked = ({ task, groups }: TaskPosition): boolean =>
  [...groups, task].some(({ definition }) => definition.locked);

/** Rejects an action on a locked task. Throws Conflict. */
export function requireUnlocked(taskPosition: TaskPosition, verb: Verb): void {
  if (isLocked(taskPosition))
    throw new Conflict(message('task.locked', { verb: message(`verb.${verb}`), task: namedTask(taskPosition.task) }));
}

/** Rejects an action on a group if a task inside it is locked. Throws Conflict. */
export function requireUnlockedInside(task: Task, verb: Verb): void {
  const locked = [...tasksIn(task.tasks)].find(({ definition }) => definition.locked);
  if (locked)
    throw new Conflict(
      message('task.lockedInside', {
        verb: message(`verb.${verb}`),
        title: titleOf(task),
        id: task.id,
        lockedTitle: locked.definition.title,
      }),
    );
}

/**
 * Returns the position of a task that the caller may edit. The task has not ended and is not locked for the caller.
 * Throws Conflict or NotFound.
 */
export function editableTaskPosition(before: OutcomeDraft, taskId: string, verb: TaskVerb): TaskPosition {
  const taskPosition = openTaskPosition(before.release, taskId, verb);
  if (!mayEditLocked(before)) requireUnlocked(taskPosition, verb);
  return taskPosition;
}

/** Returns the position of a task that has not ended. Throws Conflict or NotFound. */
export function openTaskPosition(release: Release, taskId: string, verb: TaskVerb): TaskPosition {
  requireOpen(release, `${verb}Task`);
  const taskPosition = taskPositionOf(release, taskId);
  if (isEnded(taskPosition.task.run.status)) throw taskStateConflict(verb, taskPosition.task);
  return taskPosition;
}

/** Whether the caller may edit locked tasks. */
export const mayEditLocked = ({ release, context: { caller } }: OutcomeDraft): boolean =>
  caller !== null && mayLock(caller, release);

/** Whether the caller may assign locked tasks. */
export const mayReassignLocked = ({ release, context: { caller } }: OutcomeDraft): boolean =>
  caller !== null && isGranted(neededToReassignLocked, caller, { release });

/** Returns the error for an action that the status of the release does not allow. */
export const releaseStateConflict = (verb: Verb, { id, status }: Release): Conflict =>
  new Conflict(message('release.wrongStatus', { verb: message(`verb.${verb}`), releaseId: id, status }));
