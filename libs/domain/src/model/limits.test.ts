import { expect, test } from 'vitest';
import { requirePartLimit, requireVariableLimit, validatePlan } from '../plans/validate.ts';
import { task, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { requireTextLimit } from '../variables/value-text-limits.ts';
import { valueFor } from '../variables/values.ts';
import type { Task } from './task.ts';

const createMany = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const gate = task(plan('Ship: a.'), 'a');
const taskWith = (parts: Partial<Task['definition']>): Task => ({
  ...gate,
  definition: { ...gate.definition, ...parts },
});
const conditions = (count: number) => createMany(count, (at) => ({ id: `GateCondition${at}`, title: 'c' }));
const dependencies = (count: number) => createMany(count, (at) => ({ id: `Dependency${at}`, target: 'Release1' }));
const links = (count: number) => createMany(count, (at) => ({ id: `Link${at}`, source: 'Task1', target: 'Task2' }));
const variables = (count: number) => createMany(count, (at) => variable(`k${at}`, 'x'));

test.each([
  ['conditions', taskWith({ conditions: conditions(1_001) }), 'a task has at most 1000 conditions'],
  ['dependencies', taskWith({ dependencies: dependencies(1_001) }), 'a task has at most 1000 dependencies'],
  ['links', taskWith({ links: links(1_001) }), 'a group has at most 1000 links'],
])('a task has a maximum number of %s', (_, full, refusal) => {
  expect(() => requirePartLimit(full)).toThrow(refusal);
});

test('the maximum number of items is accepted', () => {
  requirePartLimit(taskWith({ conditions: conditions(1_000), dependencies: dependencies(1_000), links: links(1_000) }));
  const release = { ...plan('Ship: a.'), variables: variables(1_000) };
  expect(validatePlan(release)).toBe(release);
});

test('a release has at most a thousand variables', () => {
  expect(() => requireVariableLimit(variables(1_001))).toThrow('a release has at most 1000 variables');
});

test('the variables of a new release have at most eight million characters', () => {
  const full = createMany(8, (at) => variable(`k${at}`, 'x'.repeat(1_000_000)));
  requireTextLimit(full);
  expect(() => requireTextLimit([...full, variable('more', 'x')])).toThrow(
    'the values of the variables have 8000001 characters: expected at most 8000000 in a release',
  );
});

test('a value has at most five thousand items', () => {
  const pairs = Object.fromEntries(createMany(5_001, (at) => [`k${at}`, 'x']));
  expect(
    valueFor(
      'k',
      'ListStringVariable',
      createMany(5_000, () => 'x'),
    ),
  ).toHaveLength(5_000);
  expect(() =>
    valueFor(
      'k',
      'ListStringVariable',
      createMany(5_001, () => 'x'),
    ),
  ).toThrow('expected at most 5000 items');
  expect(() => valueFor('k', 'MapStringStringVariable', pairs)).toThrow('expected at most 5000 items');
});
