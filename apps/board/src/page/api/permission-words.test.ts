import { permissions } from '@slipway/domain/model';
import { isWithoutFeature } from '@slipway/domain/permission-presets';
import { expect, test } from 'vitest';
import { areaName, permissionArea, permissionName, permissionSentence } from './permission-words.ts';

test('each permission that has an effect has a sentence, and no other', () => {
  const described = permissions.filter((permission) => permissionSentence(permission) !== undefined);
  expect(described).toEqual(permissions.filter((permission) => !isWithoutFeature(permission)));
  for (const permission of described) expect(permissionSentence(permission)).toMatch(/^[A-Z].*\.$/);
});

test('each permission has a name in words, and no two have the same', () => {
  const names = permissions.map(permissionName);
  for (const name of names) expect(name).toMatch(/^[A-Z][a-z -]+$/);
  expect(new Set(names).size).toBe(permissions.length);
});

test('each area of permissions has a name in words, and no two have the same', () => {
  const areas = [...new Set(permissions.map(permissionArea))];
  for (const area of areas) expect(areaName(area)).toMatch(/^[A-Z][a-z ]+$/);
  expect(new Set(areas.map(areaName)).size).toBe(areas.length);
});

test('a permission of a later server is shown by its id', () => {
  expect([permissionName('rocket#launch'), areaName('rocket'), permissionSentence('rocket#launch')]).toEqual([
    ...['rocket#launch', 'rocket', undefined],
  ]);
});
