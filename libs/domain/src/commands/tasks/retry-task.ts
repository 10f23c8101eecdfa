import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { reactivate } from '../../flow/activate.ts';
import { requireTaskPosition } from '../../flow/task-guards.ts';
import { isStartedGroup } from '../../model/task.ts';
import { neededToTransition } from '../../people/needed-permissions.ts';
import { taskStateConflict } from '../../plans/guards.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

export type RetryTask = TaskStep<'retryTask'>;

export const retryTask: CommandDefinition<RetryTask> = {
  permission: neededToTransition,
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

/**
 * Retries a failed task. A failed group that had started continues with its failed tasks. Throws Conflict, NotFound.
 */
function handle(before: OutcomeDraft, { taskId, comment }: RetryTask): OutcomeDraft {
  const { task } = requireTaskPosition(before.release, taskId, 'retry');
  if (task.run.status !== 'FAILED' || isStartedGroup(task)) throw taskStateConflict('retry', task);
  return reactivate(before, task, comment);
}
