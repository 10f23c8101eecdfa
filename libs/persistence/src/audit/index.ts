export {
  type Actor,
  deleteExpiredAudit,
  type LoginAttempts,
  readAudit,
  recordLoginAttempts,
  writeAudit,
} from './audit-log.ts';
