import type { FilterBody } from '@slipway/api-schema/search';
import {
  choiceParam,
  flagParam,
  offsetParam,
  type StateOf,
  textParam,
  type UrlParam,
  urlState,
} from '../../navigation/url-state.ts';
import { type Day, dayOf, type Period, parseDay, type Span } from './days.ts';

/** The modes of the calendar. The URL omits the first one. */
export const modeLabels = { month: 'Month', week: 'Week', list: 'List' } as const;
export type CalendarMode = keyof typeof modeLabels;
export const modes: readonly [CalendarMode, ...CalendarMode[]] = ['month', 'week', 'list'];

/** A day; today by default. The URL always contains the day, so that a saved URL shows the same day later. */
const dayParam: UrlParam<Day> = {
  read: (params) => parseDay(params.get('day'), dayOf(Date.now())),
  write: (day) => [['day', day]],
};

export const calendarUrl = urlState({
  mode: choiceParam('form', modes),
  /** A day of the visible week or month. */
  day: dayParam,
  title: textParam('title'),
  isMine: flagParam('mine'),
  /** The number of releases before the page. */
  from: offsetParam('from'),
});

/** The state of the calendar. */
export type CalendarQuery = StateOf<typeof calendarUrl>;

/** Returns the length of the period that a mode shows. */
export const periodOf = (mode: CalendarMode): Period => (mode === 'week' ? 'week' : 'month');

/** Returns the URL of a state. */
export const queryUrl = (query: CalendarQuery): string => calendarUrl.url('/calendar', query);

/**
 * Returns the search filter for the releases of a time range. The latest starts are first, because many old releases
 * that never ended may overlap the range.
 */
export function filterOf({ title, isMine }: CalendarQuery, { from, to }: Span): Partial<FilterBody> {
  return {
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(isMine && { onlyMine: true }),
    from,
    to,
    orderBy: 'start_date',
    orderDirection: 'DESC',
  };
}
