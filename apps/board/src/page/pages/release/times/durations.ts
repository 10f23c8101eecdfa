import { t } from '../../../navigation/text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A space at which no line breaks. */
const space = '\u00a0';

const part = (count: number, unit: string): string => `${count}${space}${unit}`;

/** Returns a duration with at most two units, such as `1 h 5 min`. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minuteMs));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return hours > 0 ? `${part(days, t('d'))} ${part(hours, t('h'))}` : part(days, t('d'));
  if (hours > 0) return rest > 0 ? `${part(hours, t('h'))} ${part(rest, t('min'))}` : part(hours, t('h'));
  return minutes === 0 ? t`<${space}1${space}min` : part(minutes, t('min'));
}

interface Run {
  readonly status: string;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/**
 * Returns the start of a task; undefined if it has not started. A task that is aborted or skipped before its start has
 * its end as its start.
 */
export const startOfRun = ({ status, startDate, endDate }: Run): string | undefined =>
  (status === 'ABORTED' || status === 'SKIPPED') && startDate === endDate ? undefined : startDate;

/** Returns a duration with one unit: minutes up to 90, hours up to 36, and days for longer ones. */
export function formatRoughly(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  if (minutes <= 90) return part(Math.max(1, minutes), t('min'));
  const hours = Math.round(Math.abs(ms) / hourMs);
  return hours <= 36 ? part(hours, t('h')) : part(Math.round(Math.abs(ms) / dayMs), t('d'));
}

/** A text about a time, and whether the time is missed. */
export interface Lateness {
  readonly text: string;
  readonly isLate: boolean;
}

/** Compares an end with its due date: `40 min after due`. */
export function compareToDue(end: string, due: string): Lateness {
  const ms = Date.parse(end) - Date.parse(due);
  if (Math.abs(ms) <= 5 * minuteMs) return { text: t('On time'), isLate: false };
  return { text: t`${formatRoughly(ms)} ${ms > 0 ? t('after') : t('before')} due`, isLate: ms > 0 };
}

/** Describes a due date from a time in milliseconds since 1970: `in 12 h` or `3 h late`. */
export function describeDue(due: string, now: number): Lateness {
  const ms = Date.parse(due) - now;
  return ms < 0
    ? { text: t`${formatRoughly(ms)} late`, isLate: true }
    : { text: t`in ${formatRoughly(ms)}`, isLate: false };
}

/** Describes a time in the past: `12 min ago`. */
export function describeAge(at: string, now: number): string {
  const ms = now - Date.parse(at);
  return ms < 0.75 * minuteMs ? t('just now') : t`${formatRoughly(ms)} ago`;
}

/** Whether a due date is within a day. */
export const isSoon = (due: string, now: number): boolean => Date.parse(due) - now < dayMs;
