export { type AuditReport, auditReport, recordReports, reportableId, reportableIds } from './audit-report.ts';
