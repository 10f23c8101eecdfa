import { t } from '../../navigation/text.ts';

/**
 * What each permission allows, by its area and action. Permissions of features that do not exist have no sentence.
 */
const sentences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  everything: {
    admin: t('Everything, without any other permission.'),
  },
  security: {
    edit: t('Create and change users, roles and invitations, and the teams of top-level templates.'),
  },
  template: {
    create: t('Create top-level templates and their triggers.'),
    view: t('View templates.'),
    edit: t('Change, move and delete templates.'),
    edit_failure_handler: t('Change failure handlers of tasks in templates.'),
    edit_precondition: t('Change preconditions of tasks in templates.'),
    edit_security: t('Change the teams of top-level templates.'),
    edit_triggers: t('View and change triggers (older permission).'),
    lock_task: t('Lock, unlock and edit locked tasks in templates.'),
    create_release: t('Create releases from templates in this folder.'),
    create_release_other_folder: t('Create releases in other folders from templates in this folder.'),
  },
  release: {
    create: t('Create releases from any template.'),
    view: t('View releases: flow, properties and activity.'),
    start: t('Start releases.'),
    abort: t('Abort releases.'),
    restart_phase: t('Restart phases, and resume releases.'),
    edit: t('Change releases: properties, variables, phases, and the order of tasks.'),
    edit_blackout: t('Start tasks during blackouts, and change whether they wait.'),
    edit_failure_handler: t('Change failure handlers of tasks.'),
    edit_precondition: t('Change preconditions of tasks.'),
    edit_security: t('Change the teams of top-level releases.'),
    edit_task: t('Edit all fields of tasks, and complete tasks of others.'),
    edit_task_attachments: t('Add and delete attachments of tasks.'),
    edit_task_configuration_facet: t('Change configuration facets of tasks.'),
    edit_task_dates: t('Change dates and durations of tasks.'),
    edit_task_description: t('Change descriptions of tasks.'),
    edit_task_flag: t('Flag tasks.'),
    edit_task_input_output_properties: t('Change inputs and outputs of tasks.'),
    edit_task_script: t('Change scripts of tasks.'),
    edit_task_tags: t('Change tags of tasks.'),
    lock_task: t('Lock, unlock and edit locked tasks.'),
    reassign_task: t('Assign tasks to other users and teams.'),
    reassign_lock_task: t('Assign locked tasks to other users and teams.'),
    task_transition: t('Complete, fail, skip, retry and abort tasks of others.'),
    advance_task_transition: t('Complete and skip tasks before they start.'),
  },
  folder: {
    create_top_level: t('Create folders at the top level.'),
    view: t('View the folder.'),
    edit: t('Rename, move and delete the folder, and create subfolders.'),
    edit_configuration: t('Change connections and webhook endpoints of the folder.'),
    edit_security: t('Change the teams of the folder.'),
    edit_variables: t('Change variables of the folder.'),
  },
  global_variables: {
    edit: t('Change global variables.'),
  },
  risk_profile: {
    edit: t('Change risk profiles.'),
  },
  global_calendar: {
    edit_blackout: t('Add, change and delete blackouts.'),
  },
  audit: {
    view: t('Read the audit log.'),
  },
  trigger: {
    view_trigger: t('View triggers.'),
    edit_trigger: t('Create, change, enable and delete triggers.'),
  },
};

/** Returns the area of a permission: the part before `#`, or `everything` without `#`. */
export const permissionArea = (id: string): string => (id.includes('#') ? id.slice(0, id.indexOf('#')) : 'everything');

/** Returns the sentence about a permission; undefined if there is none. */
export const permissionSentence = (id: string): string | undefined =>
  sentences[permissionArea(id)]?.[id.slice(id.indexOf('#') + 1)];
