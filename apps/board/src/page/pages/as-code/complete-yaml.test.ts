import { expect, test } from 'vitest';
import { completeYaml, type Schema } from './complete-yaml.ts';

const text = { type: 'string' };
const documentOf = (kind: string, item: string): Schema => ({
  if: { properties: { kind: { const: kind } } },
  // biome-ignore lint/suspicious/noThenProperty: it is the word of JSON Schema
  then: { properties: { spec: { type: 'array', items: { $ref: `#/$defs/${item}` } } } },
});
const schema: Schema = {
  properties: { apiVersion: { enum: ['v1'] }, kind: { enum: ['Templates', 'Users'] }, spec: {} },
  allOf: [documentOf('Templates', 'entry'), documentOf('Users', 'user')],
  $defs: {
    entry: { anyOf: [{ $ref: '#/$defs/folder' }, { $ref: '#/$defs/template' }] },
    folder: {
      required: ['directory'],
      properties: { directory: text, children: { type: 'array', items: { $ref: '#/$defs/entry' } } },
    },
    template: {
      required: ['template'],
      properties: {
        template: text,
        autoStart: { type: 'boolean' },
        phases: { type: 'array', items: { $ref: '#/$defs/phase' } },
      },
    },
    phase: { properties: { phase: text, tasks: { type: 'array', items: { $ref: '#/$defs/task' } } } },
    task: {
      properties: {
        name: text,
        type: { examples: ['rel.GateTask', 'rel.Task'] },
        tasks: { type: 'array', items: { $ref: '#/$defs/task' } },
      },
    },
    user: { properties: { username: text } },
  },
};
const complete = completeYaml(schema);
const optionsAt = (document: string, isRequested = true) =>
  complete(document, isRequested)?.options.map(({ label, text: inserted = label }) => inserted) ?? null;
const head = 'apiVersion: v1\nkind: Templates\nspec:\n';

test.each([
  ['the members of a document', '', ['apiVersion: ', 'kind: ', 'spec: ']],
  ['its remaining members', 'apiVersion: v1\nk', ['kind: ', 'spec: ']],
  ['the values of a member', 'kind: ', ['Templates', 'Users']],
  ['all kinds of entries', `${head}- `, ['directory: ', 'children:', 'template: ', 'autoStart: ', 'phases:']],
  ['the members of a template', `${head}- template: T\n  `, ['autoStart: ', 'phases:']],
  ['true and false', `${head}- template: T\n  autoStart: t`, ['true', 'false']],
  ['the members of a phase', `${head}- template: T\n  phases:\n  - phase: P\n    `, ['tasks:']],
  ['a list in the column of its member', `${head}- template: T\n  phases:\n  - phase: P\n  - `, ['phase: ', 'tasks:']],
  [
    'the members after an inner list',
    `${head}- template: T\n  phases:\n    - phase: P\n      tasks: []\n  `,
    ['autoStart: '],
  ],
  [
    'tasks in a group',
    `${head}- template: T\n  phases:\n  - tasks:\n    - name: g\n      tasks:\n      - name: a\n        `,
    ['type: ', 'tasks:'],
  ],
  ['types of tasks', `${head}- template: T\n  phases:\n  - tasks:\n    - type: rel.G`, ['rel.GateTask', 'rel.Task']],
  ['nested folders', `${head}- directory: D\n  children:\n  - directory: E\n    `, ['children:']],
  ['the second document', `${head}- template: T\n---\nkind: Users\nspec:\n- `, ['username: ']],
  ['the next entry', `${head}- template: T\n  autoStart: true\n- template: U\n  `, ['autoStart: ', 'phases:']],
  ['nothing in a text', `${head}- template: a b`, null],
  ['nothing in an unknown part', `${head}- nonsense:\n    `, null],
])('completes %s', (_, document, expected) => {
  expect(optionsAt(document)).toEqual(expected);
});

test('an empty word is completed only on request, and comments and empty lines are skipped', () => {
  expect([optionsAt('', false), optionsAt('k', false)]).toEqual([null, ['apiVersion: ', 'kind: ', 'spec: ']]);
  expect(optionsAt(`${head}- template: T\n# phases:\n\n  a`)).toEqual(['autoStart: ', 'phases:']);
  expect(complete(`${head}- template: T\n  aut`, false)?.length).toBe(3);
});
