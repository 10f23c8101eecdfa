import { t } from '../../../navigation/text.ts';

export type Interval = 'day' | 'week' | 'month';

/** Returns a function that formats a time in a zone. Formats are created once, because their creation is slow. */
function createFormat(options: Intl.DateTimeFormatOptions): (at: number, tz: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at, tz) => {
    const format = formats.get(tz) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone: tz });
    formats.set(tz, format);
    return format.format(at);
  };
}

const shortDay = createFormat({ month: 'short', day: 'numeric' });
const longDay = createFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
const mediumDay = createFormat({ month: 'short', day: 'numeric', year: 'numeric' });
const shortMonth = createFormat({ month: 'short' });
const longMonth = createFormat({ month: 'long', year: 'numeric' });

interface Bucket {
  readonly from: string;
  readonly to: string;
}

/** Returns a period with its first and last day, such as `May 1, 2026 – May 31, 2026`. */
export function periodText({ from, to }: Bucket, tz: string): string {
  const [first, last] = [mediumDay(Date.parse(from), tz), mediumDay(Date.parse(to) - 1, tz)];
  return first === last ? first : `${first} – ${last}`;
}

/** Returns the short label of a bucket on an axis. */
export function bucketLabel({ from }: Bucket, interval: Interval, tz: string): string {
  const at = Date.parse(from);
  return interval === 'month' ? shortMonth(at, tz) : shortDay(at, tz);
}

/** Returns the full label of a bucket, such as `Week of May 4, 2026`. */
export function bucketTitle({ from }: Bucket, interval: Interval, tz: string): string {
  const at = Date.parse(from);
  switch (interval) {
    case 'day':
      return longDay(at, tz);
    case 'week':
      return t`Week of ${mediumDay(at, tz)}`;
    case 'month':
      return longMonth(at, tz);
  }
}
