import type { Instant, Json } from '../json.ts';

/** The actions in the audit log. Equal login attempts share one entry with a count. */
export const auditActions = [
  'LOGIN_SUCCEEDED',
  'LOGIN_FAILED',
  'LOGIN_THROTTLED',
  'SESSION_STARTED',
  'SESSION_ENDED',
  'TOKEN_CREATED',
  'TOKEN_ENDED',
  'CALENDAR_CREATED',
  'CALENDAR_ENDED',
  'USER_CREATED',
  'USER_UPDATED',
  'USER_DELETED',
  'INVITATION_CREATED',
  'INVITATION_REVOKED',
  'INVITATION_ACCEPTED',
  'RESET_REQUESTED',
  'PASSWORD_RESET',
  'ROLE_CREATED',
  'ROLE_UPDATED',
  'ROLE_RENAMED',
  'ROLE_DELETED',
  'TEAMS_UPDATED',
  'TEAMS_INHERITED',
  'VIEW_UPDATED',
  'VIEW_DELETED',
  'COMMENT_UPDATED',
  'COMMENT_DELETED',
  'RISKPROFILE_CREATED',
  'RISKPROFILE_UPDATED',
  'RISKPROFILE_DELETED',
  'THRESHOLDS_UPDATED',
  'NOTIFICATIONS_UPDATED',
  'TEMPLATES_UPDATED',
  'DELIVERIES_REPLAYED',
  'MAIL_TESTED',
  'SUSPENSION_ENDED',
  'REPORT_CREATED',
  'RECEIVER_CREATED',
  'RECEIVER_UPDATED',
  'RECEIVER_DELETED',
  'INSIGHTS_UPDATED',
  'DEPLOYMENT_MARKED',
  'INCIDENT_RECORDED',
  'DASHBOARD_CREATED',
  'DASHBOARD_UPDATED',
  'DASHBOARD_DELETED',
  'AGENT_REGISTERED',
  'INTEGRATION_ENABLED',
  'INTEGRATION_DISABLED',
  'SECRET_ROTATED',
  'SECRET_REVOKED',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** An entry of the audit log. */
export interface AuditEntry {
  /** unique and increasing in time */
  readonly seq: number;
  readonly at: Instant;
  readonly action: AuditAction;
  readonly username: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly before: Json;
  readonly after: Json;
  readonly count: number;
  /** the time of the latest of several login attempts */
  readonly lastAt: Instant | null;
}
