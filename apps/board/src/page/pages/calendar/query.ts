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

/** The forms of the calendar; the first one has no name in the address. */
export const modeLabels = { month: 'Month', week: 'Week', list: 'List' } as const;
export type CalendarMode = keyof typeof modeLabels;
export const modes: readonly [CalendarMode, ...CalendarMode[]] = ['month', 'week', 'list'];

/** A day; today by default. An address always contains it, so that it means the same tomorrow. */
const dayParam: UrlParam<Day> = {
  read: (params) => parseDay(params.get('day'), dayOf(Date.now())),
  write: (day) => [['day', day]],
};

export const calendarUrl = urlState({
  mode: choiceParam('form', modes),
  /** The day that is shown, with its week or month */
  day: dayParam,
  title: textParam('title'),
  isMine: flagParam('mine'),
  /** The number of releases before the page */
  from: offsetParam('from'),
});

/** The state of the calendar. */
export type CalendarQuery = StateOf<typeof calendarUrl>;

/** The period that a form shows the releases of. */
export const periodOf = (mode: CalendarMode): Period => (mode === 'week' ? 'week' : 'month');

/** The address of a state. */
export const queryUrl = (query: CalendarQuery): string => calendarUrl.url('/calendar', query);

/** The search for releases in a period. Those that start last come first, since many that never ended overlap it. */
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
