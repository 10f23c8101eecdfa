import type { FilterBody } from '@slipway/api-schema/search';
import { type Day, type Period, parseDay, type Span } from './days.ts';

/** In which forms the calendar is shown; the first one has no name in the address. */
export const modeLabels = { month: 'Month', week: 'Week', list: 'List' } as const;
export type CalendarMode = keyof typeof modeLabels;

const isMode = (text: string): text is CalendarMode => Object.hasOwn(modeLabels, text);
export const modes: readonly CalendarMode[] = Object.keys(modeLabels).filter(isMode);

/** The state of the calendar, from its address. */
export interface CalendarQuery {
  readonly mode: CalendarMode;
  /** the day that is shown, with its week or month */
  readonly day: Day;
  readonly title: string;
  readonly isMine: boolean;
  /** how many releases come before those that are shown */
  readonly from: number;
}

/** Of how much time a form shows the releases. */
export const periodOf = (currentMode: CalendarMode): Period => (currentMode === 'week' ? 'week' : 'month');

/** Parses an address; invalid values are ignored. */
export function parseQuery(params: URLSearchParams, today: Day): CalendarQuery {
  const mode = params.get('form') ?? '';
  const from = params.get('from') ?? '';
  return {
    mode: isMode(mode) ? mode : 'month',
    day: parseDay(params.get('day'), today),
    title: params.get('title') ?? '',
    isMine: params.has('mine'),
    from: /^\d{1,6}$/.test(from) ? Number(from) : 0,
  };
}

/** The address of the state; it always contains the day, so that it means the same tomorrow. */
export function queryUrl({ mode, day, title, isMine, from }: CalendarQuery): string {
  const params = new URLSearchParams();
  if (mode !== 'month') params.set('form', mode);
  params.set('day', day);
  if (title !== '') params.set('title', title);
  if (isMine) params.set('mine', 'yes');
  if (from > 0) params.set('from', String(from));
  return `/calendar?${params}`;
}

/** What releases are searched by that touch a time: those that start last come first, since many that never ended touch it. */
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
