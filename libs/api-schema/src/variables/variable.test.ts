import { blankVariable, type VariableType, type VariableValue } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { valuesAsTexts } from './variable.ts';

const textOf = (type: VariableType, value: VariableValue) =>
  valuesAsTexts([{ ...blankVariable, id: 'Variable1', key: 'v', type, value }]);

test.each<[VariableType, VariableValue, string]>([
  ['StringVariable', 'a', 'a'],
  ['StringVariable', "it's ${x}\n", "it's ${x}\n"],
  ['StringVariable', '', ''],
  ['StringVariable', null, ''],
  ['ReferenceVariable', 'Release1', 'Release1'],
  ['BooleanVariable', true, 'True'],
  ['BooleanVariable', false, 'False'],
  ['BooleanVariable', null, ''],
  ['IntegerVariable', 5, '5'],
  ['IntegerVariable', -16, '-16'],
  ['IntegerVariable', 0, '0'],
  ['IntegerVariable', null, ''],
  ['DateVariable', 0, '1970-01-01T00:00:00.000+00:00'],
  ['DateVariable', null, ''],
  ['ListStringVariable', ['a', 'b c'], "['a', 'b c']"],
  ['ListStringVariable', [''], "['']"],
  ['ListStringVariable', [], '[]'],
  ['ListStringVariable', null, '[]'],
  ['SetStringVariable', ['x'], "['x']"],
  ['SetStringVariable', null, '[]'],
  ['MapStringStringVariable', { 'A B': 'x' }, "{'A B': 'x'}"],
  ['MapStringStringVariable', { b: '2', a: '1' }, "{'a': '1', 'b': '2'}"],
  ['MapStringStringVariable', {}, '{}'],
  ['MapStringStringVariable', null, '{}'],
  ['MapStringStringVariable', { "it's": 'a\\b "c"' }, `{'it\\'s': 'a\\\\b "c"'}`],
  [
    'ListStringVariable',
    ['Grüße, 世界 😀', 'two\nlines\tand\r\u0007'],
    "['Grüße, 世界 😀', 'two\\nlines\\tand\\r\\x07']",
  ],
])('a %s with the value %j is rendered as %j', (type, value, text) => {
  expect(textOf(type, value)).toEqual({ '${v}': text });
});

test('omits a password, with or without a value', () => {
  expect(textOf('PasswordStringVariable', 'sealed')).toEqual({});
  expect(textOf('PasswordStringVariable', null)).toEqual({});
});
