import FileSpreadsheet from '~icons/lucide/file-spreadsheet';
import { permissionReason } from '../../../api/permission-reason.ts';
import { missingGlobalPermission } from '../../../api/permissions.ts';
import type { MenuAction } from '../../../components/controls/menu.tsx';
import { downloadFile } from '../../../components/files.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';

/** The maximum number of reports in one file. */
const maxReports = 100;

/** Returns why the user cannot create audit reports of this number of releases; null if the user can. */
export function reportsReason(count: number): string | null {
  if (count > maxReports) return t`Select at most ${maxReports} releases`;
  return permissionReason(missingGlobalPermission('createReports'));
}

/** Returns the path of the audit report of a release. */
export const reportPath = (id: string): string => `/reports/download/audit/${lastSegment(id)}`;

/** Downloads the audit report of a release. */
export const auditReportAction = (id: string): MenuAction => ({
  label: t('Audit report (Excel)'),
  icon: FileSpreadsheet,
  disabledReason: reportsReason(1),
  run: () => downloadFile(reportPath(id)),
});
