export { type AuditResponse, auditResponse, showAuditLine } from './audit.ts';
