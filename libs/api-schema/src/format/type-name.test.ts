import { expect, test } from 'vitest';
import { prefixOf, readType, showType } from './type-name.ts';

test.each([
  ['rel.GateTask', 'rel', 'GateTask'],
  ['GateTask', 'rel', 'GateTask'],
  ['acme.GateTask', 'acme', 'GateTask'],
  ['rel.GateTask', 'acme', 'GateTask'],
  ['family.GateTask', 'rel', 'family.GateTask'],
  ['bamboo.Task', 'rel', 'bamboo.Task'],
  ['rel.deep.Task', 'rel', 'rel.deep.Task'],
  ['acme.Special', 'acme', 'Special'],
  ['jenkins.Build', 'rel', 'jenkins.Build'],
  ['events.CustomJythonAuthentication', 'rel', 'events.CustomJythonAuthentication'],
])('%s under prefix %s is %s inside', (rawType, prefix, expected) => {
  expect(readType(rawType, prefix)).toBe(expected);
});

test.each([
  ['GateTask', 'acme', 'acme.GateTask'],
  ['jenkins.Build', 'acme', 'jenkins.Build'],
])('%s under prefix %s is shown as %s', (type, prefix, expected) => {
  expect(showType(type, prefix)).toBe(expected);
});

test.each([
  ['family.Release', 'family'],
  ['rel.Release', 'rel'],
  ['Release', 'acme'],
  ['family.Template', 'acme'],
  ['deep.family.Release', 'acme'],
  [undefined, 'acme'],
])('a document whose release is a %s has the prefix %s', (rawType, expected) => {
  expect(prefixOf(rawType, 'acme')).toBe(expected);
});
