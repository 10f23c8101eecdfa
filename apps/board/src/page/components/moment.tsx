import { isUtc } from '../navigation/preferences.ts';

const longFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const shortFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** The placeholder of a missing value. */
export const None = () => <span class="none nil">–</span>;

/** The placeholder of a value that is not known yet. */
export const Unknown = () => (
  <span class="none">
    <span aria-hidden="true">…</span>
    <span class="unseen">Not known yet</span>
  </span>
);

/** Returns a date and time in two parts, so that a line can break only between them. */
function splitTime(text: string): readonly [date: string, time: string] {
  const start = text.search(/(?<=\s)\d{1,2}:\d\d/);
  return start < 0 ? [text, ''] : [text.slice(0, start), text.slice(start)];
}

const isSameLocalDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

interface MomentProps {
  /** Milliseconds since 1970, or an ISO date. */
  readonly at: number | string | undefined;
  /** The start of a range that ends at this time: on the same day, only the time of day is shown. */
  readonly since?: string | undefined;
}

/** Returns a time in UTC, without its day if a range starts on the same day. */
const shortenUtc = (text: string, start: Date | undefined): string =>
  start?.toISOString().slice(0, 10) === text.slice(0, 10) ? text.slice(11) : text;

/** Returns a time in the user's time zone, without its day if a range starts on the same day. */
function localText(date: Date, start: Date | undefined): string {
  if (start !== undefined && isSameLocalDay(date, start)) return timeFormat.format(date);
  return (date.getFullYear() === new Date().getFullYear() ? shortFormat : longFormat).format(date);
}

const utcTextOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns a time as text, for places without markup, such as an option. `Moment` shows the same text. */
export function momentText(at: number | string): string {
  const date = new Date(at);
  return isUtc.value ? utcTextOf(date) : localText(date, undefined);
}

/**
 * A time in the user's time zone, with UTC as tooltip. If the user has chosen UTC, the time is in UTC and the tooltip
 * is in the user's time zone. The current year is omitted.
 */
export function Moment({ at, since }: MomentProps) {
  if (at === undefined) return <None />;
  const date = new Date(at);
  const start = since === undefined ? undefined : new Date(since);
  const utcText = utcTextOf(date);
  const [day, time] = splitTime(isUtc.value ? shortenUtc(utcText, start) : localText(date, start));
  return (
    <time dateTime={date.toISOString()} title={isUtc.value ? longFormat.format(date) : utcText}>
      <span>{day.trimEnd()}</span> <span>{time}</span>
    </time>
  );
}
