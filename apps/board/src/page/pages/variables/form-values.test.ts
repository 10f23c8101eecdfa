import { expect, test } from 'vitest';
import { ownChoices } from '../../components/variables/choices.ts';
import { emptyValues, type FormValues, toFormValues, toRequestBody } from './form-values.ts';

const variable: Parameters<typeof toFormValues>[0] = {
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
  toFormValues({ ...variable, valueProvider });
const changed = (changes: Partial<FormValues>, before = toFormValues(variable)) =>
  toRequestBody({ ...before, ...changes }, before, 'rel');

test('the request body of an unchanged variable is empty', () => {
  expect(changed({})).toEqual({});
});

test('the request body contains only changed fields', () => {
  expect(changed({ label: 'Region', showOnReleaseStart: true })).toEqual({ label: 'Region', showOnReleaseStart: true });
  expect(changed({ label: '' }, { ...toFormValues(variable), label: 'Region' })).toEqual({ label: null });
  expect(changed({ value: 'south' })).toEqual({ value: 'south' });
  expect(changed({ isValueRemoved: true })).toEqual({ value: null });
});

test('the request body of a new variable omits default values', () => {
  const formValues: FormValues = {
    ...emptyValues,
    key: 'count',
    type: 'IntegerVariable',
    value: '3',
    requiresValue: false,
  };
  expect(toRequestBody(formValues, emptyValues, 'rel')).toEqual({ value: 3, requiresValue: false });
});

test('a text variable has a fixed list of choices, or choices from a list variable', () => {
  const type = 'rel.ListOfStringValueProviderConfiguration';
  expect(changed({ source: 'choices', choices: 'north\n\nsouth' })).toEqual({
    valueProvider: { type, values: ['north', 'south'] },
  });
  expect(changed({ source: 'variable', choicesKey: ' regions ' })).toEqual({
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
  ['a value of an unknown type', 'typed', '', ''],
])('the form shows the choices of the value provider %j', (provider, source, choices, choicesKey) => {
  expect(provided(provider)).toMatchObject({ source, choices, choicesKey });
});

test('only a fixed list of choices is read from the variable itself', () => {
  expect([
    ownChoices({ valueProvider: { values: ['a', 1] } }),
    ownChoices({ valueProvider: { variable: 'x' } }),
  ]).toEqual([['a', '1'], undefined]);
});
