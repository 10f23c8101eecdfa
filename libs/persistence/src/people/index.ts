export { type AccountSource, type GroupClaim, storeExternalUser } from './external-users.ts';
export {
  bumpAccessVersion,
  type Grants,
  isGrantedAnywhere,
  readAccessVersion,
  readGrants,
  readScope,
  readScopes,
  readTeamGrants,
  toPrincipals,
} from './grants.ts';
export {
  addInvitation,
  countInvitations,
  deleteExpiredInvitations,
  findInvitation,
  type Invitation,
  isInvited,
  listInvitations,
  removeInvitation,
  takeInvitation,
} from './invitations.ts';
export {
  addPasswordReset,
  claimUnsentResets,
  countPasswordResets,
  deleteExpiredPasswordResets,
  deleteResetSecret,
  findPasswordReset,
  findResetCandidates,
  nextUnsentResetInMs,
  postponeResetMail,
  takePasswordReset,
  type UnsentReset,
} from './password-resets.ts';
export {
  type AccessAttributes,
  findPermissionObject,
  type PermissionFacts,
  type PermissionObject,
  readPermissionFacts,
} from './permission-facts.ts';
export { changePlanTeams, moveTeams } from './plan-teams.ts';
export {
  addRole,
  deleteRole,
  findRole,
  findRolesByName,
  listRoles,
  type Role,
  renameRole,
  updateRole,
} from './roles.ts';
export {
  addSession,
  deleteExpiredSessions,
  endLogins,
  findSessionLogin,
  type LastUses,
  listSessions,
  recordLastUses,
  removeSessionByHash,
  removeSessions,
  type SessionLogin,
} from './sessions.ts';
export {
  findFolderTeam,
  listMyTeams,
  readFolderTeams,
  readTeamNames,
  readTeams,
  readTeamsOfFolders,
  readTeamsOfScopes,
  type ScopeTeams,
} from './teams.ts';
export {
  addToken,
  countTokens,
  findRunToken,
  findToken,
  findTokenLogin,
  listTokens,
  removeToken,
  type Token,
  type TokenLogin,
} from './tokens.ts';
export {
  addAccount,
  deleteAccount,
  findAccount,
  findAccountsByName,
  listAccounts,
  lockPeople,
  type UserAccount,
  type UserDraft,
  updateAccount,
  wouldBeAdmin,
} from './user-accounts.ts';
export {
  addUser,
  countUsers,
  findLogin,
  findPeopleByName,
  findUser,
  findUsersByName,
  isLegacyCreator,
  lockPeopleByName,
  readActiveFullNames,
  readFullNames,
  setPassword,
} from './users.ts';
export { everythingVisible, type VisibilityFilter } from './visibility-filter.ts';
