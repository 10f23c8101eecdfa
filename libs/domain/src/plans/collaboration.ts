import { changeDescription } from '../decision/describe-changes.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import type { TaskCollaboration } from '../decision/inputs.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withReplacedTask } from '../decision/outcome-draft.ts';
import { taskOf, taskPositionOf } from '../model/plan.ts';
import { resolveUsername } from '../people/user-names.ts';
import { withEdits } from './edit.ts';
import { mayReassignLocked, requireOpen, requireUnlocked } from './guards.ts';

/** The handlers of commands for the assignment, locks and comments of a task. */
export const collaborationHandlers: CommandHandlers<TaskCollaboration['type']> = {
  commentTask: (before, { taskId, comment }) => addComment(before, taskOf(before.release, taskId), comment),
  assignTask,
  lockTask: (before, { taskId }) => setLock(before, taskId, true),
  unlockTask: (before, { taskId }) => setLock(before, taskId, false),
};

/** Assigns a task to a user; quiet when it is theirs already. Throws Invalid, Conflict, NotFound. */
function assignTask(before: OutcomeDraft, { taskId, owner: rawOwner }: CommandOf['assignTask']): OutcomeDraft {
  const taskPosition = taskPositionOf(before.release, taskId);
  const owner = resolveUsername(rawOwner, taskPosition.task.definition.owner, before.context);
  requireOpen(before.release, 'assign a task');
  const task = withEdits(taskPosition.task, { owner });
  if (task === taskPosition.task) return before;
  if (!mayReassignLocked(before)) requireUnlocked(taskPosition, 'assign');
  const verb = owner === null ? 'Unassigned' : 'Assigned';
  const detail = changeDescription(before.context, taskPosition.task.definition, { owner });
  return withReplacedTask(logTask(before, 'TASK_ASSIGNED', task, verb, detail), task);
}

/** Locks or unlocks a task; quiet when it is so already. Throws Conflict, NotFound. */
function setLock(before: OutcomeDraft, taskId: string, locked: boolean): OutcomeDraft {
  requireOpen(before.release, 'lock a task');
  const old = taskOf(before.release, taskId);
  const task = withEdits(old, { locked });
  if (task === old) return before;
  return withReplacedTask(
    logTask(before, locked ? 'TASK_LOCKED' : 'TASK_UNLOCKED', task, locked ? 'Locked' : 'Unlocked'),
    task,
  );
}
