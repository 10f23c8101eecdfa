import { expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { TemplateDraft, VariableDraft } from '../model/draft.ts';
import { adaptTemplate as adaptWithMessages } from './adapt-import.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

/** Adapts a template and returns the warnings as texts. */
const adaptTemplate = (...input: Parameters<typeof adaptWithMessages>) => {
  const { draft, warnings } = adaptWithMessages(...input);
  return { draft, warnings: warnings.map(textOf) };
};

const connection = 'Configuration/Custom/Here';
const everything = () => true;
const lookup: ReferenceLookup = {
  ...{ type: everything, user: everything, role: everything, object: everything, riskProfile: everything },
  configuration: (id, referencedType) => id === connection && referencedType !== 'acme.Other',
  referencedType: () => null,
};
const requestingInputs = (...inputs: readonly string[]): TemplateDraft => ({
  phases: [{ title: 'Build', tasks: [{ title: 'ask', inputs }] }],
});

type Value = VariableDraft['value'];

test.each<[string, VariableDraft['type'], Value, Value, string | null]>([
  ['no value', 'ReferenceVariable', undefined, undefined, null],
  ['a known connection', 'ReferenceVariable', connection, connection, null],
  ['a known connection as an object', 'ReferenceVariable', { id: connection, title: 'Here' }, connection, null],
  ['a text', 'StringVariable', 'Configuration/Custom/Gone', 'Configuration/Custom/Gone', null],
  [
    'a title',
    'ReferenceVariable',
    'Configuration/Custom/Gone',
    'Configuration/Custom/Gone',
    'Configuration/Custom/Gone',
  ],
  ['an id', 'ReferenceVariable', 'Configuration7', 'Configuration7', 'Configuration7'],
  ['an object without title', 'ReferenceVariable', { id: 'Configuration7' }, 'Configuration7', 'Configuration7'],
  [
    'an object with a title',
    'ReferenceVariable',
    { id: 'Configuration7', title: 'Gone' },
    'Configuration/Custom/Gone',
    'Configuration7',
  ],
])('a variable with %s keeps its reference to a connection', (_, type, value, expectedValue, missing) => {
  const variable = (value: Value): VariableDraft => ({ key: 'v', type, ...(value !== undefined && { value }) });
  expect(adaptTemplate({ variables: [variable(value)] }, lookup)).toEqual({
    draft: { variables: [variable(expectedValue)] },
    warnings: missing === null ? [] : [`variable 'v': value '${missing}' is kept: there is no such connection yet`],
  });
});

test('a connection of another type than the referenced type is unknown', () => {
  const variable = { key: 'v', type: 'ReferenceVariable', value: connection, referencedType: 'acme.Other' } as const;
  const { draft, warnings } = adaptTemplate({ variables: [variable] }, lookup);
  expect(draft.variables).toEqual([variable]);
  expect(warnings).toEqual([`variable 'v': value '${connection}' is kept: there is no such connection yet`]);
});

test('a user input task keeps only variables that exist', () => {
  const variables = [
    { id: 'Variable1', key: 'a', type: 'StringVariable' as const },
    { key: 'b', type: 'StringVariable' as const },
  ];
  const { draft, warnings } = adaptTemplate({ ...requestingInputs('Variable1', 'Variable2'), variables }, lookup);
  expect(draft).toEqual({ ...requestingInputs('Variable1'), variables });
  expect(warnings).toEqual([
    `task 'ask' in phase 'Build': the input 'Variable2' was left out: the template has no variable of this id`,
  ]);
  expect(adaptTemplate(requestingInputs('Variable2'), lookup).warnings).toEqual(warnings);
});
