export { deleteExpiredAudit } from './delete-expired-audit.ts';
export { type LoginAttempts, recordLoginAttempts } from './login-attempts.ts';
export { readAudit } from './read-audit.ts';
export { type Actor, writeAudit } from './write-audit.ts';
