import type { GlobalPermission, LocalPermission, Permission } from '../model/catalogs/permissions.ts';

/** The presets, each with more permissions than the one before. */
export const presetNames = ['viewer', 'contributor', 'releaseManager', 'folderOwner', 'administrator'] as const;
export type PresetName = (typeof presetNames)[number];

/**
 * Permissions that are stored and have no effect: of features that do not exist, and `login`, which is not enforced
 * (permissions.md, Permission ids). Remove an entry with the implementation of its feature.
 */
const withoutFeature = [
  'login',
  ...['environment#edit', 'application#edit', 'environment_reservation#edit'],
  ...['folder#view_security', 'folder#view_versions', 'folder#edit_versions'],
  ...['folder#apply_changes', 'folder#generate_configuration'],
  ...['group#view', 'group#edit', 'group_definition#view', 'group_definition#edit'],
  ...['delivery#view', 'delivery#edit', 'delivery#edit_tracked_item', 'delivery_pattern#view', 'delivery_pattern#edit'],
  ...['app_pipelines#view', 'app_pipelines#edit'],
  ...['workflow#view_execution', 'workflow#start_execution', 'workflow#abort_execution'],
] as const satisfies readonly Permission[];

/** Whether a permission has no effect, because its feature does not exist. */
export const isWithoutFeature = (permission: string): boolean =>
  withoutFeature.some((candidate) => candidate === permission);

const viewer = ['folder#view', 'template#view', 'release#view', 'trigger#view_trigger', 'dashboard#view'] as const;
const contributor = [
  ...viewer,
  'template#create_release',
  'release#edit_task_attachments',
  'release#edit_task_dates',
  'release#edit_task_description',
  'release#edit_task_flag',
  'release#edit_task_tags',
  'release#reassign_task',
  'release#task_transition',
] as const;
const releaseManager = [
  ...contributor,
  'template#create_release_other_folder',
  'release#start',
  'release#abort',
  'release#restart_phase',
  'release#edit',
  'release#edit_blackout',
  'release#edit_failure_handler',
  'release#edit_precondition',
  'release#edit_task',
  'release#edit_task_configuration_facet',
  'release#edit_task_input_output_properties',
  'release#edit_task_script',
  'release#lock_task',
  'release#reassign_lock_task',
  'release#advance_task_transition',
] as const;
const folderOwner = [
  ...releaseManager,
  'template#edit',
  'template#edit_failure_handler',
  'template#edit_precondition',
  'template#lock_task',
  'trigger#edit_trigger',
  'dashboard#edit',
  'folder#edit',
  'folder#edit_configuration',
  'folder#edit_notifications',
  'folder#edit_security',
  'folder#edit_variables',
] as const;

/** The local permissions of each preset for a team. */
export const teamPresets: Readonly<Record<PresetName, readonly LocalPermission[]>> = {
  viewer,
  contributor,
  releaseManager,
  folderOwner,
  administrator: [...folderOwner, 'release#edit_security', 'template#edit_security', 'template#edit_triggers'],
};

const ofReleaseManagers = [
  ...['template#create', 'release#create', 'global_calendar#edit_blackout', 'dashboard#create'],
] as const;

/** The global permissions of each preset for a role. Teams grant the permission to view. */
export const rolePresets: Readonly<Record<PresetName, readonly GlobalPermission[]>> = {
  viewer: [],
  contributor: ['template#create'],
  releaseManager: ofReleaseManagers,
  folderOwner: [...ofReleaseManagers, 'folder#create_top_level', 'global_variables#edit', 'risk_profile#edit'],
  administrator: ['admin'],
};

type Presets = Readonly<Record<PresetName, readonly string[]>>;

/** Returns the preset whose permissions are selected; null if there is none. Permissions without effect do not count. */
export function presetOf(presets: Presets, selected: readonly string[]): PresetName | null {
  const effective = new Set(selected.filter((permission) => !isWithoutFeature(permission)));
  const isSelected = (name: PresetName): boolean =>
    presets[name].length === effective.size && presets[name].every((permission) => effective.has(permission));
  return presetNames.find(isSelected) ?? null;
}

/** Returns the selection after the choice of a preset. Selected permissions without effect stay. */
export const withPreset = (presets: Presets, name: PresetName, selected: readonly string[]): readonly string[] => [
  ...presets[name],
  ...selected.filter(isWithoutFeature),
];
