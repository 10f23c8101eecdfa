import { byName, type PermissionTable } from './permission-table.ts';

/**
 * The permission of each command in the contract, for releases and templates. The table uses no code of the product.
 * Change it only together with the contract.
 */
export const expectedCommands: PermissionTable = byName({
  'release#view, participant, owner; template: template#edit': `
    commentTask; editComment; deleteComment; approveTask; rejectTask; withdrawApproval
  `,
  'release#task_transition | release#advance_task_transition, participant; template: template#edit': `
    completeTask; skipTask; reopenTask
  `,
  'release#task_transition, participant; template: template#edit': `
    failTask; retryTask; abortTask; startTaskNow; startTask
  `,
  'release#task_transition | release#edit_task, participant; template: template#edit': `
    updateCondition
  `,
  'release#task_transition | release#reassign_task | release#reassign_lock_task, participant; template: template#edit': `
    assignTask
  `,
  'release#lock_task; template: template#lock_task': `
    lockTask; unlockTask
  `,
  'release#view | release#edit_blackout | release#edit_failure_handler | release#edit_precondition | release#edit_task | release#edit_task_attachments | release#edit_task_configuration_facet | release#edit_task_dates | release#edit_task_description | release#edit_task_flag | release#edit_task_input_output_properties | release#edit_task_script | release#edit_task_tags | release#reassign_task | release#reassign_lock_task, participant, owner; template: template#view | template#edit | template#edit_failure_handler | template#edit_precondition': `
    updateTask; changePlan
  `,
  'release#edit; template: template#edit': `
    addTask; copyTask; moveTask; deleteTask; attachToRelease; detachFromRelease; addPhase; updatePhase; copyPhase;
    movePhase; deletePhase; updateRelease; deleteRelease; addVariable; updateVariable; replaceVariables;
    deleteVariable; replaceVariable; moveRelease
  `,
  'release#edit_task; template: template#edit': `
    changeTaskType; addCondition; deleteCondition; addDependency; deleteDependency
  `,
  'release#edit_task_attachments, participant; template: template#edit': `
    attachToTask; detachFromTask
  `,
  'release#restart_phase | release#edit; template: template#edit': `restartRelease`,
  'template#edit; template: template#edit': `moveTemplate`,
  'release#start; template: template#edit': `startRelease`,
  'release#start | release#restart_phase; template: template#edit': `resumeRelease`,
  'release#abort; template: template#edit': `abortRelease`,
});
