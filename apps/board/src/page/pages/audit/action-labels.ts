import type { AuditResponse } from '@slipway/api-schema/audit';

/** The text of each kind of entry. */
export const actionLabels: Readonly<Record<AuditResponse['action'], string>> = {
  LOGIN_SUCCEEDED: 'Logged in',
  LOGIN_FAILED: 'Login failed',
  LOGIN_THROTTLED: 'Login held back',
  SESSION_STARTED: 'Session began',
  SESSION_ENDED: 'Session ended',
  TOKEN_CREATED: 'Token created',
  TOKEN_ENDED: 'Token ended',
  CALENDAR_CREATED: 'Calendar address created',
  CALENDAR_ENDED: 'Calendar address ended',
  USER_CREATED: 'User created',
  USER_UPDATED: 'User changed',
  USER_DELETED: 'User deleted',
  ROLE_CREATED: 'Role created',
  ROLE_UPDATED: 'Role changed',
  ROLE_RENAMED: 'Role renamed',
  ROLE_DELETED: 'Role deleted',
  TEAMS_UPDATED: 'Teams changed',
  TEAMS_INHERITED: 'Teams inherited again',
};
