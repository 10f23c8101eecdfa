import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { Invalid } from '../model/errors.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { variable } from '../testing/inputs.ts';
import { offeredValues, offerRefusal, requireOffered, requireOfferedInput } from './offered-values.ts';

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

const none = { variables: [], readShared: () => new Map<string, Variable>() };
const refusal = (run: () => void): string | null => {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof Invalid) return thrown.message;
    throw thrown;
  }
  return null;
};
const notOffered = (text: string | null) =>
  text === null ? null : `variables.v: '${text}' is not in the list of allowed values`;

test.each<[VariableValue, string | null]>([
  ['a', null],
  ['c', 'c'],
  ['', null],
  [null, null],
  [['a', 'b'], null],
  [['a', 'c'], 'c'],
  ['${c}', '${c}'],
  ['${', '${'],
  [['a', 'x${c}'], 'x${c}'],
  [{ any: 'a' }, null],
  [{ any: '${c}' }, '${c}'],
])('the value %j contains the invalid text %j', (value, invalidText) => {
  const listed = variable('v', value, { valueProvider: texts });
  const reason = offerRefusal(listed, value, []);
  expect(reason && textOf(reason)).toBe(notOffered(invalidText));
  expect(refusal(() => requireOfferedInput(listed, none))).toBe(notOffered(invalidText));
  expect(refusal(() => requireOffered(listed, none, () => value))).toBe(notOffered(invalidText));
});

test.each<[string, VariableValue | undefined, boolean]>([
  ['is offered', 'b', true],
  ['is not offered', 'hidden', false],
  ['has no text', null, false],
  ['is empty', '', false],
  ['is a list', ['b'], false],
  ['is unknown', undefined, false],
])('a value whose replaced text %s', (_, current, isOffered) => {
  const reason = refusal(() => requireOffered(variable('v', '${w}', { valueProvider: texts }), none, () => current));
  expect(reason).toBe(isOffered ? null : notOffered('${w}'));
});

test('a list can offer a text with a placeholder', () => {
  const listed = variable('v', '${w}', { valueProvider: { values: ['${w}', '${'] } });
  for (const value of ['${w}', '${', ['${w}', '${']]) {
    expect(refusal(() => requireOfferedInput({ ...listed, value }, none))).toBe(null);
    expect(refusal(() => requireOffered({ ...listed, value }, none, () => 'x'))).toBe(null);
  }
});

test.each<[VariableValue, Partial<Variable>, boolean]>([
  ['plain $ {text}', {}, true],
  ['${w}', {}, false],
  ['a ${ b', {}, false],
  [['a', '${w}'], { type: 'ListStringVariable' }, false],
  [['a'], { type: 'ListStringVariable' }, true],
  [{ a: '${w}' }, { type: 'MapStringStringVariable' }, false],
  [{ '${w}': 'a' }, { type: 'MapStringStringVariable' }, false],
  [{ a: 'b' }, { type: 'MapStringStringVariable' }, true],
  [{ '${w}': 'a' }, { type: 'MapStringStringVariable', valueProvider: texts }, false],
  [7, { type: 'IntegerVariable' }, true],
  [null, {}, true],
  ['${w}', { preventInterpolation: true }, true],
  ['${w}', { valueProvider: { variable: 'gone' } }, false],
  ['sealed', { type: 'PasswordStringVariable' }, true],
])('user input %j for a variable with %j is allowed: %j', (value, more, isAllowed) => {
  const reason = 'variables.v: a value for a task cannot contain a placeholder (${key})';
  expect(refusal(() => requireOfferedInput(variable('v', value, more), none))).toBe(isAllowed ? null : reason);
});

test('a list can be in a global variable, which is loaded only if no other variable has it', () => {
  let reads = 0;
  const readShared = () => {
    reads += 1;
    return new Map([['global.stages', { ...stages, key: 'global.stages' }]]);
  };
  const check = (valueProvider: Variable['valueProvider']) =>
    refusal(() => requireOfferedInput(variable('v', 'prod', { valueProvider }), { variables: [stages], readShared }));
  expect(check({ variable: 'stages' })).toBe(notOffered('prod'));
  expect(check(null)).toBe(null);
  expect(reads).toBe(0);
  expect(check({ variable: 'global.stages' })).toBe(notOffered('prod'));
  expect(check({ variable: 'global.gone' })).toBe(null);
  expect(reads).toBe(2);
});

test('the value of a password is never checked, so that no message contains it', () => {
  const secret = variable('v', 'hidden ${', { type: 'PasswordStringVariable', valueProvider: texts });
  expect(refusal(() => requireOfferedInput(secret, none))).toBe(null);
  expect(refusal(() => requireOffered(secret, none, () => 'x'))).toBe(null);
});
