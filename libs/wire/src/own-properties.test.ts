import { expect, test } from 'vitest';
import { ownProperties } from './own-properties.ts';
import { masked, sealed } from './secrets.ts';

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
  'a %s has no properties of its own',
  (type) => {
    expect(ownProperties(type, body)).toEqual({});
  },
);

test('any other type keeps what no task has, if it has a name', () => {
  const hostile: object = JSON.parse('{"__proto__":{"admin":true},"constructor":1,"script":"x"}');
  expect([ownProperties('ScriptTask', body), ownProperties('jenkins.Build', hostile)]).toEqual([
    { script: 'print(1)', nested: { deep: [1] } },
    { script: 'x' },
  ]);
});

test('the password of a deployment is sealed when it comes, masked when it goes, and kept when the mask comes back', () => {
  const seal = (clear: string) => `sealed(${clear})`;
  expect([
    sealed('DeployitTask', { server: 's', password: 'p' }, seal),
    sealed('DeployitTask', { server: 's', password: '********' }, seal),
    sealed('ScriptTask', { password: 'p' }, seal),
    masked('DeployitTask', { server: 's', password: 'sealed(p)' }),
    masked('DeployitTask', { server: 's', password: '' }),
  ]).toEqual([
    { server: 's', password: 'sealed(p)' },
    { server: 's' },
    { password: 'p' },
    { server: 's', password: '********' },
    { server: 's', password: '' },
  ]);
});
