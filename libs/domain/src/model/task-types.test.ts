import { expect, test } from 'vitest';
import {
  hasOwnScript,
  isClosedType,
  isGroupType,
  isOwnSecret,
  requestsValues,
  taskTypeNamed,
  taskTypes,
  typesWhere,
} from './task-types.ts';

test('groups are the types that contain tasks', () => {
  expect(typesWhere(isGroupType)).toEqual(['ParallelGroup', 'SequentialGroup']);
});

test('only user input requires values, and only a script task contains its script', () => {
  expect(typesWhere(requestsValues)).toEqual(['UserInputTask']);
  expect(typesWhere(hasOwnScript)).toEqual(['ScriptTask']);
});

test('a plugin type is not in any list', () => {
  expect(taskTypeNamed('acme.Deploy')).toBeUndefined();
  expect([isGroupType, requestsValues, hasOwnScript].map((predicate) => predicate('acme.Deploy'))).toEqual([
    false,
    false,
    false,
  ]);
});

test('a secret is a property that its type declares as a password', () => {
  expect(isOwnSecret('DeployitTask', 'password')).toBe(true);
  expect(isOwnSecret('DeployitTask', 'username')).toBe(false);
  expect(isOwnSecret('Task', 'password')).toBe(false);
});

test('no type has two properties with the same name', () => {
  const twice = Object.entries(taskTypes).filter(
    ([, { properties }]) => new Set(properties.map(({ name }) => name)).size < properties.length,
  );
  expect(twice).toEqual([]);
});

test('a closed type has only fields that rules read', () => {
  expect(typesWhere(isClosedType)).toEqual(
    expect.arrayContaining([
      'Task',
      'GateTask',
      'ParallelGroup',
      'SequentialGroup',
      'UserInputTask',
      'CreateReleaseTask',
    ]),
  );
  expect(['ScriptTask', 'DeployitTask', 'CustomScriptTask', 'acme.Deploy'].filter(isClosedType)).toEqual([]);
});
