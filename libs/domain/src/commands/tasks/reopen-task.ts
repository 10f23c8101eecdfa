import { addComment, logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRun } from '../../decision/outcome-draft.ts';
import { requireTaskPosition } from '../../flow/task-guards.ts';
import { isInAdvance } from '../../model/status.ts';
import { neededToTransitionInAdvance } from '../../people/needed-permissions.ts';
import { requireUnlocked, taskStateConflict } from '../../plans/guards.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

export type ReopenTask = TaskStep<'reopenTask'>;

export const reopenTask: CommandDefinition<ReopenTask> = {
  permission: neededToTransitionInAdvance,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

/** Reopens a task that was completed or skipped in advance. Throws Conflict, NotFound. */
function handle(before: OutcomeDraft, { taskId, comment }: ReopenTask): OutcomeDraft {
  const taskPosition = requireTaskPosition(before.release, taskId, 'reopen');
  const { task } = taskPosition;
  if (!isInAdvance(task.run.status)) throw taskStateConflict('reopen', task);
  requireUnlocked(taskPosition, 'reopen');
  const logged = logTask(addComment(before, task, comment), 'TASK_REOPENED', task, 'activity.taskReopened');
  return withRun(logged, task, { status: 'PLANNED', endDate: null });
}
