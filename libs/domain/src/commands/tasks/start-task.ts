import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { requireTaskPosition } from '../../flow/task-guards.ts';
import { message, plainText } from '../../messages/message.ts';
import { Conflict } from '../../model/errors.ts';
import type { VariableValue } from '../../model/variable.ts';
import { neededToTransition } from '../../people/needed-permissions.ts';
import { taskStateConflict } from '../../plans/guards.ts';
import { setValues } from '../../variables/edit-variables.ts';
import { sealByKey } from '../../variables/seal-drafts.ts';
import { missingKeys } from '../../variables/values.ts';
import type { CommandDefinition } from '../definition/definition.ts';

/** Starts a task that waits for input, with the missing values by variable key. */
export interface StartTask {
  readonly type: 'startTask';
  readonly taskId: string;
  readonly values: Readonly<Record<string, VariableValue>>;
}

export const startTask: CommandDefinition<StartTask> = {
  permission: neededToTransition,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'values',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: {
    seal: (command, seal, { variables }) => ({ ...command, values: sealByKey(seal, command.values, variables) }),
    mapCreations: null,
  },
  handle,
};

/**
 * Sets the values of a task that waits for input. The task starts when the plan is settled. Throws Conflict, Invalid,
 * NotFound.
 */
function handle(before: OutcomeDraft, { taskId, values }: StartTask): OutcomeDraft {
  const { task } = requireTaskPosition(before.release, taskId, 'start');
  if (task.run.status !== 'WAITING_FOR_INPUT') throw taskStateConflict('start', task);
  const withValues = setValues(before, values);
  const missing = missingKeys(withValues.release, task);
  if (missing.length > 0)
    throw new Conflict(message('task.missingValues', { id: taskId, variables: missing.map(plainText) }));
  return withValues;
}
