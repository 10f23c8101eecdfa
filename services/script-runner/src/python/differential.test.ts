import { describe, expect, test } from 'vitest';
import { isLong, pickLength, seed } from '../../../../test/harness/test-length.ts';
import { comparable, programOf } from './differential/programs.ts';
import { type Outcome, references } from './differential/references.ts';
import { startPython } from './testing.ts';

const count = pickLength({ short: 150, long: 10_000 });
/** Jython takes seconds to start, so `npm test` compares with the first Python that is installed. */
const compared = isLong ? references : references.slice(0, 1);
const first = seed % 2 ** 30;
/** Programs that one process of a reference runs, and one isolate of ours, which keeps what it compiled. */
const batch = 500;

const isSame = (one: Outcome, other: Outcome): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

/** What both Pythons did, or null. */
const agreedBy = (one: Outcome | null | undefined, other: Outcome | null | undefined): Outcome | null =>
  one && other && isSame(one, other) ? one : null;

/** Runs programs in an isolate of their own, and compares each with what a reference did. Returns how many it compared. */
function compare(programs: ReadonlyMap<number, string>, expected: readonly (Outcome | null)[]): number {
  const python = startPython();
  try {
    const compared = [...programs].filter(([number, program], nth) => {
      const wanted = expected[nth] && comparable(expected[nth]);
      if (!wanted) return false;
      const { error, output } = python.run(program);
      const result = comparable({ output, error: error?.type ?? null });
      expect({ program: number, ...result }, program).toEqual({ program: number, ...wanted });
      return true;
    });
    return compared.length;
  } finally {
    python.stop();
  }
}

describe.runIf(references.length > 0)('random programs do what Python 2.7 does', () => {
  test.each(compared)('$name', ({ name, run, closes }) => {
    const other = compared.find((reference) => reference.name !== name);
    let agreed = 0;
    for (let from = first; from < first + count; from += batch) {
      const numbers = Array.from({ length: Math.min(batch, first + count - from) }, (_, nth) => from + nth);
      const programs = new Map(numbers.map((number) => [number, programOf(number, closes)]));
      const expected = run([...programs.values()]);
      // Where the two Pythons differ, one of them has a fault (docs/reference/script-api.md), so there is no result to compare with.
      const others = closes ? null : other?.run([...programs.values()]);
      agreed += compare(programs, others ? expected.map((one, nth) => agreedBy(one, others[nth])) : expected);
    }
    expect(agreed).toBeGreaterThan(count * 0.8);
  });
});
