import { expect, test } from 'vitest';
import type { Variable } from '../model/variable.ts';
import { variable } from '../testing.ts';
import { applyVariablePatch } from './build-variable.ts';
import { sharedVariable } from './shared-variables.ts';

const newId = () => 'Variablen1';
const text = 'StringVariable' as const;

test.each([
  ['global', 'global.a'],
  ['folder', 'folder.a'],
] as const)('a %s variable has a key like %s, with or without ${}', (sharing, key) => {
  expect(sharedVariable({ type: text, key: `\${${key}}`, value: 'x' }, sharing, newId)).toMatchObject({
    id: 'Variablen1',
    key,
    value: 'x',
  });
});

test.each([
  ['global', 'a'],
  ['global', 'folder.a'],
  ['global', 'global.'],
  ['folder', 'global.a'],
] as const)('a %s variable cannot have the key %s', (sharing, key) => {
  expect(() => sharedVariable({ type: text, key }, sharing, newId)).toThrow(
    `key: expected the key of a ${sharing} variable, which begins with '${sharing}.', got '${key}'`,
  );
});

test('a shared variable keeps its type and key', () => {
  const count = sharedVariable({ id: 'VariableMine', type: 'IntegerVariable', key: 'global.n' }, 'global', newId);
  expect(count).toMatchObject({ id: 'VariableMine', value: null });
  expect(applyVariablePatch(count, { value: '7' })).toEqual({ ...count, value: 7 });
  expect(applyVariablePatch(count, { value: null })).toBe(count);
  expect(() => applyVariablePatch(count, { value: 'x' })).toThrow('variables.global.n: expected a whole number');
  expect(() => applyVariablePatch(count, { key: 'global.m' })).toThrow(
    "key: the key of variable 'global.n' cannot change",
  );
});

test('a variable that was stored without a referenced type can get one', () => {
  const { referencedType: _, ...stored } = variable('server', null, { type: 'ReferenceVariable' });
  const old = stored as Variable;
  expect(applyVariablePatch(old, { referencedType: null })).toBe(old);
  expect(applyVariablePatch(old, { referencedType: 'acme.Server' })).toEqual({
    ...stored,
    referencedType: 'acme.Server',
  });
});
