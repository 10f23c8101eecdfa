import { expect, test } from 'vitest';
import { choosesPlace, type Mapping, mappedKeys, writtenVariables } from './mappings.ts';

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
])('a trigger that fires into %j and maps %j may choose its target: %s', (releaseFolder, targets, expected) => {
  expect(choosesPlace({ releaseFolder, mappings: targets.map(mapping) })).toBe(expected);
});

test('only a mapping to a variable has its key, and only texts and lists are written', () => {
  const mapped: readonly Mapping[] = [
    mapping('releaseTitle'),
    mapping('variables[plain]'),
    mapping("variables['quoted']"),
    mapping('variables[${bare}]'),
    { type: 'ListStringValue', targetProperty: 'variables[list]', value: ['x'] },
    { type: 'VariableValue', targetProperty: 'variables[event]', variableKey: 'request.body.v' },
  ];
  expect(mappedKeys(mapped)).toEqual(['plain', 'quoted', 'bare', 'list', 'event']);
  expect(writtenVariables(mapped)).toEqual([
    ['plain', 'x'],
    ['quoted', 'x'],
    ['bare', 'x'],
    ['list', ['x']],
  ]);
});
