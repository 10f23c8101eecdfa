import { expect, test } from 'vitest';
import { choosesPlace, type Mapping } from './mappings.ts';

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
])('what fires a trigger into %j, which maps %j, may choose its place: %s', (releaseFolder, targets, expected) => {
  expect(choosesPlace({ releaseFolder, mappings: targets.map(mapping) })).toBe(expected);
});
