import { expect, test } from 'vitest';
import { lineRange, scriptLanguage } from './languages.ts';

test.each([
  [1, [0, 1]],
  [3, [3, 6]],
  [4, null],
  [0, null],
] as const)('line %i has the range %j', (line, span) => {
  expect(lineRange('a\n\nbcd', line)).toEqual(span);
});

test('the first line of a script selects its language', () => {
  expect(['// language: javascript\nresult = 1;', 'result = 1'].map(scriptLanguage)).toEqual(['javascript', 'python']);
});
