import { expect, test } from 'vitest';
import type { VariableValue } from '../model/variable.ts';
import { variable } from '../testing/inputs.ts';
import { literalVariables, type Mapping, mappedKeys, mappedVariables, mayChooseTarget } from './mappings.ts';

const mapping = (targetProperty: string): Mapping => ({
  type: 'StringValue',
  targetProperty,
  value: 'x',
});

test.each<[string | null, readonly string[], boolean]>([
  [null, [], false],
  ['FolderA', ['releaseTitle', 'tags'], false],
  ['${event.folder}', [], true],
  [null, ['tags', 'template'], true],
  [null, ['folder'], true],
])(
  'a trigger with the release folder %j and the mappings %j can select its target: %s',
  (releaseFolder, targets, expected) => {
    expect(mayChooseTarget({ releaseFolder, mappings: targets.map(mapping) })).toBe(expected);
  },
);

test('only mappings to variables have keys, and only texts and lists are literal', () => {
  const mapped: readonly Mapping[] = [
    mapping('releaseTitle'),
    mapping('variables[plain]'),
    mapping("variables['quoted']"),
    mapping('variables[${bare}]'),
    { type: 'ListStringValue', targetProperty: 'variables[list]', value: ['x'] },
    { type: 'VariableValue', targetProperty: 'variables[event]', variableKey: 'request.body.v' },
  ];
  expect(mappedKeys(mapped)).toEqual(['plain', 'quoted', 'bare', 'list', 'event']);
  expect(literalVariables(mapped)).toEqual([
    ['plain', 'x'],
    ['quoted', 'x'],
    ['bare', 'x'],
    ['list', ['x']],
  ]);
});

test.each<[VariableValue, VariableValue]>([
  [1_700_000_000, 1_700_000_000_000],
  ['1700000000', 1_700_000_000_000],
  [' 1700000000 ', 1_700_000_000_000],
  [9_999_999_999, 9_999_999_999_000],
  [1_700_000_000_000, 1_700_000_000_000],
  ['1700000000000', '1700000000000'],
  [999_999_999, 999_999_999],
  [-1_700_000_000, -1_700_000_000],
  [0, 0],
  [true, true],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
])('the date %j of an event is %j: ten digits are seconds', (sent, expected) => {
  const date = variable('d', null, { type: 'DateVariable' });
  const dateMapping: Mapping = { type: 'VariableValue', targetProperty: 'variables[d]', variableKey: 'event.at' };
  const text: Mapping = { type: 'StringValue', targetProperty: 'variables[d]', value: '${event.at}' };
  for (const mapping of [dateMapping, text])
    expect(mappedVariables([mapping], [date], { 'event.at': sent })).toEqual({ d: expected });
});

test.each<[Mapping, VariableValue]>([
  [{ type: 'VariableValue', targetProperty: 'variables[d]', variableKey: 'global.at' }, 1_700_000_000],
  [{ type: 'StringValue', targetProperty: 'variables[d]', value: '1700000000' }, '1700000000'],
  [{ type: 'ListStringValue', targetProperty: 'variables[d]', value: ['1700000000'] }, ['1700000000']],
  [{ type: 'VariableValue', targetProperty: 'variables[n]', variableKey: 'event.at' }, 1_700_000_000],
])('other values are milliseconds, as in REST: %j', (mapping, expected) => {
  const variables = [variable('d', null, { type: 'DateVariable' }), variable('n', null, { type: 'IntegerVariable' })];
  const values = { 'global.at': 1_700_000_000, 'event.at': 1_700_000_000 };
  expect(Object.values(mappedVariables([mapping], variables, values))).toEqual([expected]);
});
