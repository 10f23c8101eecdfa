import { afterAll, describe, expect, test } from 'vitest';
import { isLong, length, seed } from '../../../../test/harness/length.ts';
import { comparable, programOf } from './differential/programs.ts';
import { type Outcome, references } from './differential/references.ts';
import { startPython } from './testing.ts';

const count = length({ short: 150, long: 10_000 });
/** Jython takes seconds to start, so `npm test` compares with the first Python that is installed. */
const compared = isLong ? references : references.slice(0, 1);
const first = seed % 2 ** 30;
/** Programs that one process of a reference runs. */
const batch = 500;

const python = startPython();
afterAll(python.stop);

const ours = (program: string): Outcome => {
  const { error, output } = python.run(program);
  return { output, error: error?.type ?? null };
};

describe.runIf(references.length > 0)('random programs do what Python 2.7 does', () => {
  test.each(compared)('$name', ({ run, closes }) => {
    let agreed = 0;
    for (let from = first; from < first + count; from += batch) {
      const numbers = Array.from({ length: Math.min(batch, first + count - from) }, (_, nth) => from + nth);
      const expected = run(numbers.map((number) => programOf(number, closes)));
      for (const [nth, number] of numbers.entries()) {
        const wanted = expected[nth] && comparable(expected[nth]);
        if (!wanted) continue;
        const program = programOf(number, closes);
        expect({ program: number, ...comparable(ours(program)) }, program).toEqual({ program: number, ...wanted });
        agreed += 1;
      }
    }
    expect(agreed).toBeGreaterThan(count * 0.8);
  });
});
