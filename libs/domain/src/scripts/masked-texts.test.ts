import { expect, test } from 'vitest';
import type { Json } from '../model/json.ts';
import { containsSecret, maskTexts, readTexts, type TextMask } from './masked-texts.ts';

const how: TextMask = {
  mask: (text) => text.replaceAll('s3cr3t', '********').replaceAll('Task', '********'),
  knownTexts: new Set(['Task title', 'Task-key']),
  isUnmasked: (type, name) => type === 'a.Type' && name === 'password',
};
const masked = (action: Json) => maskTexts(action, how);

test.each<[string, Json, Json]>([
  ['comments', { does: 'commentTask', comment: 'so s3cr3t' }, { does: 'commentTask', comment: 'so ********' }],
  ['lists', { tags: ['a', 's3cr3t'] }, { tags: ['a', '********'] }],
  ['parts', { tasks: [{ title: 's3cr3t' }] }, { tasks: [{ title: '********' }] }],
  ['names of members', { 's3cr3t 1': 1, plain: null }, { '******** 1': 1, plain: null }],
  ['ids that are not ids', { taskId: 's3cr3t/x' }, { taskId: '********/x' }],
  ['types that are not types', { type: 's3cr3t !' }, { type: '******** !' }],
  ['dates that are not dates', { dueDate: 's3cr3t' }, { dueDate: '********' }],
  ['secrets of other types', { type: 'b.Type', password: 's3cr3t' }, { type: 'b.Type', password: '********' }],
])('masks secrets in %s', (_, action, value) => {
  expect(masked(action)).toEqual({ value, exposed: [] });
});

test.each<[string, Json]>([
  ['ids', { taskId: 'Applications/Release1/Phase1/Task1', id: 'Task1', target: 'Task2' }],
  ['types', { does: 'addTask', task: { type: 'rel.Task' } }],
  ['dates', { dueDate: '2026-11-28T10:00:00Z' }],
  ['texts that the script has read', { title: 'Task title', 'Task-key': true }],
  ['properties that are encrypted', { type: 'a.Type', password: 's3cr3t', inner: { password: 's3cr3t' } }],
  ['values without texts', { position: 3, none: null }],
])('keeps %s', (_, action) => {
  expect(masked(action)).toEqual({ value: action, exposed: [] });
});

const value = 'x s3cr3t';
test.each<[string, Json, readonly object[]]>([
  ['a write', { does: 'setVariable', key: 'v', value }, [{ id: null, key: 'v', type: null }]],
  ['a variable', { variable: { id: 'Variable1', value } }, [{ id: 'Variable1', key: null, type: null }]],
  ['a list', { variables: [{ key: 'v', type: 'T', value: [value] }] }, [{ id: null, key: 'v', type: 'T' }]],
  ['a task', { templateVariables: [{ key: 'v', value: { s3cr3t: '1' } }] }, [{ id: null, key: 'v', type: null }]],
  ['a new release', { order: { variables: { v: value, w: 'x' } } }, [{ id: null, key: 'v', type: null }]],
  ['passwords of a new release', { order: { releasePasswordVariables: { v: value } } }, []],
  ['values without secrets', { variables: [{ key: 'v', value: 'x' }, { key: 'w' }, 'Variable1'] }, []],
])('keeps values of variables in %s, and lists those with a secret', (_, action, exposed) => {
  expect(masked(action)).toEqual({ value: action, exposed });
});

test('masks the key, label and description of a variable', () => {
  const action = { variable: { key: 's3cr3t', label: 's3cr3t', description: 's3cr3t', value: 's3cr3t' } };
  const shown = { key: '********', label: '********', description: '********', value: 's3cr3t' };
  expect(masked(action).value).toEqual({ variable: shown });
  expect(masked({ order: { variables: { 's3cr3t 2': 'x' } } }).value).toEqual({
    order: { variables: { '******** 2': 'x' } },
  });
});

test.each<[Json | undefined, boolean]>([
  ['s3cr3t', true],
  [[{ a: ['s3cr3t'] }], true],
  [{ s3cr3t: 1 }, true],
  ['plain', false],
  [null, false],
  [undefined, false],
  [7, false],
])('%j contains a secret: %j', (action, expected) => {
  expect(containsSecret(action, how)).toBe(expected);
});

test('the texts that a script has read, without the values of variables', () => {
  const release = { title: 'One', variables: [{ key: 'v', value: 'hidden' }], phases: [{ value: 'shown', n: 1 }] };
  expect([...readTexts([release, null])].toSorted()).toEqual(
    ['One', 'key', 'n', 'phases', 'shown', 'title', 'v', 'value', 'variables'].toSorted(),
  );
});
