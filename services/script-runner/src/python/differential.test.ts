import { describe, expect, test } from 'vitest';
import { isLong, pickLength, seed } from '../../../../test/harness/test-length.ts';
import { comparable, programOf } from './differential/programs.ts';
import { type Outcome, references } from './differential/references.ts';
import { startPython } from './testing.ts';

const count = pickLength({ short: 60, long: 10_000 });
/** Jython takes seconds to start, so a short run compares only with the first installed Python. */
const compared = isLong ? references : references.slice(0, 1);
const first = seed % 2 ** 30;
/** The number of programs for one process of a reference and one isolate, which keeps its compiled code. */
const batch = 500;

const isSame = (one: Outcome, other: Outcome): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

/** Returns the common outcome of both Pythons, or null. */
const agreedBy = (one: Outcome | null | undefined, other: Outcome | null | undefined): Outcome | null =>
  one && other && isSame(one, other) ? one : null;

/**
 * Runs programs in their own isolate, and compares the outcomes with those of a reference. Returns the number of
 * compared programs.
 */
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

describe.runIf(references.length > 0)('random programs have the same outcome as in Python 2.7', () => {
  test.each(compared)('$name', ({ name, run, closes }) => {
    const other = compared.find((reference) => reference.name !== name);
    let agreed = 0;
    for (let from = first; from < first + count; from += batch) {
      const numbers = Array.from({ length: Math.min(batch, first + count - from) }, (_, nth) => from + nth);
      const programs = new Map(numbers.map((number) => [number, programOf(number, closes)]));
      const expected = run([...programs.values()]);
      // If the two Pythons differ, one of them has a fault (docs/reference/script-api.md), so there is no reference
      // outcome.
      const others = closes ? null : other?.run([...programs.values()]);
      agreed += compare(programs, others ? expected.map((one, nth) => agreedBy(one, others[nth])) : expected);
    }
    expect(agreed).toBeGreaterThan(count * 0.8);
  });
});
