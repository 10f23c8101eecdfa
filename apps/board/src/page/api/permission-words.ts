import { t } from '../navigation/text.ts';

/** The name of a permission, and what it allows. Permissions of features that do not exist have no sentence. */
type Words = readonly [name: string, sentence?: string];

/** The words for each permission, by its area and action. */
const words: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  everything: {
    admin: [t('Administrator'), t('Everything, without any other permission.')],
    login: [t('Log in')],
  },
  security: {
    edit: [
      t('Manage users and roles'),
      t('Create and change users, roles and invitations, and the teams of top-level templates.'),
    ],
  },
  template: {
    create: [t('Create top-level templates'), t('Create top-level templates and their triggers.')],
    view: [t('View templates'), t('View templates.')],
    edit: [t('Edit templates'), t('Change, move and delete templates.')],
    edit_failure_handler: [
      t('Edit failure handlers in templates'),
      t('Change failure handlers of tasks in templates.'),
    ],
    edit_precondition: [t('Edit preconditions in templates'), t('Change preconditions of tasks in templates.')],
    edit_security: [t('Edit teams of top-level templates'), t('Change the teams of top-level templates.')],
    edit_triggers: [t('Edit triggers of templates'), t('View and change triggers (older permission).')],
    lock_task: [t('Lock tasks in templates'), t('Lock, unlock and edit locked tasks in templates.')],
    create_release: [t('Create releases from templates'), t('Create releases from templates in this folder.')],
    create_release_other_folder: [
      t('Create releases in other folders'),
      t('Create releases in other folders from templates in this folder.'),
    ],
  },
  release: {
    create: [t('Create releases from any template'), t('Create releases from any template.')],
    view: [t('View releases'), t('View releases: flow, properties and activity.')],
    start: [t('Start releases'), t('Start releases.')],
    abort: [t('Abort releases'), t('Abort releases.')],
    restart_phase: [t('Restart phases'), t('Restart phases, and resume releases.')],
    edit: [t('Edit releases'), t('Change releases: properties, variables, phases, and the order of tasks.')],
    edit_blackout: [
      t('Start tasks during blackouts'),
      t('Start tasks during blackouts, and change whether they wait.'),
    ],
    edit_failure_handler: [t('Edit failure handlers'), t('Change failure handlers of tasks.')],
    edit_precondition: [t('Edit preconditions'), t('Change preconditions of tasks.')],
    edit_security: [t('Edit teams of top-level releases'), t('Change the teams of top-level releases.')],
    edit_task: [t('Edit tasks'), t('Edit all fields of tasks, and complete tasks of others.')],
    edit_task_attachments: [t('Edit attachments of tasks'), t('Add and delete attachments of tasks.')],
    edit_task_configuration_facet: [
      t('Edit configuration facets of tasks'),
      t('Change configuration facets of tasks.'),
    ],
    edit_task_dates: [t('Edit dates of tasks'), t('Change dates and durations of tasks.')],
    edit_task_description: [t('Edit descriptions of tasks'), t('Change descriptions of tasks.')],
    edit_task_flag: [t('Flag tasks'), t('Flag tasks.')],
    edit_task_input_output_properties: [
      t('Edit inputs and outputs of tasks'),
      t('Change inputs and outputs of tasks.'),
    ],
    edit_task_script: [t('Edit scripts of tasks'), t('Change scripts of tasks.')],
    edit_task_tags: [t('Edit tags of tasks'), t('Change tags of tasks.')],
    lock_task: [t('Lock tasks'), t('Lock, unlock and edit locked tasks.')],
    reassign_task: [t('Reassign tasks'), t('Assign tasks to other users and teams.')],
    reassign_lock_task: [t('Reassign locked tasks'), t('Assign locked tasks to other users and teams.')],
    task_transition: [t('Complete tasks of others'), t('Complete, fail, skip, retry and abort tasks of others.')],
    advance_task_transition: [t('Complete tasks in advance'), t('Complete and skip tasks before they start.')],
  },
  folder: {
    create_top_level: [t('Create top-level folders'), t('Create folders at the top level.')],
    view: [t('View folders'), t('View the folder.')],
    edit: [t('Edit folders'), t('Rename, move and delete the folder, and create subfolders.')],
    edit_configuration: [
      t('Edit connections and endpoints'),
      t('Change connections and webhook endpoints of the folder.'),
    ],
    edit_security: [t('Edit teams of folders'), t('Change the teams of the folder.')],
    edit_variables: [t('Edit folder variables'), t('Change variables of the folder.')],
    edit_notifications: [
      t('Edit notifications of folders'),
      t('Change receivers, rules and message templates of the folder.'),
    ],
    view_security: [t('View teams of folders')],
    view_versions: [t('View versions of folders')],
    edit_versions: [t('Edit versions of folders')],
    apply_changes: [t('Apply versions of folders')],
    generate_configuration: [t('Generate folder configuration')],
  },
  global_variables: {
    edit: [t('Edit global variables'), t('Change global variables.')],
  },
  risk_profile: {
    edit: [t('Edit risk profiles'), t('Change risk profiles.')],
  },
  global_calendar: {
    edit_blackout: [t('Edit blackouts'), t('Add, change and delete blackouts.')],
  },
  audit: {
    view: [t('View the audit log'), t('Read the audit log.')],
  },
  trigger: {
    view_trigger: [t('View triggers'), t('View triggers.')],
    edit_trigger: [t('Edit triggers'), t('Create, change, enable and delete triggers.')],
  },
  reports: {
    view: [t('View reports'), t('Create audit reports of the releases that you can view.')],
  },
  runner: {
    registration: [t('Register runners'), t('Register agents, which run containers of tasks.')],
  },
  dashboard: {
    create: [t('Create dashboards'), t('Create dashboards of metrics.')],
    view: [t('View dashboards'), t('View the dashboards of the folder.')],
    edit: [t('Edit dashboards'), t('Change and delete the dashboards of the folder.')],
  },
  environment: {
    edit: [t('Edit environments')],
  },
  application: {
    edit: [t('Edit applications')],
  },
  environment_reservation: {
    edit: [t('Edit environment reservations')],
  },
  group: {
    view: [t('View release groups')],
    edit: [t('Edit release groups')],
  },
  group_definition: {
    view: [t('View group definitions')],
    edit: [t('Edit group definitions')],
  },
  delivery: {
    view: [t('View deliveries')],
    edit: [t('Edit deliveries')],
    edit_tracked_item: [t('Edit tracked items')],
  },
  delivery_pattern: {
    view: [t('View delivery patterns')],
    edit: [t('Edit delivery patterns')],
  },
  app_pipelines: {
    view: [t('View application pipelines')],
    edit: [t('Edit application pipelines')],
  },
  workflow: {
    view_execution: [t('View workflow executions')],
    start_execution: [t('Start workflow executions')],
    abort_execution: [t('Abort workflow executions')],
  },
};

/** The names of the areas. */
const areas: Readonly<Record<string, string>> = {
  everything: t('General'),
  security: t('Users and roles'),
  template: t('Templates'),
  release: t('Releases'),
  folder: t('Folders'),
  global_variables: t('Global variables'),
  risk_profile: t('Risk profiles'),
  global_calendar: t('Blackouts'),
  audit: t('Audit log'),
  trigger: t('Triggers'),
  reports: t('Reports'),
  runner: t('Runners'),
  dashboard: t('Dashboards'),
  environment: t('Environments'),
  application: t('Applications'),
  environment_reservation: t('Environment reservations'),
  group: t('Release groups'),
  group_definition: t('Group definitions'),
  delivery: t('Deliveries'),
  delivery_pattern: t('Delivery patterns'),
  app_pipelines: t('Application pipelines'),
  workflow: t('Workflows'),
};

/** Returns the area of a permission: the part before `#`, or `everything` without `#`. */
export const permissionArea = (id: string): string => (id.includes('#') ? id.slice(0, id.indexOf('#')) : 'everything');

/** Returns the name of an area; the area itself if a later server has added it. */
export const areaName = (area: string): string => areas[area] ?? area;

const wordsOf = (id: string): Words | undefined => words[permissionArea(id)]?.[id.slice(id.indexOf('#') + 1)];

/** Returns the name of a permission; the id if a later server has added the permission. */
export const permissionName = (id: string): string => wordsOf(id)?.[0] ?? id;

/** Returns the sentence about a permission; undefined if there is none. */
export const permissionSentence = (id: string): string | undefined => wordsOf(id)?.[1];
