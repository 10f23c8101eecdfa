import { finishTask } from '../../completion/finish.ts';
import { addComment, logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRun } from '../../decision/outcome-draft.ts';
import { behaviorOf } from '../../flow/behaviors.ts';
import { isCompletableByUser, requireTaskPosition } from '../../flow/task-guards.ts';
import { onGate } from '../../gates/guarded-parts.ts';
import { message } from '../../messages/message.ts';
import { Conflict } from '../../model/errors.ts';
import { namedTask, taskOf } from '../../model/plan.ts';
import { isGroupType } from '../../model/task-types.ts';
import type { VariableValue } from '../../model/variable.ts';
import { neededToFinish } from '../../people/access-attributes.ts';
import { neededToTransitionInAdvance } from '../../people/needed-permissions.ts';
import { requireUnlocked, taskStateConflict } from '../../plans/guards.ts';
import { setInputValues } from '../../variables/input-values.ts';
import { sealByKey } from '../../variables/seal-drafts.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

export interface CompleteTask extends TaskStep<'completeTask'> {
  /** values for the variables that a user input task lists, by key */
  readonly values?: Readonly<Record<string, VariableValue>>;
}

export const completeTask: CommandDefinition<CompleteTask> = {
  permission: neededToTransitionInAdvance,
  permissionRule: { on: 'task', needed: (_, { taskPosition }) => [neededToFinish(taskPosition.task)] },
  move: null,
  usesMembership: false,
  authorship: (_, changesVariables) => (changesVariables ? 'values' : 'none'),
  movedIds: null,
  guard: onGate,
  ids: null,
  secrets: {
    seal: (command, seal, { variables }) =>
      command.values === undefined ? command : { ...command, values: sealByKey(seal, command.values, variables) },
    mapCreations: null,
  },
  handle,
};

/** Completes a task, in advance if it has not started (states.md, Task). Throws Conflict, Invalid, NotFound. */
function handle(before: OutcomeDraft, { taskId, comment, values = {} }: CompleteTask): OutcomeDraft {
  const { release, context } = before;
  const taskPosition = requireTaskPosition(release, taskId, 'complete');
  const { task } = taskPosition;
  if (isGroupType(task.definition.type))
    throw new Conflict(message('task.groupNotCompletable', { task: namedTask(task) }));
  const isRunning = isCompletableByUser(task, context);
  if (!isRunning && task.run.status !== 'PLANNED') throw taskStateConflict('complete', task);
  if (!isRunning) requireUnlocked(taskPosition, 'completeInAdvance');
  const { requireReady } = behaviorOf(task, context.env.automatedTypes);
  const withInputs = requireReady(setInputValues(before, task, values), task);
  const ready = addComment(withInputs, task, comment);
  if (isRunning) return finishTask(ready, taskOf(ready.release, taskId), 'COMPLETED');
  const logged = logTask(ready, 'TASK_COMPLETED_IN_ADVANCE', task, 'activity.taskCompletedInAdvance');
  return withRun(logged, taskOf(ready.release, taskId), { status: 'COMPLETED_IN_ADVANCE', endDate: context.env.now });
}
