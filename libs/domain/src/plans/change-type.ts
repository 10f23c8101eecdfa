import type { CommandOf } from '../decision/handlers.ts';
import { logTask } from '../decision/log.ts';
import { type Progress, putTask } from '../decision/progress.ts';
import { Conflict, clip } from '../model/errors.ts';
import { blankOwnFields } from '../model/own-fields.ts';
import { titleOf } from '../model/plan.ts';
import { isGroupType, taskTypeNamed } from '../model/task-types.ts';
import { edited } from './edit.ts';
import { cannot, editable } from './guards.ts';

/**
 * Makes a task that has not started one of another type; what only the old type had goes. A group
 * stays a group of its type (states.md, Task, type changes). Throws Conflict, NotFound.
 */
export function changeTaskType(before: Progress, { taskId, targetType }: CommandOf['changeTaskType']): Progress {
  const { task } = editable(before, taskId, 'change the type of');
  if (task.definition.type === targetType) return before;
  if (task.run.status !== 'PLANNED') throw cannot('change the type of', task);
  if (isGroupType(task.definition.type)) {
    throw new Conflict(`cannot change the type of group '${clip(titleOf(task))}' (${taskId})`);
  }
  const changed = edited(task, { type: targetType, ...blankOwnFields, ...taskTypeNamed(targetType)?.own });
  return putTask(logTask(before, 'TASK_TYPE_CHANGED', changed, `Changed to ${clip(targetType)}:`), changed);
}
