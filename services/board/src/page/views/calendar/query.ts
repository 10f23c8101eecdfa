import type { FilterBody } from '@slipway/wire';
import { type Day, type Reach, readDay, type Span } from './days.ts';

/** In which forms the calendar is shown; the first one has no name in the address. */
export const formWords = { month: 'Month', week: 'Week', list: 'List' } as const;
export type Form = keyof typeof formWords;

const isForm = (text: string): text is Form => Object.hasOwn(formWords, text);
export const forms: readonly Form[] = Object.keys(formWords).filter(isForm);

/** The state of the calendar, from its address. */
export interface CalendarQuery {
  readonly form: Form;
  /** the day that is shown, with its week or month */
  readonly day: Day;
  readonly title: string;
  readonly isMine: boolean;
  /** how many releases come before those that are shown */
  readonly from: number;
}

/** Of how much time a form shows the releases. */
export const reachOf = (shown: Form): Reach => (shown === 'week' ? 'week' : 'month');

/** Parses an address; invalid values are ignored. */
export function queryIn(written: URLSearchParams, today: Day): CalendarQuery {
  const form = written.get('form') ?? '';
  const from = written.get('from') ?? '';
  return {
    form: isForm(form) ? form : 'month',
    day: readDay(written.get('day'), today),
    title: written.get('title') ?? '',
    isMine: written.has('mine'),
    from: /^\d{1,6}$/.test(from) ? Number(from) : 0,
  };
}

/** The address of the state; it always contains the day, so that it means the same tomorrow. */
export function addressOf({ form, day, title, isMine, from }: CalendarQuery): string {
  const written = new URLSearchParams();
  if (form !== 'month') written.set('form', form);
  written.set('day', day);
  if (title !== '') written.set('title', title);
  if (isMine) written.set('mine', 'yes');
  if (from > 0) written.set('from', String(from));
  return `/calendar?${written}`;
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
