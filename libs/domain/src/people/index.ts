export { type AuditAction, auditActions } from '../model/audit-actions.ts';
export {
  adminUser,
  requireNewUser,
  requireRoleChange,
  requireUserDeletion,
  requireUserRead,
  requireUserUpdate,
  takesPreviousPassword,
} from './accounts.ts';
export { defaultTeams } from './default-teams.ts';
export {
  explainPermission,
  type PermissionExplanation,
  type PlaceFact,
  type RoleFact,
  type TeamFact,
} from './explain-permission.ts';
export {
  type FolderTeams,
  folderTeamsAfter,
  type GivenTeam,
  type TeamsOfFolder,
  teamsAfter,
} from './given-teams.ts';
export { importedTeams, type TeamInJson } from './imported-teams.ts';
export { givenTeams, type KnownPeople, type NamedTeam } from './known-people.ts';
export { mergedTeams } from './merged-teams.ts';
export {
  lookAlikesOf,
  requireGlobal,
  requirePassword,
  requirePrincipals,
  requireRoleName,
  requireUsername,
} from './names.ts';
export {
  type Needed,
  neededForCommand,
  neededForDates,
  neededForTeams,
  neededToChange,
  neededToCreate,
  neededToRead,
  reassigning,
  seeing,
  viewing,
} from './needed-permissions.ts';
export { refusal } from './refusal.ts';
export { requireNewRelease } from './require-creation.ts';
export { bringing, callerAt, type Holder, type TeamGrant } from './rights.ts';
export { whyTokenIsOver } from './run-as.ts';
export { askingTask, isGranted, isSameUser, mayView, permissionsFor, type Subject } from './standing.ts';
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
  requireRoomForToken,
  requireSelf,
  requireToken,
  requireTokenFor,
  requireTokenOfNamed,
  requireTokensOf,
} from './tokens.ts';
