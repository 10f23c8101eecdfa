import { type Json, taskTypes } from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { plan, task } from '../../../domain/src/testing.ts';
import { ownProperties } from './own-properties.ts';
import { requireSameType, requireScriptSupport, withoutScriptId, withScriptId } from './python-script.ts';
import { maskSecrets, sealSecrets } from './secrets.ts';
import { taskTypeSchema } from './task-types.ts';

const nothing = () => false;

const body = {
  title: 'x',
  status: 'PLANNED',
  flagged: true,
  $token: 't',
  script: 'print(1)',
  'a b': 1,
  nested: { deep: [1] },
};

test.each(['Task', 'GateTask', 'ParallelGroup', 'SequentialGroup', 'UserInputTask', 'CreateReleaseTask'])(
  'a %s has no custom properties',
  (type) => {
    expect(ownProperties(type, body, () => true)).toEqual({});
  },
);

test('other types keep unknown members with a valid name', () => {
  const hostile: object = JSON.parse('{"__proto__":{"admin":true},"constructor":1,"script":"x"}');
  expect([ownProperties('ScriptTask', body, nothing), ownProperties('jenkins.Build', hostile, nothing)]).toEqual([
    { script: 'print(1)', nested: { deep: [1] } },
    { script: 'x' },
  ]);
});

test.each<[string, object, object]>([
  [
    'standard members that requests set are not properties',
    { title: 't', description: 'd', tags: ['a'], owner: 'o', abortScript: 'x' },
    {},
  ],
  [
    'members that no request sets on other tasks are properties',
    { url: 'u', phase: 'p', gate: true, active: 1 },
    { url: 'u', phase: 'p', gate: true, active: 1 },
  ],
  ['computed members of responses are not properties', { status: 's', comments: 'c', container: 'x' }, {}],
  [
    'a member of pythonScript is a property',
    { status: 's', pythonScript: { status: 'in' } },
    { pythonScript: { status: 'in' } },
  ],
  ['pythonScript may be null', { status: 's', pythonScript: null }, { pythonScript: null }],
])('for a type that declares all members: %s', (_, sent, expected) => {
  expect(ownProperties('acme.Do', sent, () => true)).toEqual(expected);
  expect(ownProperties('ScriptTask', { status: 's', url: 'u' }, () => true)).toEqual({});
});

test('a task that a client sends back has no properties from computed members', () => {
  const computed = { status: 'PLANNED', failuresCount: 0, attachments: [], comments: [], container: 'Phase1' };
  const flags = { overdueNotified: false, dueSoonNotified: false, hasBeenFlagged: false, hasBeenDelayed: false };
  const sent = { type: 'acme.Do', ...computed, ...flags, postponedDueToBlackout: false, originId: 'Task1', url: 'u' };
  expect(ownProperties('acme.Do', sent, () => true)).toEqual({ url: 'u' });
});

test('a password of a deployment task is encrypted in requests, masked in responses, and kept for a mask', () => {
  const seal = { seal: (clear: string) => `sealed(${clear})`, isSecret: () => false };
  expect([
    sealSecrets('DeployitTask', { server: 's', password: 'p' }, seal),
    sealSecrets('DeployitTask', { server: 's', password: '********' }, seal),
    sealSecrets('ScriptTask', { password: 'p' }, seal),
    maskSecrets('DeployitTask', { server: 's', password: 'sealed(p)' }),
    maskSecrets('DeployitTask', { server: 's', password: '' }),
  ]).toEqual([
    { server: 's', password: 'sealed(p)' },
    { server: 's' },
    { password: 'p' },
    { server: 's', password: '********' },
    { server: 's', password: '' },
  ]);
});

const form = `v1.0123abcd.${'i'.repeat(16)}.text.${'t'.repeat(22)}`;
const acme = { seal: () => form, isSecret: (type: string, name: string) => type === 'acme.Do' && name === 'token' };

test.each<[string, Record<string, Json>, Record<string, Json>]>([
  ['acme.Do', { token: 't', name: 'n' }, { token: form, name: 'n' }],
  ['acme.Do', { token: '${global.token}' }, { token: '${global.token}' }],
  ['acme.Do', { token: '' }, { token: '' }],
  ['acme.Do', { token: 'a ${b}' }, { token: form }],
  ['acme.Other', { token: 't' }, { token: 't' }],
  [
    'CustomScriptTask',
    { pythonScript: { type: 'acme.Do', token: 't' } },
    { pythonScript: { type: 'acme.Do', token: form } },
  ],
  [
    'CustomScriptTask',
    { pythonScript: { type: 'acme.Do', token: '********', name: 'n' } },
    { pythonScript: { type: 'acme.Do', token: 'stored', name: 'n' } },
  ],
])('encrypts the secrets of a plugin task in a request: %s %j', (type, properties, expected) => {
  expect(sealSecrets(type, properties, acme, { pythonScript: { token: 'stored' } })).toEqual(expected);
});

test('masks an encrypted value in responses, also of an unknown type', () => {
  expect([
    maskSecrets('acme.Do', { token: form, name: 'n' }),
    maskSecrets('CustomScriptTask', { pythonScript: { token: form } }),
  ]).toEqual([{ token: '********', name: 'n' }, { pythonScript: { token: '********' } }]);
});

test.each<[string, Json]>([
  ['no id', { type: 'acme.Run' }],
  ['a null id', { id: null, type: 'acme.Run' }],
  ['the text null as its id', { id: 'null', type: 'acme.Run' }],
  ['the id of the task that it was copied from', { id: 'Task0/PythonScript', type: 'acme.Run' }],
])('a script that is sent with %s gets the id of its task', (_, pythonScript) => {
  const stored = withoutScriptId('CustomScriptTask', { pythonScript });
  expect(stored).toEqual({ pythonScript: { type: 'acme.Run' } });
  expect(withScriptId(stored, 'Task1')).toEqual({ pythonScript: { type: 'acme.Run', id: 'Task1/PythonScript' } });
});

test('a task without a script has no script id', () => {
  expect(withScriptId({ pythonScript: null, a: 1 }, 'Task1')).toEqual({ pythonScript: null, a: 1 });
  expect(withScriptId({}, 'Task1')).toEqual({});
});

test.each(Object.keys(taskTypes))('a plugin script in a %s is stored or rejected', (type) => {
  const sent = () => requireScriptSupport(type, { pythonScript: { type: 'acme.Run' } }, 'rel');
  if (taskTypeSchema(type).isOpen) expect(sent()).toBeUndefined();
  else {
    expect(sent).toThrow(
      `pythonScript: a task of type 'rel.${type}' has none: create it as 'rel.CustomScriptTask', ` +
        'or use POST /tasks/{taskId}/changeType?targetType=acme.Run',
    );
  }
  for (const pythonScript of [undefined, null, {}]) {
    expect(requireScriptSupport(type, { pythonScript }, 'rel')).toBeUndefined();
  }
});

const typed = (type: string) => task(plan('P: a.', { task: { a: { type } } }), 'a');
test.each([
  ['Task', {}],
  ['Task', { type: '' }],
  ['Task', { type: 'rel.Task' }],
  ['Task', { type: 'family.Task' }],
  ['acme.Run', { type: 'acme.Run' }],
  ['acme.Run', { type: 'rel.CustomScriptTask', pythonScript: { type: 'acme.Run' } }],
])('a %s can be updated by %j', (type, body) => {
  expect(requireSameType(body, typed(type), 'family')).toBeUndefined();
});

test.each([
  ['Task', { type: 'rel.GateTask' }, 'family.Task', 'family.GateTask'],
  ['Task', { type: 'acme.Task' }, 'family.Task', 'acme.Task'],
  [
    'acme.Run',
    { type: 'rel.CustomScriptTask', pythonScript: { type: 'acme.Stop' } },
    'acme.Run',
    'family.CustomScriptTask',
  ],
  ['CustomScriptTask', { type: 'acme.Run' }, 'family.CustomScriptTask', 'acme.Run'],
])('a %s cannot be updated by %j', (type, body, is, message) => {
  expect(() => requireSameType(body, typed(type), 'family')).toThrow(
    `type: an update does not change the type '${is}': use POST /tasks/{taskId}/changeType?targetType=${message}`,
  );
});
