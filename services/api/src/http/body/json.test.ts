import { Invalid } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { UnsupportedMediaType } from '../errors/errors.ts';
import { parseJson, toUtf8 } from './json.ts';

const named = (count: number, between = ',') =>
  Buffer.from(`[{${Array.from({ length: count }, (_, at) => `"name ${at}" : 0`).join(between)}}]`);
const parse = (text: string) => parseJson(Buffer.from(text));
const refusal = (bytes: Buffer) => {
  try {
    return parseJson(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(Invalid);
    return (error as Invalid).message;
  }
};

test.each([
  ['an object', '{"a":[1,true,null,"x"]}', { a: [1, true, null, 'x'] }],
  ['brackets inside texts', `{"a":"${'['.repeat(100)}"}`, { a: '['.repeat(100) }],
  ['escaped quotes inside texts', '{"a":"\\"[[","b":"\\\\"}', { a: '"[[', b: '\\' }],
  ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`, JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`)],
  ['JSON with a byte order mark', '\ufeff{"a":1}', { a: 1 }],
  ['letters beyond ASCII, escaped or not', '"\\u00e9é\\ud83d\\ude00"', 'éé😀'],
])('reads %s', (_, text, expected) => {
  expect(parse(text)).toEqual(expected);
});

test.each([
  ['invalid JSON, with an echo', Buffer.from('{"a":'), 'Can\'t parse the following as a JSON object:\n{"a":'],
  [
    'a number out of range',
    Buffer.from('{"a":1e400}'),
    `a number is larger than ${Number.MAX_VALUE}: send it as a text`,
  ],
  ['65 levels', Buffer.from(`${'['.repeat(65)}${']'.repeat(65)}`), 'the JSON is nested more than 64 levels deep'],
  ['a million levels', Buffer.alloc(1_000_000, '['), 'the JSON is nested more than 64 levels deep'],
  ['a NUL in a text', Buffer.from('{"a":["\\u0000"]}'), 'a text contains a character that cannot be stored'],
  ['a NUL in a name', Buffer.from('{"\\u0000":1}'), 'a text contains a character that cannot be stored'],
  ['an unpaired surrogate', Buffer.from('"\\ud83d"'), 'a text contains a character that cannot be stored'],
  [
    'surrogates in the wrong order',
    Buffer.from('"\\ude00\\ud83d"'),
    'a text contains a character that cannot be stored',
  ],
  ['more than 200,000 values', Buffer.from(`[${'{},'.repeat(100_000)}0]`), 'the JSON contains more than 200000 values'],
  ['more than 20,000 names', named(21_000), 'the JSON contains more than 20000 different names'],
  [
    'more than 20,000 names in separate objects',
    named(21_000, '},{'),
    'the JSON contains more than 20000 different names',
  ],
  [
    '250,001 mentions',
    Buffer.from(`"${'${a}'.repeat(250_001)}"`),
    'the JSON contains more than 250000 references to variables',
  ],
  [
    '21,000 mentioned variables',
    Buffer.from(`"${Array.from({ length: 21_000 }, (_, at) => `\${v${at}}`).join('')}"`),
    'the JSON references more than 20000 different variables',
  ],
  ['invalid escapes', Buffer.from('"\\u00"'), 'Can\'t parse the following as a JSON object:\n"\\u00"'],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'the body is not valid UTF-8'],
])('rejects %s', (_, bytes, expected) => {
  expect(refusal(bytes)).toBe(expected);
});

test('echoes at most 2 KB', () => {
  expect(refusal(Buffer.from('x'.repeat(10_000)))).toBe(
    `Can't parse the following as a JSON object:\n${'x'.repeat(2048)}`,
  );
});

test('the caller sets the maximum length of a text', () => {
  const bytes = Buffer.from('{"a":"12345"}');
  expect(parseJson(bytes, 5)).toEqual({ a: '12345' });
  expect(() => parseJson(bytes, 4)).toThrow(new Invalid('a text in the JSON is longer than 4 bytes'));
});

test('text in other character sets is converted to UTF-8', () => {
  const rawText: readonly [string, Buffer][] = [
    ['utf-8', Buffer.from('é')],
    ['UTF8', Buffer.from('é')],
    ['ISO-8859-1', Buffer.from('é', 'latin1')],
    ['us-ascii', Buffer.from('e')],
    ['utf-16le', Buffer.from('é', 'utf16le')],
  ];
  expect(rawText.map(([charset, bytes]) => toUtf8(bytes, charset).toString())).toEqual(['é', 'é', 'é', 'e', 'é']);
});

test('an unknown charset, and bytes that are invalid in the charset, are rejected', () => {
  expect(() => toUtf8(Buffer.from('x'), 'klingon')).toThrow(
    new UnsupportedMediaType("the character set 'klingon' is not supported"),
  );
  expect(() => toUtf8(Buffer.from([0x41]), 'utf-16')).toThrow(new Invalid('the body is not valid utf-16le'));
});

test('reads 20,000 different names, and one name any number of times', () => {
  expect(parseJson(named(20_000))).toHaveLength(1);
  const often = `[${Array.from({ length: 60_000 }, () => '{"name":":\\":"}').join()}]`;
  expect(parse(often)).toHaveLength(60_000);
});
