import { type Message, textOf } from '@slipway/domain/messages';
import { expect, test } from 'vitest';
import { BadFile } from '../errors/bad-file.ts';
import { documentsIn } from './documents.ts';
import { itemsIn } from './read-items.ts';

function read(yaml: string): readonly string[] {
  const warnings: Message[] = [];
  const files = new Map([['index.yaml', Buffer.from(yaml)]]);
  itemsIn(documentsIn({ files, roots: ['index.yaml'] }), 'rel', (warning) => warnings.push(warning));
  return warnings.map(textOf);
}
const document = (kind: string, spec: string): string =>
  `apiVersion: xl-release/v1\nkind: ${kind}\nmetadata: {home: A}\nspec:\n${spec}`;
const template = (members: string): string => document('Templates', `- template: T\n${members.replace(/^/gm, '  ')}`);

test.each([
  [
    'of a template',
    template('descripton: x'),
    "line 6: template 'T': unknown member 'descripton', expected 'description'",
  ],
  [
    'with two letters swapped',
    template('pahses:\n- phase: P'),
    "line 6: template 'T': unknown member 'pahses', expected 'phases'",
  ],
  [
    'of a phase',
    template('phases:\n- phase: P\n  colour: red'),
    "line 8: phase 'P': unknown member 'colour', expected 'color'",
  ],
  [
    'of a task in a group',
    template(
      'phases:\n- phase: P\n  tasks:\n  - name: G\n    type: xlrelease.ParallelGroup\n    tasks: [{name: t,\n      precondtion: x}]',
    ),
    "line 12: task 't': unknown member 'precondtion', expected 'precondition'",
  ],
  [
    'of a gate',
    template('phases:\n- {phase: P, tasks: [{name: g, type: Gate, condition: []}]}'),
    "line 7: task 'g': unknown member 'condition', expected 'conditions'",
  ],
  [
    'of a script task',
    template('phases:\n- {phase: P, tasks: [{name: s, type: xlrelease.ScriptTask, scripts: x}]}'),
    "line 7: task 's': unknown member 'scripts', expected 'script'",
  ],
  [
    'of a variable',
    template('variables:\n- {key: v, tpye: xlrelease.StringVariable}'),
    "line 7: variable 'v': unknown member 'tpye', expected 'type'",
  ],
  [
    'of a variable of a folder',
    document('Templates', '- {key: v, type: xlrelease.StringVariable, vale: x}'),
    "line 5: variable 'v': unknown member 'vale', expected 'value'",
  ],
  [
    'of a folder',
    document('Templates', '- directory: D\n  childen: []'),
    "line 6: folder 'D': unknown member 'childen', expected 'children'",
  ],
  [
    'of permissions',
    document('Permissions', '- directory: D\n  teams:\n  - name: T\n    member: [a]'),
    "line 8: team 'T': unknown member 'member', expected 'members'",
  ],
  [
    'of a user',
    document('Users', '- {username: u, emial: x}'),
    "line 5: user: unknown member 'emial', expected 'email'",
  ],
  [
    'of a role',
    document('Roles', '- {name: r, permission: []}'),
    "line 5: role: unknown member 'permission', expected 'permissions'",
  ],
  [
    'of a release',
    document('Release', '  {name: r, tempalte: T}'),
    "line 5: release: unknown member 'tempalte', expected 'template'",
  ],
  [
    'of a document',
    `metdata: {home: A}\n${document('Roles', '- name: r')}`,
    "line 1: document: unknown member 'metdata', expected 'metadata'",
  ],
  [
    'in a later document',
    `${document('Roles', '- name: r')}\n---\n# empty\n---\n${template('tag: [x]')}`,
    "document 2, line 14: template 'T': unknown member 'tag', expected 'tags'",
  ],
])('rejects the misspelled member %s with its line and the known name', (_, yaml, message) => {
  expect(() => read(yaml)).toThrow(new BadFile(`index.yaml, ${message}`));
});

test('ignores other unknown members with a warning', () => {
  const yaml = template(
    'shipIt: yes\nphases:\n- {phase: P, weather: x, tasks: [{name: t, mood: good}, {name: p, type: acme.Ship, nmae: x, ^title: y}]}',
  );
  expect(read(yaml)).toEqual([
    "index.yaml: template 'T': the unknown member 'shipIt' is ignored",
    "index.yaml: phase 'P': the unknown member 'weather' is ignored",
    "index.yaml: task 't': the unknown member 'mood' is ignored",
  ]);
  const many = Array.from({ length: 200 }, (_, at) => `unheardOf${at}: 1`).join('\n');
  expect(read(template(many))).toHaveLength(100);
});

test('ignores settings of other products, and objects without a name, with a warning', () => {
  const entries = [
    'xlrelease.Dashboard, name: D',
    'xlrelease.ThemeSettings',
    'xlrelease.FolderVersioningSettings',
    'acme.Any',
  ];
  const spec = ['- template: T', ...entries.map((type) => `- {type: ${type}}`)].join('\n');
  const ignored = (type: string) => `index.yaml: ${type} is ignored: the type is not supported, or it has no name`;
  expect(read(document('Templates', spec))).toEqual(
    ['rel.Dashboard', 'rel.ThemeSettings', 'rel.FolderVersioningSettings', 'acme.Any'].map(ignored),
  );
});

test('ignores members of responses without a warning', () => {
  const task = '{name: t, id: X, status: PLANNED, overdueNotified: false, comments: [], flagged: false}';
  expect(
    read(template(`id: X\nstatus: TEMPLATE\nteams: []\nphases:\n- {phase: P, status: PLANNED, tasks: [${task}]}`)),
  ).toEqual([]);
});
