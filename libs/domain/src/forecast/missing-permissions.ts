import { neededForCommand } from '../commands/registry.ts';
import type { Caller } from '../decision/inputs.ts';
import { type GlobalPermission, isGlobalPermission, type Permission } from '../model/catalogs/permissions.ts';
import type { Release } from '../model/release.ts';
import { isTemplate } from '../model/status.ts';
import { isGranted, permissionsFor } from '../people/access-attributes.ts';
import {
  type FolderAction,
  neededForDates,
  neededForFolderAction,
  neededInFolder,
  neededToChange,
  neededToCreate,
  neededToRead,
  neededToReport,
  type PermissionRequirement,
} from '../people/needed-permissions.ts';

/** The missing permission for each action that a user cannot run. If any of several is sufficient, the first one. */
type Missing<Action extends string> = Readonly<Partial<Record<Action, Permission>>>;

/** The actions of users outside of folders, and on objects of the whole installation. */
export const accountActions = [
  'createFolder',
  'createTemplate',
  'createTrigger',
  'changeConfigurations',
  'createRelease',
  'changeUsers',
  'changeRoles',
  'changeBlackouts',
  'changeVariables',
  'changeRiskProfiles',
  'changeRiskThresholds',
  'changeInsightSettings',
  'createDashboard',
  'readAudit',
  'createReports',
  'readConsistency',
] as const;
type AccountAction = (typeof accountActions)[number];

const neededForAccountAction = {
  createFolder: [neededForFolderAction.createFolder.atTop],
  createTemplate: [neededForFolderAction.createTemplate.atTop],
  createTrigger: [neededForFolderAction.createTrigger.atTop],
  changeConfigurations: [neededForFolderAction.changeConfigurations.atTop],
  /** From any template. */
  createRelease: neededToCreate.onTemplate,
  changeUsers: [neededToChange.user],
  changeRoles: [neededToChange.role],
  changeBlackouts: [neededToChange.blackout],
  changeVariables: [neededToChange.globalVariable],
  changeRiskProfiles: [neededToChange.riskProfile],
  changeRiskThresholds: [neededToChange.riskThresholds],
  changeInsightSettings: [neededToChange.insightSettings],
  createDashboard: [neededToChange.newDashboard],
  readAudit: [neededToRead.audit],
  createReports: neededToReport,
  readConsistency: [neededToRead.consistency],
} as const satisfies Readonly<Record<AccountAction, readonly [Permission, ...Permission[]]>>;

/** Returns the missing permission for each action that the roles of a user do not allow. */
export function missingAccountPermissions(
  hasPermission: (permission: GlobalPermission) => boolean,
): Missing<AccountAction> {
  const missing: Partial<Record<AccountAction, Permission>> = {};
  for (const action of accountActions) {
    const anyOf: readonly [Permission, ...Permission[]] = neededForAccountAction[action];
    const isAllowed = anyOf.some((permission) => isGlobalPermission(permission) && hasPermission(permission));
    if (!isAllowed) missing[action] = anyOf[0];
  }
  return missing;
}

/** Returns the missing permission for each of these actions that the caller cannot run in a folder. */
export function missingFolderPermissions(
  caller: Caller,
  folderId: string,
  actions: readonly FolderAction[],
): Missing<FolderAction> {
  const missing: Partial<Record<FolderAction, Permission>> = {};
  for (const action of actions) {
    const needed = neededInFolder(action, folderId);
    if (!caller.may(needed)) missing[action] = needed;
  }
  return missing;
}

const releaseActions = [
  'startRelease',
  'resumeRelease',
  'restartRelease',
  'abortRelease',
  'updateRelease',
  'updateVariable',
  'attachToRelease',
  'changeDates',
] as const;
const templateActions = ['editTemplate', 'lockTask', 'createRelease', 'copyTemplate', 'createTrigger'] as const;

/** The actions of users on a release or a template. */
export const planActions = [...releaseActions, ...templateActions] as const;
type PlanAction = (typeof planActions)[number];

const sameFolder = (action: FolderAction, { folderId }: Pick<Release, 'folderId'>): PermissionRequirement => {
  const needed = [neededInFolder(action, folderId)] as const;
  return { anyOf: needed, onTemplate: needed };
};

const neededOnPlan = {
  startRelease: neededForCommand('startRelease'),
  resumeRelease: neededForCommand('resumeRelease'),
  restartRelease: neededForCommand('restartRelease'),
  abortRelease: neededForCommand('abortRelease'),
  updateRelease: neededForCommand('updateRelease'),
  updateVariable: neededForCommand('updateVariable'),
  attachToRelease: neededForCommand('attachToRelease'),
  /** Changes the planned dates of tasks. */
  changeDates: neededForDates,
  /** Updates, moves or deletes the template. */
  editTemplate: neededForCommand('updateRelease'),
  lockTask: neededForCommand('lockTask'),
  createRelease: neededToCreate,
} as const satisfies Readonly<Record<Exclude<PlanAction, 'copyTemplate' | 'createTrigger'>, PermissionRequirement>>;

function neededForPlanAction(action: PlanAction, release: Pick<Release, 'folderId'>): PermissionRequirement {
  // The copy and the trigger are created in the folder of the template.
  if (action === 'copyTemplate') return sameFolder('createTemplate', release);
  if (action === 'createTrigger') return sameFolder('createTrigger', release);
  return neededOnPlan[action];
}

/** Returns the missing permission for each action on a release or template that the caller cannot run. */
export function missingPlanPermissions(
  caller: Caller,
  release: Pick<Release, 'status' | 'owner' | 'folderId'>,
): Missing<PlanAction> {
  const missing: Partial<Record<PlanAction, Permission>> = {};
  for (const action of isTemplate(release.status) ? templateActions : releaseActions) {
    const needed = neededForPlanAction(action, release);
    if (!isGranted(needed, caller, { release })) missing[action] = permissionsFor(needed, { release })[0];
  }
  return missing;
}
