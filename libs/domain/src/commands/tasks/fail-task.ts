import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { failTask as failWithHandler } from '../../flow/failure.ts';
import { isCompletableByUser, requireTaskPosition } from '../../flow/task-guards.ts';
import { plainText } from '../../messages/message.ts';
import { neededToTransition } from '../../people/needed-permissions.ts';
import { taskStateConflict } from '../../plans/guards.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

export type FailTask = TaskStep<'failTask'>;

export const failTask: CommandDefinition<FailTask> = {
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

/** Fails a running manual task. Throws Conflict, NotFound. */
function handle(before: OutcomeDraft, { taskId, comment }: FailTask): OutcomeDraft {
  const { release, context } = before;
  const { task } = requireTaskPosition(release, taskId, 'fail');
  if (!isCompletableByUser(task, context)) throw taskStateConflict('fail', task);
  return failWithHandler(before, task, comment ? plainText(comment) : null);
}
