import type { Instant } from '../model/json.ts';

/** The most things that a sentence names one by one. */
const maxNamed = 3;

/** Things in a sentence: `a`, `a and b`, `a, b, c and 4 more`. */
export function formatList(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed);
  const hiddenCount = names.length - shown.length;
  const parts = hiddenCount === 0 ? shown : [...shown, `${hiddenCount} more`];
  const last = parts.at(-1) ?? 'nothing';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** A moment in a sentence: `2030-01-01 12:00:00 UTC`. */
export const formatMoment = (moment: Instant): string =>
  `${new Date(moment).toISOString().replace('T', ' ').slice(0, -5)} UTC`;

/** A count with its noun: `1 condition`, `2 conditions`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
