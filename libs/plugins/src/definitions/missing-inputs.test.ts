import { expect, test } from 'vitest';
import { missingInputs, propertyDefinition } from './type-definition.ts';

const property = (name: string, fields: object = {}) =>
  propertyDefinition.parse({
    ...{ name, kind: 'string', category: 'input', label: name, description: '', required: true, implied: false },
    ...{ password: false, hidden: false, defaultValue: null, enumValues: [], ...fields },
  });

test.each<[string, object, unknown, boolean]>([
  ['a text', {}, 'a', false],
  ['no value', {}, undefined, true],
  ['null', {}, null, true],
  ['blanks', {}, ' \n', true],
  ['zero', { kind: 'integer' }, 0, false],
  ['no boolean', { kind: 'boolean' }, null, false],
  ['an empty list', { kind: 'list_of_string' }, [], true],
  ['a list', { kind: 'list_of_string' }, [''], false],
  ['an empty map', { kind: 'map_string_string' }, {}, true],
  ['no configuration', { kind: 'ci' }, null, true],
  ['no value of an optional input', { required: false }, null, false],
  ['no value of an input that is required by default', { implied: true }, null, false],
  ['no value of an output', { category: 'output' }, null, false],
])('an input with %s', (_, fields, value, isMissing) => {
  expect(missingInputs([property('a', fields), property('b')], { a: value, b: 'b' })).toEqual(isMissing ? ['a'] : []);
});
