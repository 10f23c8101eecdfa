import type { Permission } from '../model/permissions.ts';
import type { Command } from './inputs.ts';

/**
 * What whoever gives a command to a release needs, by REST or from a script (rest-api.md, section Team). To a template
 * REST asks for `toChange.template` where it has calls of its own.
 */
export const toDo = {
  commentTask: 'release#view',
  completeTask: 'release#task_transition',
  failTask: 'release#task_transition',
  skipTask: 'release#task_transition',
  retryTask: 'release#task_transition',
  reopenTask: 'release#task_transition',
  abortTask: 'release#task_transition',
  startTaskNow: 'release#task_transition',
  startTask: 'release#task_transition',
  updateCondition: 'release#task_transition',
  assignTask: 'release#reassign_task',
  lockTask: 'release#lock_task',
  unlockTask: 'release#lock_task',
  addTask: 'release#edit_task',
  updateTask: 'release#edit_task',
  copyTask: 'release#edit_task',
  moveTask: 'release#edit_task',
  changeTaskType: 'release#edit_task',
  deleteTask: 'release#edit_task',
  addCondition: 'release#edit_task',
  deleteCondition: 'release#edit_task',
  addDependency: 'release#edit_task',
  deleteDependency: 'release#edit_task',
  addPhase: 'release#edit',
  updatePhase: 'release#edit',
  copyPhase: 'release#edit',
  movePhase: 'release#edit',
  deletePhase: 'release#edit',
  restartRelease: 'release#edit',
  updateRelease: 'release#edit',
  deleteRelease: 'release#edit',
  addVariable: 'release#edit',
  updateVariable: 'release#edit',
  replaceVariables: 'release#edit',
  deleteVariable: 'release#edit',
  replaceVariable: 'release#edit',
  moveTemplate: 'template#edit',
  startRelease: 'release#start',
  resumeRelease: 'release#start',
  abortRelease: 'release#abort',
} as const satisfies Readonly<Record<Command['type'], Permission>>;
