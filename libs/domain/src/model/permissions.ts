import { Forbidden } from './errors.ts';

/** Permission identifiers `<area>#<action>` (rest-api.md, section Team), and `admin`, which grants all. */
export const permissions = [
  'admin',
  'template#create',
  'template#create_release',
  'template#edit',
  'template#edit_failure_handler',
  'template#edit_precondition',
  'template#edit_security',
  'template#edit_triggers',
  'template#lock_task',
  'template#view',
  'release#create',
  'release#abort',
  'release#edit',
  'release#edit_blackout',
  'release#edit_failure_handler',
  'release#edit_precondition',
  'release#edit_security',
  'release#edit_task',
  'release#edit_task_attachments',
  'release#edit_task_configuration_facet',
  'release#edit_task_dates',
  'release#edit_task_description',
  'release#edit_task_flag',
  'release#edit_task_input_output_properties',
  'release#edit_task_script',
  'release#edit_task_tags',
  'release#lock_task',
  'release#reassign_task',
  'release#start',
  'release#task_transition',
  'release#view',
  'folder#edit',
  'folder#edit_configuration',
  'folder#edit_notifications',
  'folder#edit_security',
  'folder#edit_variables',
  'folder#view',
  'trigger#view_trigger',
  'trigger#edit_trigger',
] as const;

export type Permission = (typeof permissions)[number];

/** The refusal of a caller who lacks a permission (rest-api.md, section Errors; operations.md, 403). */
export const missingPermission = (permission: Permission, id: string): Forbidden =>
  new Forbidden(`Permission ${permission} on APPLICATIONS on ${id} is not granted to you.`);
