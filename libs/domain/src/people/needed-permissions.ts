import type { Command } from '../decision/inputs.ts';
import type { Permission } from '../model/permissions.ts';

/**
 * What whoever reads a thing needs, by REST or from a script; null: any user may (rest-api.md, section Team;
 * operations.md).
 */
export const neededToRead = {
  release: 'release#view',
  archivedRelease: 'release#view',
  releasesByTitle: 'release#view',
  releases: 'release#view',
  phase: 'release#view',
  task: 'release#view',
  variable: 'release#view',
  template: 'template#view',
  templates: 'template#view',
  templateVariable: 'template#view',
  folder: 'folder#view',
  folderAt: 'folder#view',
  folders: 'folder#view',
  folderVariables: 'folder#view',
  globalVariables: null,
  configuration: 'folder#view',
  configurations: 'folder#view',
  configurationStatus: 'folder#edit_configuration',
  receivedEvent: 'folder#edit_configuration',
  trigger: 'trigger#view_trigger',
  blackout: null,
  plugin: 'admin',
  consistency: 'admin',
  audit: 'audit#view',
  user: 'security#edit',
  role: 'security#edit',
  permissionOfOthers: 'security#edit',
} as const satisfies Readonly<Record<string, Permission | null>>;

/**
 * What whoever makes, changes or deletes a thing needs, where that is no command to a release: that is said by the type of
 * the command (`neededForCommand`).
 */
export const neededToChange = {
  newTemplate: 'template#create',
  newRelease: 'template#create_release',
  template: 'template#edit',
  templateTeams: 'template#edit_security',
  releaseTeams: 'release#edit_security',
  folder: 'folder#edit',
  folderTeams: 'folder#edit_security',
  folderVariable: 'folder#edit_variables',
  globalVariable: 'admin',
  configuration: 'folder#edit_configuration',
  globalConfiguration: 'admin',
  trigger: 'trigger#edit_trigger',
  blackout: 'release#edit_blackout',
  plugin: 'admin',
  systemMessage: 'admin',
  user: 'security#edit',
  /** one who has the permission to everything */
  adminUser: 'admin',
  role: 'security#edit',
  /** one that has the permission to everything, or is given it */
  adminRole: 'admin',
  /** to somebody who is neither the caller nor named there already */
  scriptUsername: 'admin',
} as const satisfies Readonly<Record<string, Permission>>;

/**
 * What whoever gives a command to a release needs, by REST or from a script (rest-api.md, section Team). To a template
 * REST asks for `neededToChange.template` where it has calls of its own.
 */
export const neededForCommand = {
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
