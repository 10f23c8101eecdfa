export {
  type Actor,
  type AuditRecord,
  deleteExpiredAudit,
  type LoginAttempts,
  readAudit,
  recordLoginAttempts,
  writeAudit,
} from './audit-log.ts';
