import type { EditDefinition, InputOf } from './definition/definition.ts';
import { addCondition } from './gates/add-condition.ts';
import { addDependency } from './gates/add-dependency.ts';
import { deleteCondition } from './gates/delete-condition.ts';
import { deleteDependency } from './gates/delete-dependency.ts';
import { updateCondition } from './gates/update-condition.ts';
import { addPhase } from './phases/add-phase.ts';
import { deletePhase } from './phases/delete-phase.ts';
import { movePhase } from './phases/move-phase.ts';
import { updatePhase } from './phases/update-phase.ts';
import { updateRelease } from './releases/update-release.ts';
import { addTask } from './tasks/add-task.ts';
import { changeTaskType } from './tasks/change-task-type.ts';
import { deleteTask } from './tasks/delete-task.ts';
import { lockTask, unlockTask } from './tasks/lock-task.ts';
import { moveTask } from './tasks/move-task.ts';
import { updateTask } from './tasks/update-task.ts';
import { replaceVariables } from './variables/replace-variables.ts';
import { updateVariable } from './variables/update-variable.ts';

/** The commands that can be edits of a plan. */
export const planEdits = {
  addTask,
  updateTask,
  moveTask,
  changeTaskType,
  deleteTask,
  lockTask,
  unlockTask,
  addCondition,
  updateCondition,
  deleteCondition,
  addDependency,
  deleteDependency,
  addPhase,
  updatePhase,
  movePhase,
  deletePhase,
  updateRelease,
  replaceVariables,
  updateVariable,
};

/** One edit of the list that turns the stored plan into the requested plan. */
export type PlanEdit = InputOf<(typeof planEdits)[keyof typeof planEdits]>;
type EditOf<T extends PlanEdit['type']> = Extract<PlanEdit, { readonly type: T }>;

const definitions: { readonly [T in PlanEdit['type']]: EditDefinition<EditOf<T>> } = planEdits;

export const editDefinitionOf = <T extends PlanEdit['type']>(edit: EditOf<T>): EditDefinition<EditOf<T>> =>
  definitions[edit.type];
