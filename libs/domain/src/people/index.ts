export { inputTaskFor, isGranted, isSameUser, mayView, permissionsFor, type Subject } from './access-attributes.ts';
export {
  adminUser,
  requireNewUser,
  requireOtherPassword,
  requirePasswordHere,
  requireRoleChange,
  requiresPreviousPassword,
  requireUserDeletion,
  requireUserRead,
  requireUserUpdate,
} from './accounts.ts';
export { mayDeleteComment, mayEditComment } from './comment-permissions.ts';
export { defaultTeams } from './default-teams.ts';
export {
  explainPermission,
  type ObjectFact,
  type PermissionExplanation,
  type RoleFact,
  type TeamFact,
} from './explain-permission.ts';
export { importTeams, type TeamJson } from './import-teams.ts';
export {
  invalidInvitation,
  invitationLifetimeMs,
  isAcceptable,
  requireInvitationQuota,
  requireInvitee,
} from './invitations.ts';
export { mergeTeams } from './merge-teams.ts';
export {
  lookAlikesOf,
  requireGlobal,
  requirePassword,
  requirePrincipals,
  requireRoleName,
  requireUsername,
} from './names.ts';
export {
  type FolderAction,
  folderActions,
  neededForFolderAction,
  neededForTeams,
  neededInFolder,
  neededToChange,
  neededToCreate,
  neededToEdit,
  neededToRead,
  neededToReassign,
  neededToReport,
  neededToView,
  neededToViewTask,
  type PermissionRequirement,
} from './needed-permissions.ts';
export { callerAt, grantingPermissions, type PermissionHolder, type TeamGrant } from './permission-holder.ts';
export { refusal } from './refusal.ts';
export {
  type CurrentFolderTeams,
  type FolderTeams,
  type RequestedTeam,
  replaceFolderTeams,
  replaceTeams,
} from './requested-teams.ts';
export { requireNewRelease } from './require-creation.ts';
export { type ExistingPeople, type NamedTeam, resolveTeams } from './resolve-teams.ts';
export { tokenFaultMessage } from './run-as.ts';
export { neededByScript } from './task-fields.ts';
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
  requireSelf,
  requireToken,
  requireTokenFor,
  requireTokenOfNamed,
  requireTokenQuota,
  requireTokensOf,
} from './tokens.ts';
