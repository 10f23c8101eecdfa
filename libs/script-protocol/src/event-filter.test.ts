import { expect, test } from 'vitest';
import { toFailure } from './event-filter.ts';

test.each([
  ['Timeout', { failed: 'the script failed: Timeout: it ended', timedOut: true }],
  ['OutOfMemory', { failed: 'the script failed: OutOfMemory: it ended' }],
  ['NameError', { failed: 'the script failed: NameError: it ended' }],
])('a timeout is the only error of a script that may have another cause: %s', (type, expected) => {
  expect(toFailure({ type, message: 'it ended', line: null })).toEqual(expected);
});
