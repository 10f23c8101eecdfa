import { expect, test } from 'vitest';
import {
  changedProperties,
  changedSince,
  type Property,
  parseProperty,
  propertyText,
  toRequestBody,
} from './definition.ts';

const property = (kind: string, more: Partial<Property> = {}): Property => ({
  name: 'it',
  kind,
  label: 'It',
  description: '',
  required: false,
  password: false,
  hidden: false,
  enumValues: [],
  ...more,
});

test.each([
  ['string', 'a = b', 'a = b', 'a = b'],
  ['string', undefined, '', ''],
  ['boolean', false, 'false', false],
  ['integer', 7, '7', 7],
  ['list_of_string', ['b', 'a'], 'b\na', ['b', 'a']],
  ['map_string_string', { one: 'a=b' }, 'one=a=b', { one: 'a=b' }],
  ['ci', 'Configuration/Custom/C1', 'Configuration/Custom/C1', 'Configuration/Custom/C1'],
  ['ci', undefined, '', null],
  ['ci', { type: 'x' }, '{\n  "type": "x"\n}', { type: 'x' }],
  ['list_of_ci', ['C1', 'C2'], 'C1\nC2', ['C1', 'C2']],
  ['list_of_ci', [{ key: 'a' }], '[\n  {\n    "key": "a"\n  }\n]', [{ key: 'a' }]],
])('a %s with the value %j has the text %j, which is parsed as %j', (kind, value, text, read) => {
  expect([propertyText(property(kind), value), parseProperty(property(kind), text)]).toEqual([text, { value: read }]);
});

test('a password has an empty initial text, and invalid JSON returns an error', () => {
  expect([
    propertyText(property('string', { password: true }), '********'),
    parseProperty(property('ci'), '{"a"'),
  ]).toEqual(['', { wrong: 'It isn’t valid JSON.' }]);
});

test('the request body contains only changed properties, and an invalid input returns an error', () => {
  const all = [property('string'), property('integer', { name: 'count' }), property('ci', { name: 'filter' })];
  const values = { it: 'a', count: 1 };
  const changed = changedProperties(all, values, { it: 'a', count: '2' });
  expect([changed.map(({ name }) => name), toRequestBody(changed, { count: '2' })]).toEqual([
    ['count'],
    { body: { count: 2 } },
  ]);
  expect(toRequestBody(all, { it: 'b', count: '2', filter: '[' })).toEqual({ wrong: 'It isn’t valid JSON.' });
});

test('inputs that change during a request are kept', () => {
  expect(changedSince({ a: 'sent', b: 'sent' }, { a: 'sent', b: 'sent and more', c: 'new' })).toEqual({
    b: 'sent and more',
    c: 'new',
  });
});
