export const frequencyBands = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type FrequencyBand = (typeof frequencyBands)[number];

const dayMs = 86_400_000;
const monthCount = 3;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = sorted.length % 2 === 0 ? sorted.slice(upper - 1) : [sorted[upper], sorted[upper]];
  return (low + high) / 2;
}

/** Returns the day this number of months earlier; the last day of a shorter month. */
function monthsBefore(day: number, months: number): number {
  const date = new Date(day);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months + 1, 0));
  return last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
}

/** The Monday at or after a day. */
const mondayFrom = (day: number): number => day + ((8 - new Date(day).getUTCDay()) % 7) * dayMs;

const countBetween = (days: readonly number[], from: number, to: number): number =>
  days.filter((day) => day >= from && day < to).length;

/**
 * Returns the band of the deployment frequency in the three months before a local day: `daily` with a median of at least
 * 3 days per ISO week with a deployment, `weekly` with at least 1, `monthly` with a median of at least 1 per month.
 * Weeks count that are completely in the three months.
 * @param days the local days with a successful deployment, such as `2026-05-01`, each once
 */
export function frequencyBandOf(days: readonly string[], end: string): FrequencyBand {
  const to = Date.parse(end);
  const times = days.map((day) => Date.parse(day));
  const monthly = Array.from({ length: monthCount }, (_, index) =>
    countBetween(times, monthsBefore(to, index + 1), monthsBefore(to, index)),
  );
  const weekly: number[] = [];
  for (let week = mondayFrom(monthsBefore(to, monthCount)); week + 7 * dayMs <= to; week += 7 * dayMs)
    weekly.push(countBetween(times, week, week + 7 * dayMs));
  const perWeek = median(weekly);
  if (perWeek >= 1) return perWeek >= 3 ? 'daily' : 'weekly';
  return median(monthly) >= 1 ? 'monthly' : 'yearly';
}
