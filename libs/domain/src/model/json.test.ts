import { expect, test, vi } from 'vitest';
import { asJson, NumberTooLarge, parseJson, readInteger } from './json.ts';

const long = '8202522731445525542';

test('parsing and formatting keep all digits of an integer', () => {
  const text = `{"id":${long},"below":-9007199254740993,"list":[${long},1,2.5,"${long}"],"more":${'9'.repeat(300)}}`;
  const value = parseJson(text);
  expect(value).toMatchObject({ id: 8202522731445525542n, list: [8202522731445525542n, 1, 2.5, long] });
  expect([JSON.stringify(value), JSON.stringify(asJson({ ...Object(value), none: undefined }))]).toEqual([text, text]);
});

test('a long integer keeps its digits after each character that JSON allows before it', () => {
  const exact = BigInt(long);
  for (const text of [
    `${long}`,
    ` ${long}`,
    `[${long}]`,
    `[1,${long}]`,
    `{"n":${long}}`,
    `{"n":\t${long}}`,
    `[\n${long}]`,
  ])
    expect(JSON.stringify([parseJson(text)])).toContain(String(exact));
});

test('the digits in ids and texts do not make parsing slow', () => {
  const text = JSON.stringify({
    id: 'Task6e123f0012345678901234567890ab',
    date: '2031-01-02T10:30:00.000Z',
    count: 2.5e30,
  });
  const parse = vi.spyOn(JSON, 'parse');
  parseJson(text);
  const calls = [...parse.mock.calls];
  parse.mockRestore();
  expect(calls).toEqual([[text]]);
});

test('other numbers are parsed as with JSON.parse', () => {
  for (const text of [
    '1',
    '-0',
    '9007199254740991',
    '1.23456789012345678901',
    '12345678901234567890.5',
    '1e30',
    '1.5E300',
    '1e-400',
  ])
    expect([text, parseJson(text)]).toEqual([text, JSON.parse(text)]);
});

test('a number of more than a thousand digits is rejected', () => {
  expect(parseJson(`[${'7'.repeat(1_000)}]`)).toEqual([BigInt('7'.repeat(1_000))]);
  expect(() => parseJson(`[${'7'.repeat(1_001)}]`)).toThrow(NumberTooLarge);
  expect(() => parseJson('{')).toThrow(SyntaxError);
});

test.each(['1e400', '-2.5E+0999', `${'9'.repeat(400)}.5`])('the number %s is rejected', (number) => {
  expect(() => parseJson(`{"n":${number}}`)).toThrow(NumberTooLarge);
  expect(parseJson(`{"n":"${number}"}`)).toEqual({ n: number });
});

test('integer texts are parsed as numbers if these are exact', () => {
  expect(['12', '-7', long, '007', '1.0', '', 'a', '1'.repeat(1_001)].map(readInteger)).toEqual([
    ...[12, -7, 8202522731445525542n, 7, null, null, null, null],
  ]);
});
