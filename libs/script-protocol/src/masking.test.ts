import { expect, test } from 'vitest';
import { createMask, secretForms } from './masking.ts';

const secret = 'Geh"eim/+ü 1';
const isFound = (text: string, of = secret): boolean => secretForms(of).some((form) => text.includes(form));
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as it is', secret],
  ['inside JSON', JSON.stringify({ a: secret })],
  ['in an address', encodeURIComponent(secret)],
  ['in an address with small digits', 'geh%22'.replace('geh', 'Geh') + encodeURIComponent('eim/+ü 1').toLowerCase()],
  ['in a form', new URLSearchParams({ a: secret }).toString()],
  ['in base64', base64(secret)],
  ['in base64 for addresses', Buffer.from(secret).toString('base64url')],
  ['in base64 behind a user name', base64(`user:${secret}`)],
  ['in base64 behind one letter', base64(`x${secret}`)],
  ['in base64 amid others', base64(`xy${secret}, and so on`)],
  ['in hexadecimal digits', Buffer.from(`x${secret}`).toString('hex')],
  ['in hexadecimal digits in capitals', Buffer.from(secret).toString('hex').toUpperCase()],
  ['reversed', [...secret].toReversed().join('')],
  [
    'as codes in a list',
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
  ['a sign', split('~')],
  ['a letter', split('x')],
  ['lines', split('\n')],
  ['a list of Python', `u${JSON.stringify([...splitSecret]).replaceAll(',', ', ')}`],
])('a secret that is split by %s is masked', (_, text) => {
  const [before, after] = ['it is ', ' at the end'];
  expect(masked(before + text + after)).not.toMatch(/h.{1,4}u.{1,4}n/s);
  expect(masked(`${before}${text}, ${text}${after}`)).toMatch(/^it is .*\*{8}.*, .*\*{8}.* at the end$/s);
});

test.each([
  ['another text', 'h-u-n-t, and open a sesame'],
  ['separators that differ', 'h-u~n-t-e-r-2-~-x'],
  ['a text without end', 'h'.repeat(100_000)],
])('%s is not masked', (_, text) => expect(masked(text)).toBe(text));
