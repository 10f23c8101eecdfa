import { isUtc } from '../navigation/preferences.ts';

const longFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const shortFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The placeholder of a missing value. */
export const None = () => <span class="none">–</span>;

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

/**
 * A time in the user's time zone, with UTC as tooltip. If the user has chosen UTC, the time is in UTC and the tooltip
 * is in the user's time zone. The current year is omitted.
 */
export function Moment({ at }: { readonly at: number | string | undefined }) {
  if (at === undefined) return <None />;
  const date = new Date(at);
  const iso = date.toISOString();
  const utcText = `${iso.slice(0, 16).replace('T', ' ')} UTC`;
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const [day, time] = splitTime(isUtc.value ? utcText : (isThisYear ? shortFormat : longFormat).format(date));
  return (
    <time dateTime={iso} title={isUtc.value ? longFormat.format(date) : utcText}>
      <span>{day.trimEnd()}</span> <span>{time}</span>
    </time>
  );
}
