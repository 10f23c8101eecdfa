import type { ForecastResponse } from '../forecast/preview.ts';
import type { ListedRelease } from './overview.ts';

/** The data of a row, as far as the columns need it. */
export interface ReleaseCsvSource {
  readonly release: ListedRelease;
  /** Undefined for archived and finished releases. */
  readonly forecast: ForecastResponse | undefined;
  /** The titles of the visible folders on the path of the release. */
  readonly folder: string | undefined;
  /** The title of the template, if the caller can view it. */
  readonly template: string | undefined;
}

type Value = string | number | boolean | undefined;

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const isoDate = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

/** The columns of an export of releases, with their values. Dates are ISO 8601 in UTC. */
const columns = {
  id: ({ release }) => lastSegment(release.id),
  title: ({ release }) => release.title,
  status: ({ release }) => release.status,
  archived: ({ release }) => release.archived,
  folder: ({ folder }) => folder,
  template: ({ template }) => template,
  owner: ({ release }) => release.owner,
  tags: ({ release }) => release.tags.join(', '),
  risk: ({ release }) => Number(release.riskScore),
  start: ({ release }) => isoDate(release.startDate),
  due: ({ release }) => isoDate(release.dueDate),
  end: ({ release }) => isoDate(release.endDate),
  tasksFinished: ({ forecast }) => forecast && forecast.tasks.done + forecast.tasks.skipped + forecast.tasks.aborted,
  tasksTotal: ({ forecast }) => forecast?.tasks.all,
  phase: ({ forecast }) => forecast?.phase?.title,
  task: ({ forecast }) => forecast?.task?.title,
  estimatedEnd: ({ forecast }) => forecast && isoDate(Date.parse(forecast.endDate)),
} as const satisfies Readonly<Record<string, (source: ReleaseCsvSource) => Value>>;

export type ReleaseCsvColumn = keyof typeof columns;

const isColumn = (name: string): name is ReleaseCsvColumn => Object.hasOwn(columns, name);
export const releaseCsvColumns: readonly ReleaseCsvColumn[] = Object.keys(columns).filter(isColumn);

/** Whether a column needs the plans of the releases. */
export const needsForecast = (column: ReleaseCsvColumn): boolean =>
  ['tasksFinished', 'tasksTotal', 'phase', 'task', 'estimatedEnd'].includes(column);

/** A spreadsheet evaluates a text with such a beginning. */
const formulaStart = /^[=+\-@\t\r]/;
const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

/**
 * Returns a field (RFC 4180). A text that a spreadsheet would evaluate as a formula gets a leading apostrophe, which the
 * spreadsheet shows.
 */
export function csvField(value: Value): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvLine = (values: readonly Value[]): string => `${values.map(csvField).join(',')}\r\n`;

/** Returns the first line of an export, after the byte order mark, with which spreadsheets recognize UTF-8. */
export const releaseCsvHead = (names: readonly ReleaseCsvColumn[]): string => `\uFEFF${csvLine(names)}`;

/** Returns the line of a release. */
export const releaseCsvLine = (names: readonly ReleaseCsvColumn[], source: ReleaseCsvSource): string =>
  csvLine(names.map((name) => columns[name](source)));
