import { expect, test } from 'vitest';
import { parseMessage } from './parse-message.ts';

const shown = (sentence: string) =>
  parseMessage(sentence)
    .map((piece) => {
      if (piece.kind === 'moment') return `<${piece.at}>`;
      return piece.kind === 'said' ? piece.text : `[${piece.text}]`;
    })
    .join('');

test.each([
  ['', ''],
  ['Nothing holds it.', 'Nothing holds it.'],
  ["Task 'a' waits.", "Task '[a]' waits."],
  ["before it come 't0', 't1' and 2 more.", "before it come '[t0]', '[t1]' and 2 more."],
  ["Task 'don't' waits, since it isn't done.", "Task '[don't]' waits, since it isn't done."],
  ["Task 'x' \u202e' waits.", "Task '[x]' \u202e' waits."],
  ["Task '\u202e' waits.", "Task '[\u202e]' waits."],
  ["there is no release 'Release1'", "there is no release '[Release1]'"],
])('%j has its quoted parts separated', (sentence, expected) => {
  expect(shown(sentence)).toBe(expected);
});

test('has its times separated, except those in titles', () => {
  expect(
    shown("Task 'at 2030-01-01 15:00:00 UTC' waits, 2030-01-01 15:00:00 UTC; until 2030-02-01 00:00:01 UTC."),
  ).toBe("Task '[at 2030-01-01 15:00:00 UTC]' waits, <2030-01-01T15:00:00.000Z>; until <2030-02-01T00:00:01.000Z>.");
  expect(shown('Never, 2030-13-01 15:00:00 UTC.')).toBe('Never, 2030-13-01 15:00:00 UTC.');
});
