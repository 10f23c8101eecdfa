/** Random choices that are reproducible from a seed. */
export interface RandomChoices {
  /** a random integer from 0 to `end` - 1 */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
  /** true in this percentage of cases */
  is(percent: number): boolean;
  /** from `least` to `most` results of `make` */
  many<T>(min: number, max: number, make: (nth: number) => T): T[];
}

/** Returns the choices of a seed (mulberry32). */
export function createRandomChoices(seed: number): RandomChoices {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return {
    below,
    pick,
    is: (percent) => below(100) < percent,
    many: (min, max, make) => Array.from({ length: min + below(max - min + 1) }, (_, nth) => make(nth)),
  };
}

/** Indents the lines by one level. */
export const indented = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);
