import { rootFolderId } from '../ids/ids.ts';
import {
  type GlobalPermission,
  type LocalPermission,
  localPermissions,
  type Permission,
} from '../model/catalogs/permissions.ts';

/**
 * The permission to read an object, by REST or from a script; null: every user has it (rest-api.md, section Team;
 * rest-operations.md).
 */
export const neededToRead = {
  release: 'release#view',
  archivedRelease: 'release#view',
  releasesByTitle: 'release#view',
  releases: 'release#view',
  phase: 'release#view',
  task: 'release#view',
  variable: 'release#view',
  attachment: 'release#view',
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
  agents: 'admin',
  consistency: 'admin',
  audit: 'audit#view',
  insights: 'reports#view',
  dashboard: 'dashboard#view',
  user: 'security#edit',
  role: 'security#edit',
  permissionOfOthers: 'security#edit',
} as const satisfies Readonly<Record<string, Permission | null>>;

/**
 * The permission to create, change or delete an object other than a release. Commands on releases declare their own.
 */
export const neededToChange = {
  newTemplate: 'template#create',
  newRelease: 'template#create_release',
  /** a release of any template */
  releaseOfAny: 'release#create',
  template: 'template#edit',
  folder: 'folder#edit',
  folderAtTop: 'folder#create_top_level',
  folderTeams: 'folder#edit_security',
  /**
   * to share a saved view with a folder, or with a team that the folder owns, and to change or delete such a view of
   * another user
   */
  sharedView: 'folder#edit',
  folderVariable: 'folder#edit_variables',
  globalVariable: 'global_variables#edit',
  configuration: 'folder#edit_configuration',
  globalConfiguration: 'admin',
  trigger: 'trigger#edit_trigger',
  /** a blackout in the calendar; starting a task during one requires `blackoutOfTask` */
  blackout: 'global_calendar#edit_blackout',
  blackoutOfTask: 'release#edit_blackout',
  plugin: 'admin',
  /** an agent, which receives the secrets of its containers */
  agent: 'runner#registration',
  insightAggregates: 'admin',
  insightSettings: 'admin',
  /** a new dashboard, and one without a folder */
  newDashboard: 'dashboard#create',
  /** a dashboard of a folder */
  dashboard: 'dashboard#edit',
  systemMessage: 'admin',
  riskProfile: 'risk_profile#edit',
  riskThresholds: 'admin',
  /** receivers, rules and templates of the installation, and the ledger */
  notifications: 'admin',
  /** those of a folder */
  folderNotifications: 'folder#edit_notifications',
  user: 'security#edit',
  /** a token for a user who cannot create tokens */
  tokenOfOther: 'security#edit',
  /** a user with all permissions */
  adminUser: 'admin',
  role: 'security#edit',
  /** a role that has the permission `admin`, or gets it */
  adminRole: 'admin',
  /** setting a run-as user other than the caller or the current run-as user */
  scriptUsername: 'admin',
} as const satisfies Readonly<Record<string, Permission>>;

/** The permission to create a report of visible releases; any one is sufficient. */
export const neededToReport = ['reports#view', 'audit#view'] as const satisfies readonly GlobalPermission[];

/** The actions of users in a folder. The top level is the root folder. */
export const folderActions = [
  'createFolder',
  'changeFolder',
  'changeTeams',
  'changeVariables',
  'createTemplate',
  'createTrigger',
  'changeConfigurations',
] as const;
export type FolderAction = (typeof folderActions)[number];

const everywhere = <P extends Permission>(permission: P) => ({ inFolder: permission, atTop: permission }) as const;

/** The permission for an action in a folder, and for the same action at the top level (permissions.md, section 2). */
export const neededForFolderAction = {
  createFolder: { inFolder: neededToChange.folder, atTop: neededToChange.folderAtTop },
  /** rename, move or delete the folder */
  changeFolder: everywhere(neededToChange.folder),
  changeTeams: everywhere(neededToChange.folderTeams),
  changeVariables: { inFolder: neededToChange.folderVariable, atTop: neededToChange.globalVariable },
  createTemplate: { inFolder: neededToChange.template, atTop: neededToChange.newTemplate },
  createTrigger: { inFolder: neededToChange.trigger, atTop: neededToChange.newTemplate },
  /** create, change or delete a configuration */
  changeConfigurations: { inFolder: neededToChange.configuration, atTop: neededToChange.globalConfiguration },
} as const satisfies Readonly<Record<FolderAction, { readonly inFolder: LocalPermission; readonly atTop: Permission }>>;

export const neededInFolder = <A extends FolderAction>(action: A, folderId: string) => {
  const { inFolder, atTop } = neededForFolderAction[action];
  return folderId === rootFolderId ? atTop : inFolder;
};

/**
 * The minimum permission for a command on a release or template. `handle` checks whether it is sufficient, because that
 * can depend on the plan. Routes declare it, and the OpenAPI document contains it.
 */
export interface PermissionRequirement {
  /** for a release and its parts; any one is sufficient, and a refusal names the first */
  readonly anyOf: readonly [Permission, ...Permission[]];
  /** for a template and its parts; any one is sufficient */
  readonly onTemplate: readonly [Permission, ...Permission[]];
  /** the owner of a task of a release, and the members of its team, need none of them */
  readonly participant?: true;
  /** the owner of the release needs none of them */
  readonly owner?: true;
}

export const needPermissions = (...anyOf: PermissionRequirement['anyOf']): PermissionRequirement => ({
  anyOf,
  onTemplate: ['template#edit'],
});

/** The permission to view a release or template; with `orParticipant`, a task of it. */
export const neededToView: PermissionRequirement = {
  anyOf: ['release#view'],
  onTemplate: ['template#view'],
  owner: true,
};

export const orParticipant = (needed: PermissionRequirement): PermissionRequirement => ({
  ...needed,
  participant: true,
});

export const neededToTransition = orParticipant(needPermissions('release#task_transition'));
export const neededToTransitionInAdvance = orParticipant(
  needPermissions('release#task_transition', 'release#advance_task_transition'),
);
export const neededToViewTask = orParticipant(neededToView);
export const neededToComment = orParticipant({ ...neededToView, onTemplate: ['template#edit'] });
/** The permission to assign a task of a release to another user, to no user or to a team. */
export const neededToReassign = needPermissions('release#reassign_task');
/** The permission of a user outside the team of a task to assign it to oneself. */
export const neededForSelfAssignment = needPermissions('release#task_transition', 'release#reassign_task');
/** The permission to assign a locked task. In a template this is the permission to edit locked tasks. */
export const neededToReassignLocked: PermissionRequirement = {
  ...needPermissions('release#reassign_lock_task'),
  onTemplate: ['template#lock_task'],
};
export const neededToEditTask = needPermissions('release#edit_task');
/** The permission to change the planned dates and the duration of a task. */
export const neededForDates = needPermissions('release#edit_task_dates');
export const neededToEdit = needPermissions('release#edit');
export const neededToAttach = orParticipant(needPermissions('release#edit_task_attachments'));
export const neededToLock: PermissionRequirement = { anyOf: ['release#lock_task'], onTemplate: ['template#lock_task'] };

/** The permission to create releases from a template. */
export const neededToCreate = {
  anyOf: [neededToChange.newRelease, neededToChange.releaseOfAny],
  onTemplate: [neededToChange.newRelease, neededToChange.releaseOfAny],
} as const satisfies PermissionRequirement;

/** The permission to set the teams of a top-level template or release (permissions.md, section 2). */
export const neededForTeams: PermissionRequirement = {
  anyOf: ['release#edit_security', 'security#edit'],
  onTemplate: ['template#edit_security', 'security#edit'],
};

/** Returns all permissions that allow to change some field of a task. */
const fieldPermissions = (actions: RegExp): readonly LocalPermission[] =>
  localPermissions.filter((permission) => actions.test(permission));

/**
 * An update requires the permission for each changed field. If no field changes, the permission to view is sufficient.
 */
export const neededForAnyField = orParticipant({
  anyOf: ['release#view', ...fieldPermissions(/^release#(?:reassign|edit_(?!security))/)],
  onTemplate: [
    'template#view',
    'template#edit',
    ...fieldPermissions(/^template#edit_(?:precondition|failure_handler)/),
  ],
  owner: true,
});
