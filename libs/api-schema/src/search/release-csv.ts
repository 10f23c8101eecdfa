import { isOver } from '@slipway/domain/model';
import type { ForecastResponse } from '../forecast/preview.ts';
import type { ListedRelease } from './overview.ts';

/** The data of a row, as far as the columns need it. */
export interface ReleaseCsvSource {
  readonly release: ListedRelease;
  /** Undefined for archived releases, and without a column that needs the plan. */
  readonly forecast: ForecastResponse | undefined;
  /** The titles of the visible folders on the path of the release. */
  readonly folder: string | undefined;
  /** The title of the template, if the caller can view it. */
  readonly template: string | undefined;
}

/** The value of a field; undefined: empty. */
export type CsvValue = string | number | boolean | undefined;

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const isoDate = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

/** Returns the forecast of a release that has not ended. */
const openForecast = ({ release, forecast }: ReleaseCsvSource): ForecastResponse | undefined =>
  isOver(release.status) ? undefined : forecast;

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
  phase: (source) => openForecast(source)?.phase?.title,
  task: (source) => openForecast(source)?.task?.title,
  estimatedEnd: (source) => isoDate(Date.parse(openForecast(source)?.endDate ?? '') || undefined),
} as const satisfies Readonly<Record<string, (source: ReleaseCsvSource) => CsvValue>>;

export type ReleaseCsvColumn = keyof typeof columns;

const isColumn = (name: string): name is ReleaseCsvColumn => Object.hasOwn(columns, name);
export const releaseCsvColumns: readonly ReleaseCsvColumn[] = Object.keys(columns).filter(isColumn);

const countColumns: readonly ReleaseCsvColumn[] = ['tasksFinished', 'tasksTotal'];
const estimateColumns: readonly ReleaseCsvColumn[] = ['phase', 'task', 'estimatedEnd'];

/** Whether the columns need the plan of a live release. Of a finished one, only its number of tasks is exported. */
export const needsForecast = (names: readonly ReleaseCsvColumn[], { status }: Pick<ListedRelease, 'status'>): boolean =>
  names.some((name) => countColumns.includes(name) || (estimateColumns.includes(name) && !isOver(status)));

/** A spreadsheet evaluates a text with such a beginning. Some ignore spaces before it, or accept wide characters. */
const formulaStart = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/;
const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

/**
 * Returns a field (RFC 4180). A text that a spreadsheet would evaluate as a formula gets a leading apostrophe, which the
 * spreadsheet shows.
 */
export function csvField(value: CsvValue): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a line of fields. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvField).join(',')}\r\n`;

/** Returns the first line of an export, after the byte order mark, with which spreadsheets recognize UTF-8. */
export const releaseCsvHead = (names: readonly ReleaseCsvColumn[]): string => `\uFEFF${csvLine(names)}`;

/** Returns the line of a release. */
export const releaseCsvLine = (names: readonly ReleaseCsvColumn[], source: ReleaseCsvSource): string =>
  csvLine(names.map((name) => columns[name](source)));
