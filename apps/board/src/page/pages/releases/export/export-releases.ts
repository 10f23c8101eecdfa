import type { ReleaseCsvColumn } from '@slipway/api-schema/search';
import { acceptedTypes, OfflineError, readApiError } from '../../../api/errors.ts';
import { apiPath } from '../../../api/rest.ts';
import { base } from '../../../navigation/base.ts';
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

async function download(path: string, body: object): Promise<Blob> {
  const headers = { Accept: `text/csv, ${acceptedTypes}`, 'Content-Type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(new URL(apiPath(path), base), request).catch(() => {
    throw new OfflineError(false);
  });
  if (!response.ok) throw await readApiError({ response, text: await response.text() });
  // A file that ends early is an error, and is not saved.
  return await response.blob().catch(() => {
    throw new OfflineError(false);
  });
}

function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has started the download when the next task runs.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves all matching releases as a CSV file. Throws ApiError, OfflineError. */
export async function exportReleases(query: ReleaseQuery, visible: readonly OptionalColumn[]): Promise<void> {
  const columns = [...new Set([...alwaysExported, ...visible.flatMap((name) => exportedColumns[name])])];
  const parameters = new URLSearchParams(columns.map((name) => ['columns', name]));
  if (query.where !== '') parameters.set('where', query.where);
  const content = await download(`/releases/search/export?${parameters}`, filterOf(query));
  saveFile(`releases-${new Date().toISOString().slice(0, 10)}.csv`, withHeadings(content, columns));
}
