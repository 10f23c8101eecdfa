import { globSync, readFileSync } from 'node:fs';
import { permissions } from '@slipway/domain/model';
import { isWithoutFeature } from '@slipway/domain/permission-presets';
import { expect, test } from 'vitest';

/** The lists of all permissions, the presets, and rows of earlier versions. */
const lists = /model.catalogs.permissions|permission-presets|migrations|testing|[.]test[.]ts/;

test('the board shows each permission that the server checks', () => {
  const sources = globSync('{libs,services}/*/src/**/*.ts').filter((file) => !lists.test(file));
  const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  const checked = permissions.filter((permission) => permission.includes('#') && code.includes(`'${permission}'`));
  expect(checked.filter(isWithoutFeature)).toEqual([]);
  expect(checked.length).toBeGreaterThan(30);
});
