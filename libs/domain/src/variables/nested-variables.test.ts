import { expect, test } from 'vitest';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, env, task, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

/** `v0` mentions `v1`, `v1` mentions `v2`, and so on; the last is `end`. */
const chain = (length: number) =>
  Array.from({ length }, (_, at) => ({
    ...variable(`v${at}`),
    value: at === length - 1 ? 'end' : `\${v${at + 1}}`,
  }));
const started = (length: number) =>
  applyInputs(
    plan('Ship: a.', { task: { a: { uses: { description: ['v0'] } } }, variables: chain(length) }),
    env(),
    parseInput('start'),
  );

test.each([
  [100, 'end'],
  [1_000, '${v101}'],
])('of %i variables that mention each other in a row, a task sees %s', (length, expectedText) => {
  expect(task(started(length), 'a').run.values).toEqual({ v0: expectedText });
});
