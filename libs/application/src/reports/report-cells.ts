import type { Cell } from '@slipway/formats';

/** Returns the cell of a time, empty for null. */
export const dateCell = (date: number | null): Cell => (date === null ? null : { date });

/** Returns the cell of the time between two times, empty if one is unknown. */
export const durationCell = (start: number | null, end: number | null): Cell =>
  start === null || end === null ? null : { duration: end - start };

/** Returns a code such as `COMPLETED_IN_ADVANCE` as words. */
export const wordsOf = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const listCell = (items: readonly string[]): Cell => (items.length === 0 ? null : items.join(', '));
