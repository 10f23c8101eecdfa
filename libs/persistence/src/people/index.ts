export type { AccessAttributes } from './access-attributes.ts';
export { type AccountSource, type GroupClaim, storeExternalUser } from './external-users.ts';
export { findPeopleByName, findUsersByName, lockPeopleByName, readFullNames } from './find-people.ts';
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
export { type LastUses, recordLastUses } from './last-uses.ts';
export { isLegacyCreator } from './legacy-creators.ts';
export { listMyTeams } from './my-teams.ts';
export { type PermissionFacts, readPermissionFacts } from './permission-facts.ts';
export { findPermissionObject, type PermissionObject } from './permission-objects.ts';
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
  listSessions,
  removeSessionByHash,
  removeSessions,
  type SessionLogin,
} from './sessions.ts';
export {
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
export { addUser, countUsers, findLogin, findUser, setPassword } from './users.ts';
export { everythingVisible, type VisibilityFilter } from './visibility-filter.ts';
