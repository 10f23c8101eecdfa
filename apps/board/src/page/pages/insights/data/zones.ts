/** A local day, such as `2026-05-01`. */
export type Day = string;

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(tz: string): Intl.DateTimeFormat {
  const format =
    formats.get(tz) ??
    new Intl.DateTimeFormat('en-CA', {
      ...({ timeZone: tz, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' } as const),
      ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
    });
  formats.set(tz, format);
  return format;
}

/** Whether the browser supports a time zone. */
export function isZone(tz: string): boolean {
  try {
    formatOf(tz);
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time of an instant, as if it were UTC, in milliseconds. */
function localTime(at: number, tz: string): number {
  const parts = new Map(
    formatOf(tz)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')];
  return Date.parse(`${year}-${month}-${day}T${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}Z`);
}

/** Returns the local day of an instant. */
export const dayAt = (at: number, tz: string): Day => new Date(localTime(at, tz)).toISOString().slice(0, 10);

/** Returns the first instant of a local day. Where midnight is skipped at the start of summer time, the day starts later. */
export function startOfDay(day: Day, tz: string): number {
  const midnight = Date.parse(day);
  const candidates = [-dayMs, 0, dayMs].map((shift) => {
    const at = midnight + shift;
    return midnight - (localTime(at, tz) - at);
  });
  const inside = candidates.filter((at) => dayAt(at, tz) === day);
  return inside.length > 0 ? Math.min(...inside) : Math.max(...candidates);
}

/** Returns the day that is a number of days later. */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** Returns the first day of the month of a day, or of a later or earlier month. */
export function monthStart(day: Day, months = 0): Day {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}

/** Returns the number of days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns a day, or the default if the text is no day. */
export const dayOr = (text: string, fallback: Day): Day => (isDay(text) ? text : fallback);
