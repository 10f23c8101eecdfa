import type { ReleaseCsvColumn } from '@slipway/api-schema/search';
import { t } from '../../../navigation/text.ts';

/** The headings of the columns in the file, as the list of releases names them. */
const headings: Readonly<Record<ReleaseCsvColumn, string>> = {
  id: t('ID'),
  title: t('Title'),
  status: t('Status'),
  archived: t('Archived'),
  folder: t('Folder'),
  template: t('Template'),
  owner: t('Owner'),
  tags: t('Tags'),
  risk: t('Risk'),
  start: t('Start'),
  due: t('Due date'),
  end: t('Ended'),
  tasksFinished: t('Finished tasks'),
  tasksTotal: t('Tasks'),
  phase: t('Current phase'),
  task: t('Current task'),
  estimatedEnd: t('Estimated end'),
};

/** Returns the first line of a file, after the byte order mark of the server. */
const headOf = (fields: readonly string[]): string => `\uFEFF${fields.join(',')}\r\n`;

/** Quotes a heading, which can contain a comma in some languages. */
const quoted = (heading: string): string => (/[",;]/.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading);

/** Replaces the first line of an export, which contains the names of the columns, by headings. */
export function withHeadings(content: Blob, columns: readonly ReleaseCsvColumn[]): Blob {
  const head = headOf(columns.map((name) => quoted(headings[name])));
  const { size } = new Blob([headOf(columns)]);
  return new Blob([head, content.slice(size)], { type: content.type });
}
