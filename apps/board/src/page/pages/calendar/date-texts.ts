import { isUtc } from '../../navigation/preferences.ts';
import { dayOf, type Span } from './days.ts';

const createFormats = (timeZone: string | undefined) => ({
  time: new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }),
  date: new Intl.DateTimeFormat(undefined, { weekday: 'short', month: 'short', day: 'numeric', timeZone }),
  dateWithYear: new Intl.DateTimeFormat(undefined, {
    ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
    timeZone,
  }),
});
const localFormats = createFormats(undefined);
const utcFormats = createFormats('UTC');

/** The formats in the time zone that the user has chosen. */
const formats = () => (isUtc.value ? utcFormats : localFormats);

/** Returns a time with its day, such as `Sat, Nov 28, 02:40`. The current year is omitted. */
export function momentText(at: number): string {
  const { time, date, dateWithYear } = formats();
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return `${(isThisYear ? date : dateWithYear).format(at)}, ${time.format(at)}${isUtc.value ? ' UTC' : ''}`;
}

/** Returns the end of a time range, without its day if that is the day of the start. */
export const endText = ({ from, to }: Span): string =>
  !isUtc.value && dayOf(from) === dayOf(to) ? formats().time.format(to) : momentText(to);

/** Returns a time range, such as `Sat, Nov 28, 00:00 – 02:00`. */
export const rangeText = (span: Span): string =>
  span.from === span.to ? momentText(span.from) : `${momentText(span.from)} – ${endText(span)}`;
