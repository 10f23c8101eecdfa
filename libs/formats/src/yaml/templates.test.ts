import { expect, test } from 'vitest';
import { differences } from './differences.ts';
import { readItems } from './testing.ts';
import { writeDocuments } from './writing/write-documents.ts';

test('normalizes the long form, foreign namespaces, reserved names and default values to the short form', () => {
  const yaml = `
apiVersion: xl-release/v1
kind: Templates
metadata: {home: Top, path: /Sub}
spec:
- name: Inner
  type: xlrelease.Folder
  children:
  - name: Plan
    type: xlrelease.Release
    status: TEMPLATE
    abortOnFailure: false
    description: null
    variables:
    - {type: xlrelease.StringVariable, key: "\${k}", requiresValue: true, label: ""}
    phases:
    - name: Build
      type: xlrelease.Phase
      color: '#009CDB'
      tasks:
      - {name: Ask, type: xlrelease.UserInputTask, variables: ["\${k}"]}
      - {name: Ship, type: acme.Ship, ^title: inner, server: S}
      - {name: Hold, type: xlrelease.GateTask, conditions: [ready, {title: sure}], dependencies: [{targetId: X}]}
`;
  const [top, sub, inner, plan] = readItems(yaml);
  expect([top, sub, inner]).toEqual([
    { kind: 'folder', path: ['Top'] },
    { kind: 'folder', path: ['Top', 'Sub'] },
    { kind: 'folder', path: ['Top', 'Sub', 'Inner'] },
  ]);
  expect(plan).toEqual({
    kind: 'template',
    path: ['Top', 'Sub', 'Inner'],
    title: 'Plan',
    location: 'index.yaml',
    code: {
      template: 'Plan',
      variables: [{ key: 'k', type: 'rel.StringVariable' }],
      phases: [
        {
          phase: 'Build',
          tasks: [
            { name: 'Ask', type: 'rel.UserInputTask', variables: ['k'] },
            { name: 'Ship', type: 'acme.Ship', server: 'S', pythonScript: { title: 'inner' } },
            {
              name: 'Hold',
              type: 'rel.GateTask',
              conditions: [{ name: 'ready' }, { name: 'sure' }],
              dependencies: [{ target: 'X' }],
            },
          ],
        },
      ],
    },
  });
});

test('users, permissions, connections, triggers and stored settings are distinguished', () => {
  const yaml = `
apiVersion: xl-release/v1
kind: Users
spec: [{username: ann, email: a@b.c, enabled: false, password: !value pw}]
---
apiVersion: xl-release/v1
kind: Roles
spec: [{name: ops, principals: [ann, {username: bob}]}]
---
apiVersion: xl-release/v1
kind: Permissions
metadata: {home: Top}
spec:
- directory: .
  teams: [{name: Crew, users: [ann], permissions: ["folder#view"]}]
- global: [{role: ops, permissions: [reports#view]}]
---
apiVersion: xl-release/v1
kind: Configurations
spec: [{name: Mail, type: acme.Mail, url: x}]
---
apiVersion: xl-release/v1
kind: Templates
spec:
- {template: T, releaseTriggers: [{name: nightly, type: time.Schedule}]}
- {type: xlrelease.StringVariable, key: global.a, value: x}
- {dashboard: D, tiles: [{row: 1}]}
- {notifications: [{priority: High}]}
---
apiVersion: xl-release/v1
kind: Release
spec: {name: R, template: Top/T, variables: {k: v}}
`;
  const items = readItems(yaml, { 'values.xlvals': 'pw=secret' });
  expect(items.map((item) => [item.kind, 'title' in item ? item.title : item.path])).toEqual([
    ['user', 'ann'],
    ['role', 'ops'],
    ['teams', ['Top']],
    ['role', 'ops'],
    ['typed', 'Mail'],
    ['template', 'T'],
    ['typed', 'nightly'],
    ['variable', 'global.a'],
    ['storedSetting', 'D'],
    ['storedSetting', 'notifications'],
    ['release', 'R'],
  ]);
  expect(items[0]).toMatchObject({ code: { username: 'ann', enabled: false, password: 'secret' } });
  expect(items[6]).toMatchObject({ code: { name: 'nightly', type: 'time.Schedule', template: 'T' } });
});

test('reads the variables of a folder as exported by the family', () => {
  const yaml = `
apiVersion: xl-release/v1
kind: Templates
metadata: {home: Payments}
spec:
- folderVariables:
  - {type: xlrelease.StringVariable, key: folder.region, value: eu}
  - {type: xlrelease.PasswordStringVariable, key: folder.token}
- {directory: Inner, children: [{folderVariables: [{key: folder.zone, value: a}]}]}
- {folderVariables: []}
`;
  expect(readItems(yaml).filter(({ kind }) => kind === 'variable')).toMatchObject([
    { path: ['Payments'], title: 'folder.region', code: { type: 'rel.StringVariable', value: 'eu' } },
    { path: ['Payments'], title: 'folder.token', code: { type: 'rel.PasswordStringVariable' } },
    { path: ['Payments', 'Inner'], title: 'folder.zone', code: { type: 'rel.StringVariable', value: 'a' } },
  ]);
  expect(() => readItems(yaml.replace('value: eu', 'valeu: eu'))).toThrow(/valeu/);
  expect(() =>
    readItems(yaml.replace('- {type: xlrelease.StringVariable, key: folder.region, value: eu}', '- text')),
  ).toThrow(/folderVariables/);
});

test('writes secrets as tags, and their keys into a file of values', () => {
  const spec = [{ name: 'Mail', type: 'acme.Mail', password: '********', user: 'u' }];
  expect(writeDocuments([{ kind: 'Configurations', home: [], spec }], ['of today'])).toEqual({
    yaml: '# of today\n---\napiVersion: xl-release/v1\nkind: Configurations\nspec:\n  - name: Mail\n    type: acme.Mail\n    password: !value Mail_password\n    user: u\n',
    values: 'Mail_password=\n',
  });
});

test('reports added, removed and moved parts', () => {
  const before = {
    phases: [
      { phase: 'A', tasks: [{ name: 'x' }, { name: 'y' }] },
      { phase: 'B', tasks: [] },
    ],
  };
  const after = {
    phases: [
      { phase: 'B', tasks: [] },
      { phase: 'A', tasks: [{ name: 'y' }, { name: 'z' }] },
    ],
  };
  expect(differences(before, after)).toEqual([
    { field: 'phases[A].tasks[x]', before: { name: 'x' }, after: null },
    { field: 'phases[A].tasks[z]', before: null, after: { name: 'z' } },
    { field: 'phases order', before: ['A', 'B'], after: ['B', 'A'] },
  ]);
});

test('completes built-in task types without the suffix Task, and no other types', () => {
  const yamlText = [
    'Gate',
    'xlrelease.Script',
    'rel.UserInput',
    'rel.Task',
    'rel.SequentialGroup',
    'rel.Other',
    'acme.Gate',
  ];
  const tasks = yamlText.map((type, at) => `{name: t${at}, type: ${type}, conditions: [c]}`).join(', ');
  const yaml = `apiVersion: xl-release/v1\nkind: Templates\nspec: [{template: T, phases: [{phase: P, tasks: [${tasks}]}]}]`;
  const [plan] = readItems(yaml);
  const types = [
    'rel.GateTask',
    'rel.ScriptTask',
    'rel.UserInputTask',
    undefined,
    'rel.SequentialGroup',
    'rel.Other',
    'acme.Gate',
  ];
  expect(plan).toMatchObject({
    code: {
      phases: [
        {
          tasks: types.map((type) =>
            type === 'rel.GateTask' ? { type, conditions: [{ name: 'c' }] } : { ...(type && { type }) },
          ),
        },
      ],
    },
  });
});

test('reads a precondition that YAML reads as a boolean as Python', () => {
  const [item] = readItems(`apiVersion: xl-release/v1
kind: Templates
spec:
- template: T
  phases: [{ phase: P, tasks: [{ name: A, precondition: False }, { name: B, precondition: true }] }]
`);
  const tasks = [{ precondition: 'False' }, { precondition: 'True' }];
  expect(item).toMatchObject({ code: { phases: [{ tasks }] } });
});

test('keeps the text of numbers that would lose digits, and the digits of long integers', () => {
  const value = (yamlText: string) => {
    const [, item] = readItems(
      `apiVersion: xl-release/v1\nkind: Templates\nmetadata: {home: Top}\nspec:\n- {name: C, type: acme.C, value: ${yamlText}}`,
    );
    return item?.kind === 'typed' ? item.code.value : undefined;
  };
  for (const text of ['1.10', '3.10', '1.0', '007', '0755', '1e3', '0x1F', '+5', '.5', '-0'])
    expect(value(text)).toBe(text);
  expect(['1.5', '12', '-3', '!!int 007', '!!float 1.10'].map(value)).toEqual([1.5, 12, -3, 7, 1.1]);
  expect([value('8202522731445525542'), value('[1.10, {a: 010}]')]).toEqual([
    8202522731445525542n,
    ['1.10', { a: '010' }],
  ]);
});

test('writes a text that looks like a number, and a long integer, in a form that is read unchanged', () => {
  const code = { name: 'C', type: 'acme.C', version: '1.10', build: 8202522731445525542n, count: 3 };
  const { yaml } = writeDocuments([{ kind: 'Templates', home: ['Top'], spec: [code] }], []);
  expect(yaml).toContain('build: 8202522731445525542\n');
  expect(readItems(yaml)).toMatchObject([{}, { kind: 'typed', code }]);
});
