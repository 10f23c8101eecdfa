import { expect, test } from 'vitest';
import type { VariableValue } from '../model/variable.ts';
import { type Sealer, sealVariable } from './seal-drafts.ts';

const seal: Sealer = { seal: (purpose, text) => `sealed ${purpose} ${text}` };
const sealed = (value: VariableValue) =>
  sealVariable(seal, { key: '${pass}', type: 'PasswordStringVariable', value }).value;

test.each<[string, VariableValue, string]>([
  ['a text', 'hunter2', 'hunter2'],
  ['a number, as its text', 5, '5'],
])('a password is encrypted: %s', (_, value, clear) => {
  expect(sealed(value)).toBe(`sealed variable ${clear}`);
});

test.each<[string, VariableValue]>([
  ['no value', null],
  ['an empty text', ''],
  ['the mask', '********'],
])('%s is unchanged', (_, value) => {
  expect(sealed(value)).toBe(value);
});

test.each<[string, VariableValue]>([
  ['an array', ['hunter2']],
  ['an object', { user: 'hunter2' }],
])('a password that is %s is rejected, without its value in the message', (_, value) => {
  expect(() => sealed(value)).toThrow(/^variables\.pass: expected a text$/);
});

test('a variable that is not a password is unchanged', () => {
  const variable = { key: 'tags', type: 'ListStringVariable', value: ['a'] } as const;
  expect(sealVariable(seal, variable)).toEqual(variable);
});
