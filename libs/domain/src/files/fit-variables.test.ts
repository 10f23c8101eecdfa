import { expect, test } from 'vitest';
import type { TemplateDraft } from '../model/draft.ts';
import { fitted } from './fit-draft.ts';
import type { Known } from './known-here.ts';

const connection = 'Configuration/Custom/Here';
const everything = () => true;
const known: Known = {
  ...{ type: everything, user: everything, role: everything, thing: everything, riskProfile: everything },
  configuration: (id) => id === connection,
};
const asking = (...inputs: readonly string[]): TemplateDraft => ({
  phases: [{ title: 'Build', tasks: [{ title: 'ask', inputs }] }],
});

test('references to connections that are not there are empty, and other values stay', () => {
  const reference = (key: string, value?: string) => ({
    key,
    type: 'ReferenceVariable' as const,
    ...(value && { value }),
  });
  const lookalike = { key: 'text', type: 'StringVariable' as const, value: 'Configuration/Custom/Gone' };
  const variables = [
    reference('none'),
    reference('here', connection),
    reference('a', 'Configuration/Custom/Gone'),
    lookalike,
  ];
  expect(fitted({ variables }, known)).toEqual({
    draft: {
      variables: [reference('none'), reference('here', connection), { ...reference('a'), value: null }, lookalike],
    },
    warnings: ["variable 'a': value 'Configuration/Custom/Gone' was left out: there is no such connection"],
  });
});

test('a task asks for variables that there are', () => {
  const variables = [
    { id: 'Variable1', key: 'a', type: 'StringVariable' as const },
    { key: 'b', type: 'StringVariable' as const },
  ];
  const { draft, warnings } = fitted({ ...asking('Variable1', 'Variable2'), variables }, known);
  expect(draft).toEqual({ ...asking('Variable1'), variables });
  expect(warnings).toEqual([
    `task 'ask' in phase 'Build': the input 'Variable2' was left out: the template has no variable of this id`,
  ]);
  expect(fitted(asking('Variable2'), known).warnings).toEqual(warnings);
});
