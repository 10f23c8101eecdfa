import { expect, test } from 'vitest';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, env, task, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

/** `v0` contains a placeholder of `v1`, `v1` one of `v2`, and so on. The last value is `end`. */
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
])('with a chain of %i variables, a task has the value %s', (length, expectedText) => {
  expect(task(started(length), 'a').run.values).toEqual({ v0: expectedText });
});
