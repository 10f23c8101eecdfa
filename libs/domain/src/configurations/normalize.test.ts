import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { Json } from '../model/json.ts';
import { normalizeOutput, normalizeProperties, propertyToScripts, requireConcreteType } from './normalize.ts';
import { isKindOf, kindsOf, mergeProperties, type PropertyRule, type TypeRule } from './properties.ts';

const rule = (name: string, kind: string, more: Partial<PropertyRule> = {}): PropertyRule => ({
  name,
  kind,
  required: false,
  password: false,
  defaultValue: null,
  enumValues: [],
  ...more,
});
const type = (name: string, properties: readonly PropertyRule[], more: Partial<TypeRule> = {}): TypeRule => ({
  name,
  extends: 'a.Base',
  virtual: false,
  properties,
  ...more,
});

const types = new Map(
  [
    type('a.Base', [], { virtual: true, extends: 'rel.Configuration' }),
    type('a.Inner', [rule('port', 'integer', { required: true })]),
    type('a.Circle', [], { extends: 'a.Square' }),
    type('a.Square', [], { extends: 'a.Circle' }),
  ].map((type) => [type.name, type]),
);
const find = (name: string) => types.get(name);

describe('a property of each kind', () => {
  const inner = { type: 'a.Inner', port: 1 };
  test.each<[string, Json, Json]>([
    ['string', 'x', 'x'],
    ['string', 7, '7'],
    ['date', '2026-11-20', '2026-11-20'],
    ['boolean', true, true],
    ['boolean', 'FALSE', false],
    ['integer', '-12', -12],
    ['integer', 12, 12],
    ['list_of_string', ['a', 1, true], ['a', '1', 'true']],
    ['list_of_ci', ['a'], ['a']],
    ['set_of_string', [], []],
    ['map_string_string', { a: 'b', c: 1.5 }, { a: 'b', c: '1.5' }],
    ['ci', 'Configuration1', 'Configuration1'],
    ['ci', { ...inner, port: '1', other: 2 }, inner],
    ['of its own', 'x', 'x'],
  ])('%s: %j becomes %j', (kind, rawValue, shaped) => {
    expect(normalizeProperties(find, type('a.Outer', [rule('p', kind)]), { p: rawValue })).toEqual({ p: shaped });
  });

  test.each<[string, Json, string]>([
    ['string', {}, 'p: expected a text'],
    ['boolean', 'yes', 'p: expected true or false'],
    ['integer', 1.5, 'p: expected a whole number'],
    ['integer', '99999999999', 'p: expected a whole number'],
    ['list_of_string', 'a', 'p: expected an array of texts'],
    ['list_of_ci', [1], 'p: expected a value'],
    ['set_of_string', [null], 'p: expected an array of texts'],
    ['map_string_string', { a: [1] }, 'p: expected an object of texts'],
    ['map_string_string', [], 'p: expected an object of texts'],
    ['ci', [], 'p: expected an object with a type'],
    ['ci', {}, 'p.type: expected the name of a type'],
    ['ci', { type: 'a.None' }, "p.type: there is no type 'a.None'"],
    ['ci', { type: 'a.Base' }, "p.type: 'a.Base' is abstract; use a type that extends it"],
    ['ci', { type: 'a.Inner' }, 'p.port: expected a whole number'],
  ])('%s: %j is rejected', (kind, rawValue, refusal) => {
    expect(() => normalizeProperties(find, type('a.Outer', [rule('p', kind)]), { p: rawValue })).toThrow(refusal);
  });

  test('an enum accepts its values, or any text if it lists none', () => {
    const outer = (...enumValues: string[]) => type('a.Outer', [rule('p', 'enum', { enumValues })]);
    expect(normalizeProperties(find, outer('A', 'B'), { p: 'B' })).toEqual({ p: 'B' });
    expect(normalizeProperties(find, outer(), { p: 'C' })).toEqual({ p: 'C' });
    expect(() => normalizeProperties(find, outer('A', 'B'), { p: 'C' })).toThrow('p: expected one of A, B');
    expect(() => normalizeProperties(find, outer(), { p: 1 })).toThrow('p: expected a value');
  });
});

test('an absent, null or empty value gets the default, and is rejected if it is required without a default', () => {
  const outer = type('a.Outer', [
    rule('a', 'integer', { defaultValue: 5, required: true }),
    rule('b', 'string'),
    rule('toString', 'string', { required: true }),
  ]);
  expect(normalizeProperties(find, outer, { a: '', toString: 'x' })).toEqual({ a: 5, b: null, toString: 'x' });
  expect(() => normalizeProperties(find, outer, { a: 1, b: null })).toThrow('toString: expected a text');
});

test('a required property is optional if it is hidden, a list, a map or a boolean', () => {
  const kinds = ['boolean', 'list_of_string', 'set_of_ci', 'map_string_string'];
  const rules = kinds.map((kind) => rule(kind, kind, { required: true }));
  const outer = type('a.Outer', [...rules, rule('image', 'string', { required: true, hidden: true })]);
  expect(normalizeProperties(find, outer, {})).toEqual({
    boolean: null,
    list_of_string: null,
    set_of_ci: null,
    map_string_string: null,
    image: null,
  });
  const implied = type('a.Outer', [rule('url', 'string', { required: true, implied: true })]);
  expect(normalizeProperties(find, implied, {})).toEqual({ url: null });
});

test('an open type keeps unknown properties', () => {
  const outer = type('a.Outer', [rule('p', 'integer')], { open: true });
  expect(normalizeProperties(find, outer, { q: ['x'], p: '1' })).toEqual({ q: ['x'], p: 1 });
  expect(normalizeProperties(find, { ...outer, open: false }, { q: ['x'], p: '1' })).toEqual({ p: 1 });
});

test('a type is a kind of itself and of all types that it extends', () => {
  expect(isKindOf(find, 'a.Inner', 'a.Inner')).toBe(true);
  expect(isKindOf(find, 'a.Inner', 'rel.Configuration')).toBe(true);
  expect(isKindOf(find, 'a.Inner', 'a.Square')).toBe(false);
  expect(isKindOf(find, 'a.Circle', 'a.Base')).toBe(false);
  expect(kindsOf(find, ['a.Circle', 'a.Inner'], 'rel.Configuration')).toEqual(['rel.Configuration', 'a.Inner']);
  expect(kindsOf(find, ['a.Circle', 'a.Inner'], 'a.Inner')).toEqual(['a.Inner']);
  expect(requireConcreteType(find, 'a.Inner', 'type').name).toBe('a.Inner');
});

test('sent values are merged into the stored values', () => {
  const stored = { a: 1, b: 2, inner: { type: 'a.Inner', port: 1, host: 'h' }, map: { x: '1' } };
  expect(mergeProperties(stored, { a: null, b: 3, inner: { port: 2 }, map: { y: '2' } })).toEqual({
    b: 3,
    inner: { type: 'a.Inner', port: 2, host: 'h' },
    map: { y: '2' },
  });
  expect(mergeProperties(stored, { inner: { type: 'a.Other' } })).toEqual({ ...stored, inner: { type: 'a.Other' } });
  expect(mergeProperties(stored, { inner: { type: null }, a: { type: 'a.Inner' } })).toEqual({
    ...stored,
    inner: { type: null },
    a: { type: 'a.Inner' },
  });
});

test.each<[string, Json, Json]>([
  ['list_of_string', [1, 'a', false], ['1', 'a', 'false']],
  ['list_of_string', [['a', 1], null, { b: [] }], ['["a",1]', '', '{"b":[]}']],
  ['set_of_string', [{}, null], ['{}', '']],
  ['set_of_string', null, []],
  ['map_string_string', { a: 1 }, { a: '1' }],
  ['map_string_string', { a: { b: [1, null] }, c: null, d: [] }, { a: '{"b":[1,null]}', c: '', d: '[]' }],
  ['map_string_string', null, {}],
  ['set_of_string', ['b', 'a', 'b', 1, '1'], ['b', 'a', '1']],
  ['set_of_ci', ['a', 'a'], ['a', 'a']],
  ['string', ['a'], '["a"]'],
  ['string', { a: 1 }, '{"a":1}'],
  ['string', 7, '7'],
  ['string', '', ''],
  ['string', null, null],
  ['integer', '7', 7],
  ['integer', 12_345_678_901, 12_345_678_901],
  ['integer', '', null],
  ['boolean', 'false', false],
  ['boolean', 'True', true],
  ['enum', 5, '5'],
  ['date', '2024-05-06T07:08:09Z', '2024-05-06T07:08:09Z'],
  ['date', 0, '1970-01-01T00:00:00.000Z'],
])('an output of kind %s: %j is stored as %j', (kind, rawValue, value) => {
  expect(normalizeOutput({ name: 'p', kind }, rawValue)).toEqual({ value, warning: null });
});

test.each<[string, Json, Json, string]>([
  ['list_of_string', 'a', ['a'], 'p: expected an array of texts; one text is stored'],
  ['set_of_string', { a: [1] }, ['{"a":[1]}'], 'p: expected an array of texts; one text is stored'],
  ['map_string_string', ['a'], {}, 'p: expected an object of texts; nothing is stored'],
  ['map_string_string', 'a', {}, 'p: expected an object of texts; nothing is stored'],
  ['integer', 'abc', 'abc', 'p: expected a whole number; the text is stored'],
  ['integer', 7.5, '7.5', 'p: expected a whole number; the text is stored'],
  ['boolean', { a: 1 }, '{"a":1}', 'p: expected true or false; the text is stored'],
  ['date', 'soon', 'soon', 'p: expected a date as a text; the text is stored'],
  ['date', ['a'], '["a"]', 'p: expected a date as a text; the text is stored'],
  ['date', 1e17, '100000000000000000', 'p: expected a date as a text; the text is stored'],
])('an output of kind %s: %j is stored as %j, with a warning', (kind, rawValue, value, warning) => {
  const { warning: stored, ...output } = normalizeOutput({ name: 'p', kind }, rawValue);
  expect({ ...output, warning: stored && textOf(stored) }).toEqual({ value, warning });
});

test('a set of texts has no duplicates in scripts', () => {
  expect(propertyToScripts('set_of_string', ['b', 'a', 'b'])).toEqual(['b', 'a']);
  expect(propertyToScripts('list_of_string', ['b', 'b'])).toEqual(['b', 'b']);
});

test('an output of kind enum with an unknown value is stored as a text, with a warning', () => {
  const rule = { name: 'p', kind: 'enum', enumValues: ['LOW', 'HIGH'] };
  expect(normalizeOutput(rule, 'LOW')).toEqual({ value: 'LOW', warning: null });
  const { value, warning } = normalizeOutput(rule, 'MID');
  expect([value, warning && textOf(warning)]).toEqual(['MID', 'p: expected one of LOW, HIGH; the text is stored']);
});

test.each<[string, Json]>([
  ['list_of_string', []],
  ['set_of_ci', []],
  ['map_string_string', {}],
  ['string', null],
])('a property of kind %s without a value is %j in scripts', (kind, scriptValue) => {
  expect(propertyToScripts(kind, null)).toEqual(scriptValue);
});
