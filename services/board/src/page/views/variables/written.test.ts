import { expect, test } from 'vitest';
import { ownChoices } from '../../parts/variables/choices.ts';
import { blank, bodyOf, type Written, writtenOf } from './written.ts';

const variable: Parameters<typeof writtenOf>[0] = {
  id: 'Applications/Release1/Variable1',
  type: 'xlrelease.StringVariable',
  key: 'region',
  value: 'north',
  requiresValue: true,
  showOnReleaseStart: false,
  inherited: false,
  multiline: false,
  preventInterpolation: false,
};
const provided = (valueProvider: NonNullable<(typeof variable)['valueProvider']>) =>
  writtenOf({ ...variable, valueProvider });
const changed = (changes: Partial<Written>, before = writtenOf(variable)) =>
  bodyOf({ ...before, ...changes }, before, 'rel');

test('an unchanged member is not sent', () => {
  expect(changed({})).toEqual({});
});

test('changed members are sent, and no others', () => {
  expect(changed({ label: 'Region', showOnReleaseStart: true })).toEqual({ label: 'Region', showOnReleaseStart: true });
  expect(changed({ label: '' }, { ...writtenOf(variable), label: 'Region' })).toEqual({ label: null });
  expect(changed({ value: 'south' })).toEqual({ value: 'south' });
  expect(changed({ isValueRemoved: true })).toEqual({ value: null });
});

test('a new variable has what is usual, and what was written', () => {
  const written: Written = { ...blank, key: 'count', type: 'IntegerVariable', value: '3', requiresValue: false };
  expect(bodyOf(written, blank, 'rel')).toEqual({ value: 3, requiresValue: false });
});

test('a list box has choices of its own, or those of a variable', () => {
  const type = 'rel.ListOfStringValueProviderConfiguration';
  expect(changed({ source: 'choices', choices: 'north\n\nsouth' })).toEqual({
    valueProvider: { type, values: ['north', 'south'] },
  });
  expect(changed({ source: 'variable', choicesOf: ' regions ' })).toEqual({
    valueProvider: { type, variable: '${regions}' },
  });
  expect(changed({ source: 'typed' }, provided({ type, values: ['north'] }))).toEqual({ valueProvider: null });
});

test.each([
  [{ values: ['a', 'b'] }, 'choices', 'a\nb', ''],
  [{ variable: '${global.regions}' }, 'variable', '', 'global.regions'],
  [{ variable: { key: 'regions', id: 'Variable1' } }, 'variable', '', 'regions'],
  [{ variable: { id: 'Variable1' } }, 'variable', '', 'Variable1'],
  [{ server: 'acme' }, 'typed', '', ''],
  ['what nobody knows', 'typed', '', ''],
])('choices that come from %j are read', (provider, source, choices, choicesOf) => {
  expect(provided(provider)).toMatchObject({ source, choices, choicesOf });
});

test('choices of its own are known at once', () => {
  expect([
    ownChoices({ valueProvider: { values: ['a', 1] } }),
    ownChoices({ valueProvider: { variable: 'x' } }),
  ]).toEqual([['a', '1'], undefined]);
});
