import { expect, test } from 'vitest';
import {
  childVariablesBody,
  childVariablesPath,
  defaultHint,
  missingChildLabels,
  withChildInput,
} from './child-values.ts';

const variable = (key: string, type: string, value?: string | number | boolean | readonly string[] | object) => ({
  id: `Applications/Release2/Variable${key}`,
  type: `rel.${type}`,
  key,
  value: value === undefined ? undefined : JSON.parse(JSON.stringify(value)),
  requiresValue: true,
  showOnReleaseStart: true,
  inherited: false,
  multiline: false,
  preventInterpolation: false,
});
const version = variable('version', 'StringVariable');
const pin = variable('pin', 'PasswordStringVariable');
const regions = variable('regions', 'ListStringVariable', ['north', 'south']);
const child = {
  taskId: 'Applications/Release1/Phase1/Task1',
  taskTitle: 'make',
  templateId: 'Applications/Release2',
  templateTitle: 'Child',
  variables: [version, pin, regions],
};
const blank = { childValues: {}, childPasswords: {} };

test('passwords are separate from other inputs', () => {
  const one = { ...blank, ...withChildInput(blank, child, version, '1') };
  expect({ ...one, ...withChildInput(one, child, pin, 'hunter2') }).toEqual({
    childValues: { 'Task1 version': '1' },
    childPasswords: { 'Task1 pin': 'hunter2' },
  });
});

test('only inputs are sent, in the form of their types', () => {
  const inputs = {
    childValues: { 'Task1 regions': 'west\neast', 'Task1 version': '' },
    childPasswords: { 'Task1 pin': 'p' },
  };
  expect(childVariablesBody([child], inputs)).toEqual([
    { taskId: child.taskId, variables: { pin: 'p', regions: ['west', 'east'] } },
  ]);
  expect(childVariablesBody([child], blank)).toEqual([]);
});

test.each([
  [version, undefined],
  [variable('a', 'StringVariable', '1.0'), 'Default: 1.0'],
  [variable('a', 'StringVariable', 'x'.repeat(90)), `Default: ${'x'.repeat(80)}…`],
  [variable('a', 'PasswordStringVariable', '********'), 'Default: the template’s value'],
  [variable('a', 'BooleanVariable', true), 'Default: Yes'],
  [variable('a', 'BooleanVariable', false), 'Default: No'],
  [variable('a', 'IntegerVariable', 3), 'Default: 3'],
  [regions, 'Default: north, south'],
  [variable('a', 'MapStringStringVariable', { a: 'b', c: 'd' }), 'Default: a=b, c=d'],
])('the hint of %j is %j', (item, hint) => {
  expect(defaultHint(item)).toBe(hint);
});

test('required variables without a default and without an input are missing', () => {
  expect(missingChildLabels([child], blank)).toEqual(['version (make)', 'pin (make)']);
  const inputs = { childValues: { 'Task1 version': '1' }, childPasswords: { 'Task1 pin': 'p' } };
  expect(missingChildLabels([child], inputs)).toEqual([]);
});

test('a template without create-release tasks needs no request', () => {
  expect(childVariablesPath({ id: 'Applications/Release1', phases: [] })).toBe(null);
});
