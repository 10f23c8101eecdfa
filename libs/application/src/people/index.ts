export type { Passwords, RequireUnchanged } from './caller-context.ts';
export { renderPermission } from './explain-permission.ts';
export {
  acceptInvitation,
  createInvitation,
  renderInvitations,
  requireAcceptable,
  revokeInvitation,
} from './invitations.ts';
export { renderRoleList, renderUserList } from './lists.ts';
export { renderFullNames, renderMe } from './me.ts';
export { requestPasswordReset, resetPassword } from './password-resets.ts';
export { createRoles, deleteRole, getRole, renameRole, roleAt, updateRoles } from './roles.ts';
export { folderTeams, isFolderOwner, planTeams, setFolderTeams, setPlanTeams } from './teams.ts';
export { updateUsers } from './update-users.ts';
export { createUser, deleteUser, getUser } from './users.ts';
