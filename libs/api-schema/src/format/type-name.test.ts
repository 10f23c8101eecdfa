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
])('the internal name of %s with the prefix %s is %s', (rawType, prefix, expected) => {
  expect(readType(rawType, prefix)).toBe(expected);
});

test.each([
  ['GateTask', 'acme', 'acme.GateTask'],
  ['jenkins.Build', 'acme', 'jenkins.Build'],
])('%s with the prefix %s is rendered as %s', (type, prefix, expected) => {
  expect(showType(type, prefix)).toBe(expected);
});

test.each([
  ['family.Release', 'family'],
  ['rel.Release', 'rel'],
  ['Release', 'acme'],
  ['family.Template', 'acme'],
  ['deep.family.Release', 'acme'],
  [undefined, 'acme'],
])('a document with a release of type %s has the prefix %s', (rawType, expected) => {
  expect(prefixOf(rawType, 'acme')).toBe(expected);
});
