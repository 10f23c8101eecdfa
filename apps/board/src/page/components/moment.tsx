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
export const None = () => <span class="none">–</span>;

/** The placeholder of a value that is not known yet. */
export const Unknown = () => (
  <span class="none">
    <span aria-hidden="true">…</span>
    <span class="unseen">Not known yet</span>
  </span>
);

const isSameLocalDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

interface MomentProps {
  /** Milliseconds since 1970, or an ISO date. */
  readonly at: number | string | undefined;
  /** The start of a range that ends at this time: on the same day, only the time of day is shown. */
  readonly since?: string | undefined;
}

/**
 * A time in the user's time zone, with UTC as tooltip. If the user has chosen UTC, the time is in UTC and the tooltip
 * is in the user's time zone. The current year is omitted.
 */
export function Moment({ at, since }: MomentProps) {
  if (at === undefined) return <None />;
  const date = new Date(at);
  const start = since === undefined ? undefined : new Date(since);
  const iso = date.toISOString();
  const utcText = `${iso.slice(0, 16).replace('T', ' ')} UTC`;
  if (isUtc.value) {
    const isSameDay = start?.toISOString().slice(0, 10) === iso.slice(0, 10);
    return (
      <time dateTime={iso} title={longFormat.format(date)}>
        {isSameDay ? utcText.slice(11) : utcText}
      </time>
    );
  }
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const dateFormat = isThisYear ? shortFormat : longFormat;
  return (
    <time dateTime={iso} title={utcText}>
      {(start !== undefined && isSameLocalDay(date, start) ? timeFormat : dateFormat).format(date)}
    </time>
  );
}
