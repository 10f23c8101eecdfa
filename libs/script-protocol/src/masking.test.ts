import { expect, test } from 'vitest';
import { createMask, secretForms } from './masking.ts';

const secret = 'Geh"eim/+ü 1';
const isFound = (text: string, of = secret): boolean => secretForms(of).some((form) => text.includes(form));
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['in plain text', secret],
  ['inside JSON', JSON.stringify({ a: secret })],
  ['in a URL', encodeURIComponent(secret)],
  [
    'in a URL with lowercase hexadecimal digits',
    'geh%22'.replace('geh', 'Geh') + encodeURIComponent('eim/+ü 1').toLowerCase(),
  ],
  ['in form encoding', new URLSearchParams({ a: secret }).toString()],
  ['in base64', base64(secret)],
  ['in URL-safe base64', Buffer.from(secret).toString('base64url')],
  ['in base64 after a user name', base64(`user:${secret}`)],
  ['in base64 after one letter', base64(`x${secret}`)],
  ['in base64 between other characters', base64(`xy${secret}, and so on`)],
  ['in hexadecimal digits', Buffer.from(`x${secret}`).toString('hex')],
  ['in uppercase hexadecimal digits', Buffer.from(secret).toString('hex').toUpperCase()],
  ['reversed', [...secret].toReversed().join('')],
  [
    'as a list of character codes',
    JSON.stringify(
      [...secret].map((character) => character.charCodeAt(0)),
      null,
      1,
    ).replace(/\n */g, ' '),
  ],
  ['in UTF-8 that was read as Latin-1', Buffer.from(secret).toString('latin1')],
])('a secret is found %s', (_, text) => {
  expect(isFound(text)).toBe(true);
});

test('a short secret is not masked by its parts, which would be found everywhere', () => {
  expect(Math.min(...secretForms('abcd').map(({ length }) => length))).toBe(4);
  expect(isFound(base64('nothing of the kind'), 'abcd')).toBe(false);
});

const splitSecret = 'hunter2~x';
const masked = createMask([splitSecret, 'open-sesame']);
const split = (separator: string) => [...splitSecret].join(separator);

test.each([
  ['a punctuation character', split('~')],
  ['a letter', split('x')],
  ['line breaks', split('\n')],
  ['the items of a Python list', `u${JSON.stringify([...splitSecret]).replaceAll(',', ', ')}`],
])('a secret that is split by %s is masked', (_, text) => {
  const [before, after] = ['it is ', ' at the end'];
  expect(masked(before + text + after)).not.toMatch(/h.{1,4}u.{1,4}n/s);
  expect(masked(`${before}${text}, ${text}${after}`)).toMatch(/^it is .*\*{8}.*, .*\*{8}.* at the end$/s);
});

test.each([
  ['another text', 'h-u-n-t, and open a sesame'],
  ['a text with different separators', 'h-u~n-t-e-r-2-~-x'],
  ['a very long text', 'h'.repeat(100_000)],
])('%s is not masked', (_, text) => expect(masked(text)).toBe(text));
