import { Invalid } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { parseRequest } from './parse-request.ts';

const parts = 'multipart/form-data; boundary=X';
const form = 'application/x-www-form-urlencoded';
const partsOf = (...all: readonly string[]) => `${all.map((part) => `--X\r\n${part}\r\n`).join('')}--X--\r\n`;
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, type: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"; filename="p.json"\r\nContent-Type: ${type}\r\n\r\n${value}`;
const payloadOf = async (type: string, body: string) => {
  const request = { method: 'POST', path: 'x', url: '/webhooks/x', rawHeaders: ['Content-Type', type] };
  const bytes = Buffer.from(body);
  const { payload } = await parseRequest({ ...request, body: async () => bytes }, bytes);
  return payload instanceof Invalid ? payload.message : payload;
};

test.each([parts, 'multipart/form-data', 'Multipart/Form-Data; boundary="y"', 'multipart/mixed', form, 'text/plain'])(
  'JSON is parsed with the content type %s',
  async (type) => {
    for (const json of ['{"a":["ü"]}', ' \n[1]', '{}']) expect(await payloadOf(type, json)).toEqual(JSON.parse(json));
    expect(await payloadOf(type, '{"a":')).toContain('JSON');
  },
);

test.each(['1', '"text"', 'true', 'null'])(
  'the JSON value %s is parsed with a multipart content type',
  async (json) => {
    expect(await payloadOf(parts, json)).toEqual(JSON.parse(json));
  },
);

test.each<[string, string, unknown]>([
  [form, 'payload=%7B%22a%22%3A1%7D&b=2', { a: 1 }],
  [parts, partsOf(field('b', '2'), field('payload', '{"a":1}')), { a: 1 }],
  [parts, partsOf(file('payload', 'application/json', '{"a":"ü"}'), field('b', '2')), { a: 'ü' }],
  [parts, partsOf(file('payload', 'application/vnd.git+json; charset=utf-8', '[1]')), [1]],
  [parts, partsOf(file('payload', 'text/json', '{"a":12345678901234567890}')), { a: 12345678901234567890n }],
  [parts, partsOf(file('payload', 'image/png', 'x'), field('b', '2')), { b: '2' }],
  [parts, partsOf(file('other', 'application/json', '{}'), field('b', '2')), { b: '2' }],
  [form, 'a=1&a=2', { a: ['1', '2'] }],
])('the event in %s is the field payload, or all fields: %#', async (type, body, expected) => {
  expect(await payloadOf(type, body)).toEqual(expected);
});

test.each<[string, string]>([
  [form, 'payload=%7B%7D&payload=%7B%7D'],
  [form, 'payload=%7B%7D&a=1&payload='],
  [parts, partsOf(field('payload', '{}'), field('payload', '{}'))],
  [parts, partsOf(field('payload', '{}'), file('payload', 'application/json', '{}'))],
  [parts, partsOf(file('payload', 'application/json', '{}'), file('payload', 'application/json', '{}'))],
])('two fields named payload are rejected: %#', async (type, body) => {
  expect(await payloadOf(type, body)).toBe(
    'the form has 2 fields named payload: expected one, with the JSON of the event',
  );
});

test('a payload that is not JSON, and a broken form, are rejected', async () => {
  expect(await payloadOf(parts, partsOf(file('payload', 'application/json', 'x')))).toContain('JSON');
  expect(await payloadOf(parts, 'x')).toBe('the body is not valid multipart/form-data');
});
