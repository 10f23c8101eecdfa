import { expect, test } from 'vitest';
import { formatValue, kindOf, parseValue, variableText } from './value-text.ts';

const variable = (type: string, value: Parameters<typeof variableText>[0]['value']) => ({
  type: `rel.${type}`,
  value,
  multiline: false,
});

test.each([
  ['StringVariable', 'a = b', 'a = b', 'a = b'],
  ['StringVariable', undefined, '', ''],
  ['ListStringVariable', ['b', 'a', 'b'], 'b\na\nb', ['b', 'a', 'b']],
  ['SetStringVariable', [], '', []],
  ['MapStringStringVariable', { one: 'a=b', two: '' }, 'one=a=b\ntwo=', { one: 'a=b', two: '' }],
  ['ListStringVariable', ['a\nb', ''], '["a\\nb",""]', ['a\nb', '']],
  ['ListStringVariable', ['["a"]'], '["[\\"a\\"]"]', ['["a"]']],
  ['ListStringVariable', ['[a', '{b}'], '[a\n{b}', ['[a', '{b}']],
  ['MapStringStringVariable', { 'a=b': 'c', d: '1\n2=x' }, '{"a=b":"c","d":"1\\n2=x"}', { 'a=b': 'c', d: '1\n2=x' }],
  ['MapStringStringVariable', { '{}': '' }, '{}=', { '{}': '' }],
  ['BooleanVariable', true, 'true', true],
  ['BooleanVariable', undefined, '', null],
  ['BooleanVariable', false, 'false', false],
  ['IntegerVariable', -3, '-3', -3],
  ['IntegerVariable', undefined, '', null],
  ['DateVariable', undefined, '', null],
  ['SomethingNewVariable', 'text', 'text', 'text'],
])('a %s with the value %j is shown as %j and parsed as %j', (type, value, text, read) => {
  const shown = variable(type, value);
  expect([variableText(shown), parseValue(kindOf(shown), text)]).toEqual([text, read]);
});

test('a date is shown in the time zone of the user, and parsed as the same time', () => {
  const shown = variable('DateVariable', '2026-12-01T10:30:00.000+00:00');
  expect(parseValue('date', variableText(shown))).toBe('2026-12-01T10:30:00.000Z');
});

test('a password is shown as empty, and an invalid number is sent to REST, which rejects it', () => {
  expect([variableText(variable('PasswordStringVariable', '********')), parseValue('number', 'three')]).toEqual([
    '',
    'three',
  ]);
});

test('only decimal digits are parsed as a number', () => {
  expect(['7', ' +7 ', '0x10', '0b11', '1e3', '7.0'].map((text) => parseValue('number', text))).toEqual([
    ...[7, 7, '0x10', '0b11', '1e3', '7.0'],
  ]);
});

test('objects in a list are shown as JSON, one per line', () => {
  expect(formatValue('texts', [{ id: 'a' }])).toBe('[{"id":"a"}]');
});

test('a line of a map without a value is a key, and empty lines are ignored', () => {
  expect(parseValue('map', 'alone\n\n=x')).toEqual({ alone: '', '': 'x' });
});
