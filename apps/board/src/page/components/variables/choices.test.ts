import { expect, test } from 'vitest';
import { choicesFor, isListBox, toggleChoice, withCurrent } from './choices.ts';

const variable = (
  key: string,
  type = 'StringVariable',
  valueProvider?: Parameters<typeof isListBox>[0]['valueProvider'],
) => ({
  id: `Applications/Release1/Variable${key}`,
  key,
  type: `rel.${type}`,
  valueProvider,
});
const values = { values: ['dev', 'qa'] };
const regions = variable('regions', 'ListStringVariable');
const form = { variables: [regions, variable('text')], textFor: () => 'north\nsouth' };

test.each([
  ['a text without a provider', variable('a'), ['x'], undefined],
  ['values of the provider', variable('a', 'StringVariable', values), ['x'], ['dev', 'qa']],
  ['values of the provider of a list', variable('a', 'ListStringVariable', values), undefined, ['dev', 'qa']],
  ['values of the provider of a set', variable('a', 'SetStringVariable', values), undefined, ['dev', 'qa']],
  [
    'the list of the form that a key names',
    variable('a', 'StringVariable', { variable: '${regions}' }),
    ['x'],
    ['north', 'south'],
  ],
  [
    'the list of the form that an id names',
    variable('a', 'StringVariable', { variable: regions.id }),
    ['x'],
    ['north', 'south'],
  ],
  [
    'the list of the form that a variable names',
    variable('a', 'StringVariable', { variable: { key: 'regions' } }),
    ['x'],
    ['north', 'south'],
  ],
  [
    'known values of a variable outside of the form',
    variable('a', 'StringVariable', { variable: 'folder.far' }),
    ['oslo'],
    ['oslo'],
  ],
  ['known values for a named text', variable('a', 'StringVariable', { variable: 'text' }), ['x'], ['x']],
  ['an unknown variable', variable('a', 'StringVariable', { variable: 'none' }), undefined, undefined],
  ['a provider of a plugin', variable('a', 'StringVariable', { type: 'acme.Provider' }), undefined, undefined],
  ['a password with a provider', variable('a', 'PasswordStringVariable', values), ['x'], undefined],
  ['a number with a provider', variable('a', 'IntegerVariable', values), ['x'], undefined],
])('a list box offers: %s', (_, box, loadedChoices, expected) => {
  expect(choicesFor(box, form, loadedChoices)).toEqual(expected);
});

test('a variable with a value provider is a list box if its values are texts', () => {
  const types = [
    'StringVariable',
    'ListStringVariable',
    'SetStringVariable',
    'MapStringStringVariable',
    'DateVariable',
  ];
  expect(types.filter((type) => isListBox(variable('a', type, values)))).toEqual(types.slice(0, 3));
});

test('current values stay visible even if they are not offered', () => {
  expect(withCurrent(['a', 'b'], ['b', 'gone'])).toEqual(['a', 'b', 'gone']);
});

test.each([
  ['', 'a', true, 'a'],
  ['a', 'b', true, 'a\nb'],
  ['a\nb\na', 'a', false, 'b'],
  ['a', 'a', false, ''],
  ['a', 'a', true, 'a'],
  ['', '[x', true, '[x'],
  ['a', 'two\nlines', true, '["a","two\\nlines"]'],
  ['["a","two\\nlines"]', 'two\nlines', false, 'a'],
])('the list %j, after %j is set to %s, is %j', (text, value, isOn, expected) => {
  expect(toggleChoice(text, value, isOn)).toBe(expected);
});
