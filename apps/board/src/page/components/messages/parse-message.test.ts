import { clip } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { clipTitle, parseMessage } from './parse-message.ts';

const shown = (sentence: string, ...named: readonly (readonly [string, string])[]) =>
  parseMessage(
    sentence,
    named.map(([title, to]) => ({ title, to })),
  )
    .map((piece) => {
      if (piece.kind === 'moment') return `<${piece.at}>`;
      return piece.kind === 'said' ? piece.text : `[${piece.text}${piece.to === null ? '' : `](${piece.to}`}]`;
    })
    .join('');

test.each([
  ['', ''],
  ['Nothing holds it.', 'Nothing holds it.'],
  ["Task 'a' waits.", "Task '[a]' waits."],
  ["before it come 't0', 't1' and 2 more.", "before it come '[t0]', '[t1]' and 2 more."],
  ["Task 'don't' waits, since it isn't done.", "Task '[don't]' waits, since it isn't done."],
  ["Task 'x' \u202e' waits.", "Task '[x]' ' waits."],
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

test('leads to what it names, whatever that is called, in its order', () => {
  expect(shown("Task 'a' comes after 'b' and 'a'.", ['a', '/1'], ['c', '/2'], ['b', '/3'])).toBe(
    "Task '[a](/1]' comes after '[b](/3]' and '[a]'.",
  );
  expect(shown("Task 'x' \u202e' waits.", ["x' \u202e", '/1'])).toBe("Task '[x' \u202e](/1]' waits.");
  const long = `line\n${'w'.repeat(120)}`;
  expect(shown(`Task 'line?${'w'.repeat(95)}…' waits.`, [long, '/1'])).toBe(
    `Task '[line?${'w'.repeat(95)}…](/1]' waits.`,
  );
});

test.each([
  'short',
  'line\nline\tend\u0085',
  'w'.repeat(100),
  'w'.repeat(101),
  `${'w'.repeat(99)}😀 and more`,
  `${'w'.repeat(98)}😀 and more`,
  '😀'.repeat(60),
  `w${'😀'.repeat(60)}`,
  `\n${'\u0000'.repeat(120)}`,
])('the title %j is cut as the server cuts it, and found in its sentences', (title) => {
  expect(clipTitle(title)).toBe(clip(title));
  expect(shown(`Task '${clip(title)}' waits.`, [title, '/1'])).toBe(`Task '[${clip(title)}](/1]' waits.`);
});
