export {
  type NewTokenResponse,
  newTokenResponse,
  type SessionResponse,
  sessionResponse,
  showSession,
  showToken,
  type TokenBody,
  type TokenResponse,
  tokenBody,
  tokenResponse,
} from './credentials.ts';
export {
  type InvitationBody,
  type InvitationResponse,
  invitationBody,
  invitationResponse,
  type NewInvitationResponse,
  newInvitationResponse,
  showInvitation,
} from './invitation.ts';
export {
  type FullNamesResponse,
  fullNamesResponse,
  type MeResponse,
  meResponse,
  showFullNames,
  showMe,
} from './me.ts';
export {
  type PermissionExplanationResponse,
  permissionExplanationResponse,
  showPermissionExplanation,
} from './permission-explanation.ts';
export { type RoleBody, type RoleResponse, roleBodies, roleBody, roleResponse, showRole } from './role.ts';
export {
  completeTeams,
  namedTeams,
  showTeamViews,
  type TeamViewList,
  type TeamViewResponse,
  teamsWith,
  teamViewList,
  teamViewResponse,
} from './team.ts';
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
