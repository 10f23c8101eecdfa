import type { FilterBody } from '@slipway/api-schema/search';
import { isNarrow } from '../../navigation/narrow.ts';
import { isPrinting } from '../../navigation/print.ts';
import { t } from '../../navigation/text.ts';
import {
  flagParam,
  offsetParam,
  type StateOf,
  textParam,
  type UrlParam,
  urlState,
} from '../../navigation/url-state.ts';
import { type Day, dayOf, type Period, parseDay, type Span } from './days.ts';

/** The modes of the calendar. */
export const modeLabels = { month: t('Month'), week: t('Week'), list: t('List') } as const;
export type CalendarMode = keyof typeof modeLabels;
export const modes: readonly [CalendarMode, ...CalendarMode[]] = ['month', 'week', 'list'];

/** A mode; null for the default of the screen. */
const modeParam: UrlParam<CalendarMode | null> = {
  read: (params) => modes.find((mode) => mode === params.get('form')) ?? null,
  write: (mode) => (mode === null ? [] : [['form', mode]]),
};

/** A day; today by default. The URL always contains the day, so that a saved URL shows the same day later. */
const dayParam: UrlParam<Day> = {
  read: (params) => parseDay(params.get('day'), dayOf(Date.now())),
  write: (day) => [['day', day]],
};

export const calendarUrl = urlState({
  chosenMode: modeParam,
  /** A day of the visible week or month. */
  day: dayParam,
  title: textParam('title'),
  isMine: flagParam('mine'),
  /** The name of the user who owns the releases; empty for all. */
  owner: textParam('owner'),
  /** The id of a folder; empty for all. */
  folder: textParam('folder'),
  /** Whether the days exclude Saturday and Sunday. */
  hasWorkdaysOnly: flagParam('workdays'),
  /** The number of releases before the page. */
  from: offsetParam('from'),
});

/** The state of the calendar. */
export type CalendarQuery = StateOf<typeof calendarUrl>;

/**
 * Returns the default mode: the list on a phone, because the days of a month are too narrow there for titles. Paper has
 * the width of a phone in pixels, but can show a month.
 */
const defaultMode = (): CalendarMode => (isNarrow.value && !isPrinting.value ? 'list' : 'month');

/** Returns the visible mode. */
export const modeOf = ({ chosenMode }: Pick<CalendarQuery, 'chosenMode'>): CalendarMode => chosenMode ?? defaultMode();

/** Returns the URL of a state in a mode, at the first page. The URL omits the default mode. */
export const modeUrl = (query: CalendarQuery, mode: CalendarMode): string =>
  queryUrl({ ...query, chosenMode: mode === defaultMode() ? null : mode, from: 0 });

/** Whether a filter hides releases. */
export const isFiltered = ({ title, isMine, owner, folder }: CalendarQuery): boolean =>
  title !== '' || isMine || owner !== '' || folder !== '';

/** Returns the length of the period that a mode shows. */
export const periodOf = (mode: CalendarMode): Period => (mode === 'week' ? 'week' : 'month');

/** Returns the URL of a state. */
export const queryUrl = (query: CalendarQuery): string => calendarUrl.url('/calendar', query);

/**
 * Returns the search filter for the releases of a time range. The latest starts are first, because many old releases
 * that never ended may overlap the range.
 */
export function filterOf({ title, isMine, owner, folder }: CalendarQuery, { from, to }: Span): Partial<FilterBody> {
  return {
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(isMine && { onlyMine: true }),
    ...(owner.trim() !== '' && { owner: owner.trim() }),
    ...(folder !== '' && { parentId: folder }),
    from,
    to,
    orderBy: 'start_date',
    orderDirection: 'DESC',
  };
}
