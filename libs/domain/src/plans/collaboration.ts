import { changesInWords } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import type { TaskCollaboration } from '../decision/inputs.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type Progress, putTask } from '../decision/progress.ts';
import { placeOf, taskOf } from '../model/plan.ts';
import { userNamed } from '../people/user-names.ts';
import { edited } from './edit.ts';
import { mayReassignLocked, requireOpen, requireUnlocked } from './guards.ts';

/** The handlers of commands for the assignment, locks and comments of a task. */
export const collaborationHandlers: CommandHandlers<TaskCollaboration['type']> = {
  commentTask: (before, { taskId, comment }) => addComment(before, taskOf(before.release, taskId), comment),
  assignTask,
  lockTask: (before, { taskId }) => setLock(before, taskId, true),
  unlockTask: (before, { taskId }) => setLock(before, taskId, false),
};

/** Assigns a task to a user; quiet when it is theirs already. Throws Invalid, Conflict, NotFound. */
function assignTask(before: Progress, { taskId, owner: named }: CommandOf['assignTask']): Progress {
  const place = placeOf(before.release, taskId);
  const owner = userNamed(named, place.task.definition.owner, before.context);
  requireOpen(before.release, 'assign a task');
  const task = edited(place.task, { owner });
  if (task === place.task) return before;
  if (!mayReassignLocked(before)) requireUnlocked(place, 'assign');
  const verb = owner === null ? 'Unassigned' : 'Assigned';
  const detail = changesInWords(before.context, place.task.definition, { owner });
  return putTask(logTask(before, 'TASK_ASSIGNED', task, verb, detail), task);
}

/** Locks or unlocks a task; quiet when it is so already. Throws Conflict, NotFound. */
function setLock(before: Progress, taskId: string, locked: boolean): Progress {
  requireOpen(before.release, 'lock a task');
  const old = taskOf(before.release, taskId);
  const task = edited(old, { locked });
  if (task === old) return before;
  return putTask(logTask(before, locked ? 'TASK_LOCKED' : 'TASK_UNLOCKED', task, locked ? 'Locked' : 'Unlocked'), task);
}
