export { type MeResponse, meResponse, showMe } from './me.ts';
export {
  type PermissionExplanationResponse,
  permissionExplanationResponse,
  showPermissionExplanation,
} from './permission-explanation.ts';
export { type RoleBody, type RoleResponse, roleBodies, roleBody, roleResponse, showRole } from './role.ts';
export { type SessionResponse, sessionResponse, showSession } from './session.ts';
export { completeTeams, teamsWith } from './team.ts';
export {
  namedTeams,
  showTeamViews,
  type TeamViewList,
  type TeamViewResponse,
  teamViewList,
  teamViewResponse,
} from './team-view.ts';
export {
  type NewTokenResponse,
  newTokenResponse,
  showToken,
  type TokenBody,
  type TokenResponse,
  tokenBody,
  tokenResponse,
} from './token.ts';
export {
  type NewUserBody,
  newUserBody,
  passwordBody,
  profileOf,
  showUser,
  type UserBody,
  type UserFilter,
  type UserResponse,
  userBodies,
  userBody,
  userFilter,
  userResponse,
} from './user.ts';
