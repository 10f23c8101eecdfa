import type { ReleaseCsvColumn } from '@slipway/api-schema/search';
import { csvName, downloadCsv, saveFile } from '../../../live/csv-files.ts';
import type { OptionalColumn } from '../list-columns.ts';
import { filterOf, type ReleaseQuery } from '../query.ts';
import { withHeadings } from './file-head.ts';

/** The columns of the file for each visible column. The list always shows the first ones. */
const alwaysExported: readonly ReleaseCsvColumn[] = ['id', 'title', 'status', 'archived', 'folder'];
const exportedColumns: Readonly<Record<OptionalColumn, readonly ReleaseCsvColumn[]>> = {
  progress: ['tasksFinished', 'tasksTotal'],
  work: ['phase', 'task'],
  task: ['task'],
  start: ['start'],
  risk: ['risk'],
  estimatedEnd: ['estimatedEnd', 'due', 'end'],
  due: ['due'],
  end: ['due', 'end'],
  owner: ['owner'],
  folder: ['folder'],
  template: ['template'],
  tags: ['tags'],
};

/** Saves all matching releases as a CSV file. Throws ApiError, OfflineError. */
export async function exportReleases(query: ReleaseQuery, visible: readonly OptionalColumn[]): Promise<void> {
  const columns = [...new Set([...alwaysExported, ...visible.flatMap((name) => exportedColumns[name])])];
  const parameters = new URLSearchParams(columns.map((name) => ['columns', name]));
  if (query.where !== '') parameters.set('where', query.where);
  const content = await downloadCsv(`/releases/search/export?${parameters}`, filterOf(query));
  saveFile(csvName('releases'), withHeadings(content, columns));
}
