import { t } from '../../navigation/text.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000] as const;
/** An end within this time of the due date is on time, in milliseconds. */
const toleranceMs = 5 * minuteMs;

/** The unit texts are separated by a space that does not break. */
const withUnit = (count: number, unit: string): string => `${count}\u00a0${unit}`;

/** Returns a duration with at most two units, such as `1 h 5 min`. */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  const parts =
    days > 0
      ? [withUnit(days, t('d')), hours > 0 && withUnit(hours, t('h'))]
      : [hours > 0 && withUnit(hours, t('h')), (minutes % 60 > 0 || hours === 0) && withUnit(minutes % 60, t('min'))];
  return parts.filter((part) => part !== false).join(' ');
}

/** Rounds a duration to its largest unit: minutes below 90 minutes, then hours, then days. */
function roughDuration(ms: number): string {
  if (ms < 90 * minuteMs) return withUnit(Math.round(ms / minuteMs), t('min'));
  return ms < 36 * hourMs ? withUnit(Math.round(ms / hourMs), t('h')) : withUnit(Math.round(ms / dayMs), t('d'));
}

/** An end compared with a due date. */
interface DueDifference {
  readonly text: string;
  readonly isLate: boolean;
}

/** Returns how much earlier or later than its due date something ends. Times are in milliseconds. */
export function dueDifference(endsAt: number, dueAt: number): DueDifference {
  const difference = endsAt - dueAt;
  if (Math.abs(difference) <= toleranceMs) return { text: t('On time'), isLate: false };
  return difference > 0
    ? { text: t`${roughDuration(difference)} after due`, isLate: true }
    : { text: t`${roughDuration(-difference)} before due`, isLate: false };
}
