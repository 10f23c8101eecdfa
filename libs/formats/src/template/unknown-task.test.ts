import { expect, test } from 'vitest';
import type { Members } from './members.ts';
import { unknownTypeOf, withTypeRestored, withTypesRestored } from './unknown-task.ts';

const flagTextOf = (type: string) =>
  `The type ${type} of this task in phase 'P' is unknown: complete the task manually.`;
const byHand = {
  id: 'Task1',
  type: 'rel.Task',
  title: 'ship',
  owner: 'ann',
  flagStatus: 'ATTENTION_NEEDED',
  flagComment: flagTextOf('acme.Ship'),
  variableMapping: { owner: '${o}' },
  unknownType: { type: 'acme.Ship', properties: { port: 1, title: 'not this' }, variableMapping: { url: '${u}' } },
};

test('restores the original type of a task of an unknown type', () => {
  expect(unknownTypeOf(byHand)).toEqual(['acme.Ship', 'acme.Ship']);
  expect(withTypeRestored(byHand)).toEqual({
    id: 'Task1',
    type: 'acme.Ship',
    title: 'ship',
    owner: 'ann',
    port: 1,
    flagStatus: 'OK',
    variableMapping: { owner: '${o}', url: '${u}' },
  });
});

test('restores the original flag, or keeps a flag that a user has changed', () => {
  const flagged = (more: object) => withTypeRestored({ ...byHand, ...more });
  expect(flagged({ flagComment: `${flagTextOf('acme.Ship')} slow` })).toMatchObject({
    flagStatus: 'ATTENTION_NEEDED',
    flagComment: 'slow',
  });
  expect(flagged({ unknownType: { type: 'acme.Ship', flagStatus: 'AT_RISK' } })).toMatchObject({
    flagStatus: 'AT_RISK',
  });
  expect(flagged({ flagStatus: 'OK', flagComment: 'seen' })).toMatchObject({ flagStatus: 'OK', flagComment: 'seen' });
});

test('a script task of a plugin has two type names', () => {
  const task = {
    type: 'xlrelease.Task',
    unknownType: { type: 'CustomScriptTask', properties: { pythonScript: { type: 'acme.Run', x: 1 } } },
  };
  expect(unknownTypeOf(task)).toEqual(['CustomScriptTask', 'acme.Run']);
  expect(withTypeRestored(task)).toMatchObject({
    type: 'xlrelease.CustomScriptTask',
    pythonScript: { type: 'acme.Run', x: 1 },
  });
});

test.each<Members>([
  {},
  { unknownType: 'x' },
  { unknownType: {} },
  { unknownType: { type: 'GateTask', properties: {} } },
])('%j is not an original task', (more) => {
  const task = { type: 'rel.Task', title: 't', ...more };
  expect(unknownTypeOf(task)).toBeNull();
  expect(withTypeRestored(task)).toBe(task);
});

test('restores all tasks of a template, also in groups', () => {
  const group = { type: 'rel.SequentialGroup', title: 'g', tasks: [byHand, 'junk'] };
  const template = { title: 'T', phases: [{ title: 'P', tasks: [group, { title: 't' }] }, null] };
  expect(withTypesRestored(template)).toMatchObject({
    phases: [{ tasks: [{ tasks: [{ type: 'acme.Ship', port: 1 }, 'junk'] }, { title: 't' }] }, null],
  });
  expect(withTypesRestored({ title: 'T' })).toEqual({ title: 'T' });
});
