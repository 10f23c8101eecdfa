import { type Message, message } from '../../messages/message.ts';
import { Forbidden } from '../errors.ts';

/** Global permissions, which roles can have (permissions.md, section 1). `admin` includes all others. */
export const globalPermissions = [
  'admin',
  'login',
  'security#edit',
  'template#create',
  'release#create',
  'folder#create_top_level',
  'global_variables#edit',
  'risk_profile#edit',
  'global_calendar#edit_blackout',
  'reports#view',
  'runner#registration',
  'dashboard#create',
  'audit#view',
  'environment#edit',
  'application#edit',
  'environment_reservation#edit',
] as const;

/** Local permissions, which teams can have for their folder, template or release (permissions.md, section 1). */
export const localPermissions = [
  'template#view',
  'template#edit',
  'template#edit_failure_handler',
  'template#edit_precondition',
  'template#edit_security',
  'template#edit_triggers',
  'template#lock_task',
  'template#create_release',
  'template#create_release_other_folder',
  'release#view',
  'release#start',
  'release#abort',
  'release#restart_phase',
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
  'release#reassign_lock_task',
  'release#task_transition',
  'release#advance_task_transition',
  'folder#view',
  'folder#edit',
  'folder#edit_configuration',
  'folder#edit_notifications',
  'folder#edit_security',
  'folder#view_security',
  'folder#edit_variables',
  'folder#view_versions',
  'folder#edit_versions',
  'folder#apply_changes',
  'folder#generate_configuration',
  'trigger#view_trigger',
  'trigger#edit_trigger',
  'group#view',
  'group#edit',
  'group_definition#view',
  'group_definition#edit',
  'dashboard#view',
  'dashboard#edit',
  'delivery#view',
  'delivery#edit',
  'delivery#edit_tracked_item',
  'delivery_pattern#view',
  'delivery_pattern#edit',
  'app_pipelines#view',
  'app_pipelines#edit',
  'workflow#view_execution',
  'workflow#start_execution',
  'workflow#abort_execution',
] as const;

/** Permission ids `<area>#<action>` (rest-api.md, section Team), and `admin`, which includes all. */
export const permissions = [...globalPermissions, ...localPermissions] as const;

export type GlobalPermission = (typeof globalPermissions)[number];
export type LocalPermission = (typeof localPermissions)[number];
export type Permission = GlobalPermission | LocalPermission;

export const isGlobalPermission = (permission: Permission): permission is GlobalPermission =>
  globalPermissions.some((candidate) => candidate === permission);

/**
 * Returns the error for a missing permission (rest-api.md, section Errors; rest-operations.md, 403). It contains the
 * last segment of the id, because the domain does not have the path of the request.
 */
export function missingPermission(permission: Permission, id: string, reason: Message | null = null): Forbidden {
  const last = id.slice(id.lastIndexOf('/') + 1);
  const missing = message('permission.missing', { permission, id: last });
  const data = reason === null ? missing : message('permission.missingBecause', { reason, missing });
  return new Forbidden(data, { permission, id: last });
}
