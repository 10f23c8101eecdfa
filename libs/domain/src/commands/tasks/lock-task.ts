import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withReplacedTask } from '../../decision/outcome-draft.ts';
import { onGate } from '../../gates/guarded-parts.ts';
import { taskOf } from '../../model/plan.ts';
import { neededToLock } from '../../people/needed-permissions.ts';
import { withEdits } from '../../plans/edit.ts';
import { requireOpen } from '../../plans/guards.ts';
import type { EditDefinition } from '../definition/definition.ts';

/** The state of a task's lock: a locked task cannot be edited. */
export interface LockTask {
  readonly type: 'lockTask';
  readonly taskId: string;
}

export interface UnlockTask {
  readonly type: 'unlockTask';
  readonly taskId: string;
}

export const lockTask: EditDefinition<LockTask> = {
  permission: neededToLock,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: onGate,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle: (before, { taskId }) => setLock(before, taskId, true),
};

export const unlockTask: EditDefinition<UnlockTask> = {
  permission: neededToLock,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: onGate,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle: (before, { taskId }) => setLock(before, taskId, false),
};

/** Locks or unlocks a task. Nothing is logged if the lock does not change. Throws Conflict, NotFound. */
function setLock(before: OutcomeDraft, taskId: string, locked: boolean): OutcomeDraft {
  requireOpen(before.release, 'lockTask');
  const old = taskOf(before.release, taskId);
  const task = withEdits(old, { locked });
  if (task === old) return before;
  return withReplacedTask(
    logTask(
      before,
      locked ? 'TASK_LOCKED' : 'TASK_UNLOCKED',
      task,
      locked ? 'activity.taskLocked' : 'activity.taskUnlocked',
    ),
    task,
  );
}
