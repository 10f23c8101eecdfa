import { expect, test } from 'vitest';
import { matchesPattern } from './recordings.ts';

test.each([
  ['abc', 'abc', true],
  ['abc', 'ab', false],
  ['abc', '*', true],
  ['abc', 'a*', true],
  ['abc', '*c', true],
  ['abc', 'a*c', true],
  ['abc', 'ab*bc', false],
  ['abcbc', 'ab*bc', true],
  ['axbyc', 'a*b*c', true],
  ['axc', 'a*b*c', false],
  ['ab', 'a*b*b', false],
  ['aXbbY', '*b*b*', true],
  ['', '*', true],
])('%j matches the pattern %j: %j', (text, pattern, expected) => {
  expect(matchesPattern(text, pattern)).toBe(expected);
});

test('a pattern with many stars is matched quickly', () => {
  expect(matchesPattern('a'.repeat(20_000), `${'*a'.repeat(5_000)}b`)).toBe(false);
});
