import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { onGateOrGroup } from '../../gates/guarded-parts.ts';
import { isAhead } from '../../model/status.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { withoutTask } from '../../plans/containers.ts';
import { editableTaskPosition, mayEditLocked, requireUnlockedInside, taskStateConflict } from '../../plans/guards.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface DeleteTask {
  readonly type: 'deleteTask';
  readonly taskId: string;
}

export const deleteTask: EditDefinition<DeleteTask> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: onGateOrGroup,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle,
};

/** Deletes a task that has not started, including all tasks in it. Throws Conflict, NotFound. */
function handle(before: OutcomeDraft, { taskId }: DeleteTask): OutcomeDraft {
  const taskPosition = editableTaskPosition(before, taskId, 'delete');
  const { task } = taskPosition;
  if (!isAhead(task.run.status)) throw taskStateConflict('delete', task);
  if (!mayEditLocked(before)) requireUnlockedInside(task, 'delete');
  return withRelease(
    logTask(before, 'TASK_DELETED', task, 'activity.taskDeleted'),
    withoutTask(before.release, taskPosition),
  );
}
