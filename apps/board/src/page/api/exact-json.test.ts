import { expect, test, vi } from 'vitest';
import { parseExactly } from './exact-json.ts';

const long = '8202522731445525542';

test('integers keep all digits when they are parsed and serialized', () => {
  const text = `{"id":${long},"below":-9007199254740993,"list":[${long},1],"text":"${long}","inner":"a:${long},\\"${long}"}`;
  const value = parseExactly(text);
  expect(value).toMatchObject({ id: 8202522731445525542n, below: -9007199254740993n, text: long });
  expect(JSON.stringify(value)).toBe(text);
});

test('other values are parsed like JSON.parse', () => {
  const texts = [
    '1',
    '-0',
    '9007199254740991',
    '0.12345678901234567',
    '1234567890123456.5',
    '1e30',
    '12345678901234567e2',
  ];
  for (const text of [...texts, 'null', '"x"', '{"a":[]}'])
    expect([text, parseExactly(text)]).toEqual([text, JSON.parse(text)]);
  expect(() => parseExactly('{')).toThrow(SyntaxError);
  expect(() => parseExactly(`{${long}`)).toThrow(SyntaxError);
});

test('a browser without JSON.rawJSON sends the digits as a string', async () => {
  // A module of the server that another test has loaded defines the method, too.
  vi.resetModules();
  await import('./exact-json.ts');
  vi.stubGlobal('JSON', { parse: JSON.parse, stringify: JSON.stringify });
  try {
    expect(JSON.stringify({ id: BigInt(long) })).toBe(`{"id":"${long}"}`);
  } finally {
    vi.unstubAllGlobals();
  }
});
