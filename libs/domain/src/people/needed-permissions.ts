import { rootFolderId } from '../ids/ids.ts';
import { type LocalPermission, localPermissions, type Permission } from '../model/permissions.ts';

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
  consistency: 'admin',
  audit: 'audit#view',
  user: 'security#edit',
  role: 'security#edit',
  permissionOfOthers: 'security#edit',
} as const satisfies Readonly<Record<string, Permission | null>>;

/**
 * The permission to create, change or delete an object that is not a release: commands of releases declare their own.
 */
export const neededToChange = {
  newTemplate: 'template#create',
  newRelease: 'template#create_release',
  /** of any template */
  releaseOfAny: 'release#create',
  template: 'template#edit',
  folder: 'folder#edit',
  folderAtTop: 'folder#create_top_level',
  folderTeams: 'folder#edit_security',
  folderVariable: 'folder#edit_variables',
  globalVariable: 'global_variables#edit',
  configuration: 'folder#edit_configuration',
  globalConfiguration: 'admin',
  trigger: 'trigger#edit_trigger',
  /** of the calendar; to start a task in one is `blackoutOfTask` */
  blackout: 'global_calendar#edit_blackout',
  blackoutOfTask: 'release#edit_blackout',
  plugin: 'admin',
  systemMessage: 'admin',
  riskProfile: 'risk_profile#edit',
  riskThresholds: 'admin',
  user: 'security#edit',
  /** A token for a user who cannot create it. */
  tokenOfOther: 'security#edit',
  /** one who has the permission to everything */
  adminUser: 'admin',
  role: 'security#edit',
  /** one that has the permission to everything, or is given it */
  adminRole: 'admin',
  /** To a user who is neither the caller nor the present run-as user. */
  scriptUsername: 'admin',
} as const satisfies Readonly<Record<string, Permission>>;

/** The actions of users in a folder, or at the top, which is the root folder. */
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

/** The permission for an action in a folder, and the one for the same at the top (permissions.md, section 2). */
export const neededForFolderAction = {
  createFolder: { inFolder: neededToChange.folder, atTop: neededToChange.folderAtTop },
  /** to rename, move or delete it */
  changeFolder: everywhere(neededToChange.folder),
  changeTeams: everywhere(neededToChange.folderTeams),
  changeVariables: { inFolder: neededToChange.folderVariable, atTop: neededToChange.globalVariable },
  createTemplate: { inFolder: neededToChange.template, atTop: neededToChange.newTemplate },
  createTrigger: { inFolder: neededToChange.trigger, atTop: neededToChange.newTemplate },
  /** to create, change or delete one */
  changeConfigurations: { inFolder: neededToChange.configuration, atTop: neededToChange.globalConfiguration },
} as const satisfies Readonly<Record<FolderAction, { readonly inFolder: LocalPermission; readonly atTop: Permission }>>;

export const neededInFolder = <A extends FolderAction>(action: A, folderId: string) => {
  const { inFolder, atTop } = neededForFolderAction[action];
  return folderId === rootFolderId ? atTop : inFolder;
};

/**
 * The minimum that a command to a release or template requires: a caller without it is refused. `handle` checks
 * whether it is sufficient for the command, because that depends on the plan. Routes declare it, and the OpenAPI
 * document shows it.
 */
export interface PermissionRequirement {
  /** on a release, and on parts of one: any one of these is enough, and a refusal names the first */
  readonly anyOf: readonly [Permission, ...Permission[]];
  /** the same on a template, and on parts of one */
  readonly onTemplate: readonly [Permission, ...Permission[]];
  /** who owns the task of a release, or is in the team that it names, needs none of them */
  readonly participant?: true;
  /** whose release it is needs none of them */
  readonly owner?: true;
}

export const needPermissions = (...anyOf: PermissionRequirement['anyOf']): PermissionRequirement => ({
  anyOf,
  onTemplate: ['template#edit'],
});

/** What it takes to see a release or template, and with `orParticipant` a task of it. */
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
/** To assign a task of a release to another user, to no user or to a team. */
export const neededToReassign = needPermissions('release#reassign_task');
/** To assign a locked task. On a template this requires the permission to edit locked tasks. */
export const neededToReassignLocked: PermissionRequirement = {
  ...needPermissions('release#reassign_lock_task'),
  onTemplate: ['template#lock_task'],
};
export const neededToEditTask = needPermissions('release#edit_task');
/** To change for when a task is planned. */
export const neededForDates = needPermissions('release#edit_task_dates');
export const neededToEdit = needPermissions('release#edit');
export const neededToAttach = orParticipant(needPermissions('release#edit_task_attachments'));
export const neededToLock: PermissionRequirement = { anyOf: ['release#lock_task'], onTemplate: ['template#lock_task'] };

/** To make releases from a template. */
export const neededToCreate = {
  anyOf: [neededToChange.newRelease, neededToChange.releaseOfAny],
  onTemplate: [neededToChange.newRelease, neededToChange.releaseOfAny],
} as const satisfies PermissionRequirement;

/** To set the teams of a template or release at the top (permissions.md, section 2). */
export const neededForTeams: PermissionRequirement = {
  anyOf: ['release#edit_security', 'security#edit'],
  onTemplate: ['template#edit_security', 'security#edit'],
};

/** Every right that lets its holder change some field of a task. */
const fieldPermissions = (actions: RegExp): readonly LocalPermission[] =>
  localPermissions.filter((permission) => actions.test(permission));

/** An update requires the permission of each changed field. If no field changes, the permission to view is enough. */
export const neededForAnyField = orParticipant({
  anyOf: ['release#view', ...fieldPermissions(/^release#(?:reassign|edit_(?!security))/)],
  onTemplate: [
    'template#view',
    'template#edit',
    ...fieldPermissions(/^template#edit_(?:precondition|failure_handler)/),
  ],
  owner: true,
});
