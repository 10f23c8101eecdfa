import { dateForName, loadFile, saveFile } from '../../../live/csv-files.ts';
import { lastSegment } from '../../../navigation/ids.ts';

/** Saves the audit reports of these releases as a zip. Throws ApiError, OfflineError. */
export async function saveReports(ids: readonly string[]): Promise<void> {
  const content = await loadFile('/reports/download/audit', ids.map(lastSegment), 'application/zip');
  saveFile(`audit-reports-${dateForName()}.zip`, content);
}
