import { permissions } from '@slipway/domain/model';
import { isWithoutFeature } from '@slipway/domain/permission-presets';
import { expect, test } from 'vitest';
import { permissionSentence } from './permission-sentences.ts';

test('each permission that has an effect has a sentence, and no other', () => {
  const described = permissions.filter((permission) => permissionSentence(permission) !== undefined);
  expect(described).toEqual(permissions.filter((permission) => !isWithoutFeature(permission)));
  for (const permission of described) expect(permissionSentence(permission)).toMatch(/^[A-Z].*\.$/);
});
