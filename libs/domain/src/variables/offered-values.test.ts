import { expect, test } from 'vitest';
import { Invalid } from '../model/errors.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { variable } from '../testing/inputs.ts';
import { offeredValues, requireOffered } from './offered-values.ts';

const stages = variable('stages', ['test', '', 'live'], { type: 'ListStringVariable' });
const texts = { values: ['a', 'b'] };

test.each([
  ['no provider', null, null],
  ['its values', texts, ['a', 'b']],
  ['values that are not all texts', { values: ['a', 1] }, null],
  ['the id of a variable', { variable: 'Variablestages' }, ['test', 'live']],
  ['the full id of a variable', { variable: { id: 'Applications/Release1/Variablestages' } }, ['test', 'live']],
  ['the key of a variable', { variable: { key: '${stages}' } }, ['test', 'live']],
  ['a variable that is not a list', { variable: { key: 'title' } }, null],
  ['a variable that does not exist', { variable: { key: 'gone' } }, null],
  ['neither', {}, null],
])('a list box with %s offers', (_, valueProvider, expected) => {
  expect(offeredValues({ valueProvider }, [stages, variable('title', 'x')])).toEqual(expected);
});

test.each<[VariableValue, string | null]>([
  ['a', null],
  ['c', 'c'],
  ['', null],
  [null, null],
  [['a', 'b'], null],
  [['a', 'c'], 'c'],
  ['${c}', null],
])('the value %j has the wrong text %j', (value, wrong) => {
  const check = () => requireOffered(variable('v', value, { valueProvider: texts }), [], () => new Map());
  const refused = `variables.v: '${wrong}' is not one of the values that its list offers`;
  if (wrong === null) expect(check).not.toThrow();
  else expect(check).toThrow(new Invalid(refused));
});

test('a list may be in a global variable, which is read only where no other variable has it', () => {
  let reads = 0;
  const readShared = () => {
    reads += 1;
    return new Map([['global.stages', { ...stages, key: 'global.stages' }]]);
  };
  const check = (valueProvider: Variable['valueProvider']) =>
    requireOffered(variable('v', 'prod', { valueProvider }), [stages], readShared);
  expect(() => check({ variable: 'stages' })).toThrow("variables.v: 'prod' is not one of the values");
  expect(() => check(null)).not.toThrow();
  expect(reads).toBe(0);
  expect(() => check({ variable: 'global.stages' })).toThrow("variables.v: 'prod' is not one of the values");
  expect(() => check({ variable: 'global.gone' })).not.toThrow();
  expect(reads).toBe(2);
});

test('the value of a password is never checked, so that no message contains it', () => {
  const secret = variable('v', 'hidden', { type: 'PasswordStringVariable', valueProvider: texts });
  expect(() => requireOffered(secret, [], () => new Map())).not.toThrow();
});
