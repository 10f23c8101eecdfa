import type { MetricUnit } from './metrics.ts';

/** The units of durations with their seconds, largest first. */
const durationUnits = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Returns a duration in its two largest units, such as `2 h 5 min`. */
function durationText(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const first = durationUnits.findIndex(([, length]) => whole >= length);
  if (first === -1) return '0 s';
  let rest = whole;
  const parts = durationUnits.slice(first, first + 2).flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return `${seconds < 0 ? '−' : ''}${parts.join(' ')}`;
}

/** Returns a value of a metric as a text, in English. */
export function metricText(value: number, unit: MetricUnit): string {
  switch (unit) {
    case 'seconds':
      return durationText(value);
    case 'ratio':
      return `${Math.round(value * 1_000) / 10} %`;
    case 'count':
      return String(Math.round(value * 100) / 100);
    case 'perDay':
      return `${Math.round(value * 1_000) / 1_000} per day`;
  }
}
