import { logTask, type Turn } from '../decision/turn.ts';
import { Conflict, clip } from '../model/errors.ts';
import { titleOf, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { blankCreation, isGroupType, type TaskDefinition } from '../model/task.ts';
import { edited } from './edit.ts';
import { cannot, editable } from './guards.ts';

/**
 * Makes a task that has not started one of another type; what only the old type had goes. A group
 * stays a group of its type (states.md, Task, type changes). Throws Conflict, NotFound.
 */
export function changeTaskType(release: Release, taskId: string, targetType: string, turn: Turn): Release {
  const { task } = editable(release, taskId, 'change the type of');
  if (task.definition.type === targetType) return release;
  if (task.run.status !== 'PLANNED') throw cannot('change the type of', task);
  if (isGroupType(task.definition.type)) {
    throw new Conflict(`cannot change the type of group '${clip(titleOf(task))}' (${taskId})`);
  }
  const changed = edited(task, { type: targetType, ...ownOf(targetType) });
  logTask(turn, 'TASK_TYPE_CHANGED', changed, `Changed to ${clip(targetType)}:`);
  return withTask(release, changed);
}

/** The parts that belong to one type, as a new task of that type has them. */
const ownOf = (type: string): Partial<TaskDefinition> => ({
  conditions: [],
  dependencies: [],
  inputs: [],
  creation: type === 'CreateReleaseTask' ? blankCreation : null,
});
