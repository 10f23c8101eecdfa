export { storeExternalUser, type AccountSource, type GroupClaim } from './external-users.ts';
export {
  bumpAccessVersion,
  type Grants,
  isGrantedAnywhere,
  toPrincipals,
  readAccessVersion,
  readGrants,
  readScope,
  readScopes,
  readTeamGrants,
} from './grants.ts';
export { type LastUses, recordLastUses } from './last-uses.ts';
export { listMyTeams } from './my-teams.ts';
export { lockPeopleByName, findPeopleByName, readFullNames, findUsersByName } from './people-named.ts';
export { readPermissionFacts, type PermissionFacts } from './permission-facts.ts';
export { findPermissionObject, type PermissionObject } from './permission-places.ts';
export { changePlanTeams, moveTeams } from './plan-teams.ts';
export { addRole, deleteRole, findRole, listRoles, type Role, renameRole, findRolesByName, updateRole } from './roles.ts';
export {
  addSession,
  endLogins,
  findSessionLogin,
  deleteExpiredSessions,
  listSessions,
  removeSessionByHash,
  removeSessions,
  type SessionLogin,
} from './sessions.ts';
export { everythingVisible, type VisibilityFilter } from './sight.ts';
export type { AccessAttributes } from './standing.ts';
export { readFolderTeams, readTeams, type ScopeTeams, readTeamNames, readTeamsOfFolders, readTeamsOfScopes } from './teams.ts';
export {
  addToken,
  countTokens,
  findToken,
  findTokenLogin,
  findRunToken,
  listTokens,
  removeToken,
  type Token,
  type TokenLogin,
} from './tokens.ts';
export { isLegacyCreator } from './unasked-creators.ts';
export {
  findAccountsByName,
  addAccount,
  deleteAccount,
  findAccount,
  listAccounts,
  lockPeople,
  type UserAccount,
  type UserDraft,
  updateAccount,
  wouldBeAdmin,
} from './user-accounts.ts';
export { addUser, countUsers, findLogin, findUser, setPassword } from './users.ts';
