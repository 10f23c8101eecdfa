import { expect, test } from 'vitest';
import { createMask } from './masking.ts';

const secret = 'hunter2~x';
const masked = createMask([secret, 'open-sesame']);
const split = (separator: string) => [...secret].join(separator);

test.each([
  ['a sign', split('~')],
  ['a letter', split('x')],
  ['lines', split('\n')],
  ['a list of Python', `u${JSON.stringify([...secret]).replaceAll(',', ', ')}`],
])('a secret that is split by %s is masked', (_, text) => {
  const [before, after] = ['it is ', ' at the end'];
  expect(masked(before + text + after)).not.toMatch(/h.{1,4}u.{1,4}n/s);
  expect(masked(`${before}${text}, ${text}${after}`)).toMatch(/^it is .*\*{8}.*, .*\*{8}.* at the end$/s);
});

test.each([
  ['another text', 'h-u-n-t, and open a sesame'],
  ['separators that differ', 'h-u~n-t-e-r-2-~-x'],
  ['a text without end', 'h'.repeat(100_000)],
])('%s stays', (_, text) => expect(masked(text)).toBe(text));
