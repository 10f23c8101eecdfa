import type { Instant } from '../model/json.ts';

/** The most things that a sentence names one by one. */
const mostNamed = 3;

/** Things in a sentence: `a`, `a and b`, `a, b, c and 4 more`. */
export function listed(things: readonly string[]): string {
  const named = things.slice(0, mostNamed);
  const rest = things.length - named.length;
  const all = rest === 0 ? named : [...named, `${rest} more`];
  const last = all.at(-1) ?? 'nothing';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}

/** A moment in a sentence: `2030-01-01 12:00:00 UTC`. */
export const written = (moment: Instant): string =>
  `${new Date(moment).toISOString().replace('T', ' ').slice(0, -5)} UTC`;

/** A count with its noun: `1 condition`, `2 conditions`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
