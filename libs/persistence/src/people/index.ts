export { keepExternalUser, type OutsideSource, type ToldGroups } from './external-users.ts';
export {
  bumpAccess,
  type Grants,
  isGrantedAnywhere,
  principalsOf,
  readAccessVersion,
  readGrants,
  readScope,
  readScopes,
  readTeamGrants,
} from './grants.ts';
export { type LastUses, recordLastUses } from './last-uses.ts';
export { listMyTeams } from './my-teams.ts';
export { peopleNamed, peopleThere, readFullNames, usersNamed } from './people-named.ts';
export { readPermissionFacts, type StoredFacts } from './permission-facts.ts';
export { findPermissionPlace, type PermissionPlace } from './permission-places.ts';
export { changePlanTeams, moveTeams } from './plan-teams.ts';
export { addRole, deleteRole, findRole, listRoles, type Role, renameRole, rolesNamed, updateRole } from './roles.ts';
export {
  addSession,
  endLogins,
  findSessionLogin,
  forgetSessions,
  listSessions,
  removeSessionOf,
  removeSessions,
  type SessionLogin,
} from './sessions.ts';
export { allInSight, type Sight } from './sight.ts';
export type { Standing } from './standing.ts';
export { readFolderTeams, readTeams, type ScopeTeams, teamNamesAt, teamsOfFolders, teamsOfScopes } from './teams.ts';
export {
  addToken,
  countTokens,
  findToken,
  findTokenLogin,
  findTokenOfRun,
  listTokens,
  removeToken,
  type Token,
  type TokenLogin,
} from './tokens.ts';
export { createsUnasked } from './unasked-creators.ts';
export {
  accountsNamed,
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
