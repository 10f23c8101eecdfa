import { isObject, type Json } from '@slipway/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences } from './differences.ts';
import { documentsIn } from './documents.ts';
import type { CodeItem } from './items.ts';
import { itemsIn } from './read-items.ts';
import type { Members } from './read-yaml.ts';
import { templateJson } from './template-json.ts';
import { writeDocuments } from './write-documents.ts';
import { writeTemplate } from './write-template.ts';

const read = (yaml: string, files: Readonly<Record<string, string>> = {}): readonly CodeItem[] => {
  const all = new Map(
    Object.entries({ ...files, 'index.yaml': yaml }).map(([name, text]) => [name, Buffer.from(text)]),
  );
  return itemsIn(documentsIn({ files: all, first: 'index.yaml' }), 'rel');
};
const counter = () => {
  let count = 0;
  return (kind: string) => {
    count += 1;
    return `${kind}${count}`;
  };
};
const naming = { prefix: 'rel', called: () => undefined };

/** The code of a template that is made of that of another, and answered. */
const again = (code: Members): Members =>
  writeTemplate(templateJson(code, { existing: null, newId: counter() }), naming);

const name = fc.constantFrom('a', 'b', 'c', 'Build it', '#1', 'ünï');
const common = {
  description: fc.option(fc.constantFrom('text', 'two\nlines', '  spaces', 'yes', '12', '- no list'), {
    nil: undefined,
  }),
  plannedDuration: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  scheduledStartDate: fc.option(fc.constant('2026-11-22T10:00:00.000Z'), { nil: undefined }),
};
const task: fc.Memo<object> = fc.memo((depth) =>
  fc.oneof(
    fc.record({ name, ...common, locked: fc.constantFrom(true, undefined), tags: fc.constantFrom(['x'], undefined) }),
    fc.record({ name, type: fc.constant('rel.ScriptTask'), script: fc.constantFrom('print 1', '# a\nprint "b"\n') }),
    fc.record({
      name,
      type: fc.constant('acme.Ship'),
      server: fc.constant('A'),
      conditions: fc.constantFrom('x', undefined),
    }),
    fc.record({
      name,
      type: fc.constant('rel.GateTask'),
      conditions: fc.constantFrom([{ name: 'one' }, { name: 'one' }], undefined),
      dependencies: fc.constantFrom([{ target: '${where}' }], [{ target: 'Releasex' }], undefined),
    }),
    fc.record({ name, type: fc.constant('rel.UserInputTask'), variables: fc.constantFrom(['k1'], undefined) }),
    ...(depth <= 1 ? [] : [group(depth - 1)]),
  ),
);
const group = (depth: number) =>
  fc.array(task(depth), { minLength: 2, maxLength: 3 }).map((tasks) => ({
    name: 'group',
    type: 'rel.ParallelGroup',
    links: [{ source: '#1', target: '#2' }],
    tasks: tasks.map((each, index) => ({ ...each, name: `#${index + 1}` })),
  }));
const phase = fc.record({
  phase: name,
  color: fc.constantFrom('#fff', undefined),
  tasks: fc.array(task(3), { minLength: 1, maxLength: 4 }),
});
const variable = fc.constantFrom(
  { key: 'k1', type: 'rel.StringVariable', value: 'v', requiresValue: false },
  { key: 'k1', type: 'rel.MapStringStringVariable', value: { a: 'b' } },
);
const template = fc
  .record({
    template: name,
    ...common,
    tags: fc.constantFrom(['t', 'u'], undefined),
    variables: fc.array(variable, { minLength: 1, maxLength: 1 }),
    phases: fc.array(phase, { minLength: 1, maxLength: 3 }),
  })
  .map((made): Members => JSON.parse(JSON.stringify(made)));

describe('laws of templates as code', () => {
  test('what is written, read, made and answered is written so again', () => {
    fc.assert(
      fc.property(template, (code) => {
        const { yaml } = writeDocuments([{ kind: 'Templates', home: ['Top'], spec: [code] }], []);
        const [, item] = read(yaml);
        expect(item).toEqual({ kind: 'template', path: ['Top'], title: code.template, code });
        expect(again(code)).toEqual(code);
      }),
      { numRuns: 300 },
    );
  });

  test('a template that is sent as it is keeps the ids of all its parts, and differs in nothing', () => {
    fc.assert(
      fc.property(template, (code) => {
        const existing = templateJson(code, { existing: null, newId: counter() });
        const fresh = counter();
        const made = templateJson(code, { existing, newId: (kind) => `New${fresh(kind)}` });
        expect(JSON.stringify(made)).not.toContain('"New');
        expect(differences(code, again(code))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('what differs names each field that was edited, and nothing else', () => {
    fc.assert(
      fc.property(template, (code) => {
        const [first, ...others]: readonly Json[] = Array.isArray(code.phases) ? code.phases : [];
        if (!isObject(first)) throw new Error('a template without phases');
        const edited = { ...code, phases: [{ ...first, description: 'edited' }, ...others] };
        const field = `phases[${String(first.phase)}].description`;
        const before = first.description ?? null;
        expect(differences(code, edited)).toEqual([{ field, before, after: 'edited' }]);
      }),
      { numRuns: 100 },
    );
  });
});

test('the long form, foreign namespaces, reserved names and what is as usual come to the short form', () => {
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
  const [top, sub, inner, plan] = read(yaml);
  expect([top, sub, inner]).toEqual([
    { kind: 'folder', path: ['Top'] },
    { kind: 'folder', path: ['Top', 'Sub'] },
    { kind: 'folder', path: ['Top', 'Sub', 'Inner'] },
  ]);
  expect(plan).toEqual({
    kind: 'template',
    path: ['Top', 'Sub', 'Inner'],
    title: 'Plan',
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

test('people, permissions, connections, triggers and what is only kept are told apart', () => {
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
  const items = read(yaml, { 'values.xlvals': 'pw=secret' });
  expect(items.map((item) => [item.kind, 'title' in item ? item.title : item.path])).toEqual([
    ['user', 'ann'],
    ['role', 'ops'],
    ['teams', ['Top']],
    ['role', 'ops'],
    ['typed', 'Mail'],
    ['template', 'T'],
    ['typed', 'nightly'],
    ['variable', 'global.a'],
    ['kept', 'D'],
    ['kept', 'notifications'],
    ['release', 'R'],
  ]);
  expect(items[0]).toMatchObject({ code: { username: 'ann', enabled: false, password: 'secret' } });
  expect(items[6]).toMatchObject({ code: { name: 'nightly', type: 'time.Schedule', template: 'T' } });
});

test('secrets are written as tags, with a file of values that has their keys', () => {
  const spec = [{ name: 'Mail', type: 'acme.Mail', password: '********', user: 'u' }];
  expect(writeDocuments([{ kind: 'Configurations', home: [], spec }], ['of today'])).toEqual({
    yaml: '# of today\n---\napiVersion: xl-release/v1\nkind: Configurations\nspec:\n  - name: Mail\n    type: acme.Mail\n    password: !value Mail_password\n    user: u\n',
    values: 'Mail_password=\n',
  });
});

test('parts that were added, removed and moved are told by their names', () => {
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
