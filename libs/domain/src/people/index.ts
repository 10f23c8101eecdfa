export { type AuditAction, auditActions } from '../model/audit-actions.ts';
export {
  adminUser,
  requireNewUser,
  requireRoleChange,
  requireUserDeletion,
  requireUserRead,
  requireUserUpdate,
  requiresPreviousPassword,
} from './accounts.ts';
export { defaultTeams } from './default-teams.ts';
export {
  explainPermission,
  type PermissionExplanation,
  type ObjectFact,
  type RoleFact,
  type TeamFact,
} from './explain-permission.ts';
export {
  type FolderTeams,
  replaceFolderTeams,
  type RequestedTeam,
  type CurrentFolderTeams,
  replaceTeams,
} from './given-teams.ts';
export { importTeams, type TeamJson } from './imported-teams.ts';
export { resolveTeams, type ExistingPeople, type NamedTeam } from './known-people.ts';
export { mergeTeams } from './merged-teams.ts';
export {
  lookAlikesOf,
  requireGlobal,
  requirePassword,
  requirePrincipals,
  requireRoleName,
  requireUsername,
} from './names.ts';
export {
  type PermissionRequirement,
  neededForCommand,
  neededForDates,
  neededForTeams,
  neededToChange,
  neededToCreate,
  neededToRead,
  neededToReassign,
  neededToViewTask,
  neededToView,
} from './needed-permissions.ts';
export { refusal } from './refusal.ts';
export { requireNewRelease } from './require-creation.ts';
export { grantingPermissions, callerAt, type PermissionHolder, type TeamGrant } from './rights.ts';
export { tokenFaultMessage } from './run-as.ts';
export { inputTaskFor, isGranted, isSameUser, mayView, permissionsFor, type Subject } from './standing.ts';
export {
  folderOwnerTeam,
  isSystemTeam,
  releaseAdminTeam,
  type Team,
  type TeamMember,
  teamsIn,
  unknownTeams,
  unknownTeamWarning,
  userMember,
} from './teams.ts';
export {
  requireNoToken,
  requireTokenQuota,
  requireSelf,
  requireToken,
  requireTokenFor,
  requireTokenOfNamed,
  requireTokensOf,
} from './tokens.ts';
