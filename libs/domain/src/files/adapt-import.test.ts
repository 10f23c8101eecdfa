import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import { blankCreation } from '../model/own-fields.ts';
import { adaptTemplate as adaptWithMessages } from './adapt-import.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

/** Adapts a template and returns the warnings as texts. */
const adaptTemplate = (...input: Parameters<typeof adaptWithMessages>) => {
  const { draft, warnings } = adaptWithMessages(...input);
  return { draft, warnings: warnings.map(textOf) };
};

const existing = new Set(['Task', 'CustomScriptTask', 'acme.Known', 'ann', 'Testers', 'Releasehere', 'Folderhere']);
const connection = 'Configuration/Custom/Here';
const exists = (name: string) => existing.has(name);
const lookup: ReferenceLookup = {
  ...{ type: exists, user: exists, role: exists, object: exists },
  configuration: (id, referencedType) => id === connection && referencedType !== 'acme.Other',
  referencedType: (type, property) => (type === 'acme.Known' && property === 'typed' ? 'acme.Other' : null),
  riskProfile: (reference) => reference === 'Careful',
};

const withTask = (task: TaskDraft): TemplateDraft => ({
  title: 'T',
  phases: [{ title: 'Build', tasks: [{ title: 'outer', tasks: [{ title: 'deploy', ...task }] }] }],
});
const taskIn = ({ phases }: TemplateDraft) => phases?.[0]?.tasks?.[0]?.tasks?.[0];
const at = "task 'deploy' in phase 'Build'";

describe('a template from another installation', () => {
  test.each<[string, TaskDraft, TaskDraft, readonly string[]]>([
    ['known owners are kept', { owner: 'ann' }, { owner: 'ann' }, []],
    ['owners in variables are kept', { owner: '${who}' }, { owner: '${who}' }, []],
    [
      'unknown owners are removed',
      { owner: 'bob' },
      { owner: null },
      ["owner 'bob' was left out: there is no such user"],
    ],
    [
      'unknown watchers are removed',
      { watchers: ['ann', 'bob'] },
      { watchers: ['ann'] },
      ["watcher 'bob' was left out: there is no such user"],
    ],
    [
      'unknown targets are removed',
      {
        dependencies: [
          { id: '1', target: 'Releasehere' },
          { id: '2', target: 'Taskgone' },
          { id: '3', target: '${v}' },
          { id: '4', target: 'no id' },
        ],
      },
      {
        dependencies: [
          { id: '1', target: 'Releasehere' },
          { id: '3', target: '${v}' },
        ],
      },
      [
        "the dependency on 'Taskgone' was left out: there is no release, phase or task of this id",
        "the dependency on 'no id' was left out: there is no release, phase or task of this id",
      ],
    ],
    [
      'templates and folders of new releases become last segments',
      { creation: { ...blankCreation, templateId: 'Applications/Releasehere', folderId: 'Applications/Folderhere' } },
      { creation: { ...blankCreation, templateId: 'Releasehere', folderId: 'Folderhere' } },
      [],
    ],
    [
      'paths of titles, variables and null are kept',
      { creation: { ...blankCreation, templateId: 'Team A/Deploy', folderId: '${folder}' } },
      { creation: { ...blankCreation, templateId: 'Team A/Deploy', folderId: '${folder}' } },
      [],
    ],
    [
      'unknown templates are kept, and unknown folders are removed',
      { creation: { ...blankCreation, templateId: 'Releasegone', folderId: 'Foldergone' } },
      { creation: { ...blankCreation, templateId: 'Releasegone' } },
      [
        "template 'Releasegone' was stored, but no template has this id yet",
        "folder 'Foldergone' was left out: the id is unknown",
      ],
    ],
    ['a known configuration is kept', { configurationUri: connection }, { configurationUri: connection }, []],
    [
      'an unknown configuration is kept',
      { configurationUri: 'Configuration/Custom/Gone' },
      { configurationUri: 'Configuration/Custom/Gone' },
      ["configurationUri 'Configuration/Custom/Gone' is kept: there is no such connection yet"],
    ],
    [
      'unknown connections are kept by id and title, in any property',
      {
        type: 'acme.Known',
        properties: {
          server: 'Configuration/Custom/Gone',
          other: { id: 'Applications/Folder1/Configuration2', type: 'acme.Server', title: 'Two', url: 'http://two' },
          fine: connection,
          by: '${Configuration/Custom/x}',
          deep: { list: ['Configuration9', connection, { text: 'x' }], count: 1 },
        },
      },
      {
        type: 'acme.Known',
        properties: {
          server: 'Configuration/Custom/Gone',
          other: { id: 'Applications/Folder1/Configuration2', title: 'Two', type: 'acme.Server' },
          fine: connection,
          by: '${Configuration/Custom/x}',
          deep: { list: ['Configuration9', connection, { text: 'x' }], count: 1 },
        },
      },
      [
        "server 'Configuration/Custom/Gone' is kept: there is no such connection yet",
        "other 'Applications/Folder1/Configuration2' is kept: there is no such connection yet",
        "deep.list 'Configuration9' is kept: there is no such connection yet",
      ],
    ],
    [
      'a connection of another type than that of its property is unknown',
      { type: 'acme.Known', properties: { typed: connection, pythonScript: { typed: connection, other: connection } } },
      { type: 'acme.Known', properties: { typed: connection, pythonScript: { typed: connection, other: connection } } },
      [
        `typed '${connection}' is kept: there is no such connection yet`,
        `pythonScript.typed '${connection}' is kept: there is no such connection yet`,
      ],
    ],
  ])('%s', (_, before, after, warnings) => {
    const { draft, warnings: warned } = adaptTemplate(withTask(before), lookup);
    expect(taskIn(draft)).toEqual({ title: 'deploy', ...after });
    expect(warned).toEqual(warnings.map((warning) => `${at}: ${warning}`));
  });

  test('the owner, phases and visibility are resolved', () => {
    const { draft, warnings } = adaptTemplate(
      {
        owner: 'bob',
        scriptUsername: 'eve',
        memberViewers: ['ann', 'bob'],
        roleViewers: ['Testers', 'gone', '${role}'],
        defaultTargetFolderId: 'Applications/Foldergone',
        phases: [
          { owner: 'bob', tasks: [{ owner: 'bob' }] },
          { title: 'Ship', owner: 'ann' },
        ],
      },
      lookup,
    );
    expect(draft).toEqual({
      owner: null,
      scriptUsername: null,
      memberViewers: ['ann'],
      roleViewers: ['Testers', '${role}'],
      defaultTargetFolderId: null,
      phases: [
        { owner: null, tasks: [{ owner: null }] },
        { title: 'Ship', owner: 'ann' },
      ],
    });
    expect(warnings).toEqual([
      "scriptUsername 'eve' was left out: there is no such user",
      "owner 'bob' was left out: there is no such user",
      "viewer 'bob' was left out: there is no such user",
      "viewer 'gone' was left out: there is no such role",
      "target folder 'Applications/Foldergone' was left out: the id is unknown",
      "phase '': owner 'bob' was left out: there is no such user",
      "task '' in phase '': owner 'bob' was left out: there is no such user",
    ]);
  });

  test.each([
    ['Careful', []],
    ['Default risk profile', []],
    ['Gone', ["unknown riskProfile 'Gone': the default profile applies until a profile with this name exists"]],
  ])('the risk profile %s is kept', (riskProfile, warnings) => {
    expect(adaptTemplate({ riskProfile }, lookup)).toEqual({ draft: { riskProfile }, warnings });
    const creation = { ...blankCreation, riskProfile };
    const phases = [{ title: 'P', tasks: [{ title: 't', creation }] }];
    expect(adaptTemplate({ phases }, lookup)).toEqual({
      draft: { phases },
      warnings: warnings.map((warning) => `task 't' in phase 'P': ${warning}`),
    });
  });

  test('an empty draft is unchanged', () => {
    const minimalDraft: TemplateDraft = { title: 'T', phases: [{ title: 'P', tasks: [{}] }] };
    expect(adaptTemplate(minimalDraft, lookup)).toEqual({ draft: minimalDraft, warnings: [] });
    expect(adaptTemplate({}, lookup)).toEqual({ draft: {}, warnings: [] });
  });
});

describe('a task of an unknown type', () => {
  const message = (type: string) =>
    `The type ${type} of this task in phase 'Build' is unknown: complete the task manually.`;

  test('becomes a manual task with a flag, and keeps its data except for secrets', () => {
    const { draft, warnings } = adaptTemplate(
      withTask({
        type: 'acme.Deploy',
        flagComment: 'slow',
        description: 'ships it',
        variableMapping: { title: '${t}', 'pythonScript.server': '${s}' },
        properties: { port: 1, password: 'v1.0a1b2c3d.x', pythonScript: { token: 'v1.0a1b2c3d.y', url: 'u' } },
      }),
      lookup,
    );
    expect(taskIn(draft)).toEqual({
      title: 'deploy',
      type: 'Task',
      description: 'ships it',
      flagStatus: 'ATTENTION_NEEDED',
      flagComment: `${message('acme.Deploy')} slow`,
      variableMapping: { title: '${t}' },
      properties: {
        unknownType: {
          type: 'acme.Deploy',
          properties: { port: 1, pythonScript: { url: 'u' } },
          variableMapping: { 'pythonScript.server': '${s}' },
        },
      },
    });
    expect(warnings).toEqual([`${at}: its type 'acme.Deploy' is not known here: it becomes a manual task`]);
  });

  test('can be a built-in type with a script of an unknown type', () => {
    const script = (type: string) => withTask({ type: 'CustomScriptTask', properties: { pythonScript: { type } } });
    expect(taskIn(adaptTemplate(script('acme.Known'), lookup).draft)?.type).toBe('CustomScriptTask');
    expect(taskIn(adaptTemplate(script('acme.Gone'), lookup).draft)).toMatchObject({
      type: 'Task',
      flagComment: message('acme.Gone'),
      properties: { unknownType: { type: 'CustomScriptTask', properties: { pythonScript: { type: 'acme.Gone' } } } },
    });
    expect(taskIn(adaptTemplate(withTask({ type: 'Gone' }), lookup).draft)).toEqual({
      title: 'deploy',
      type: 'Task',
      flagStatus: 'ATTENTION_NEEDED',
      flagComment: message('Gone'),
      variableMapping: {},
      properties: { unknownType: { type: 'Gone', properties: {} } },
    });
    expect(taskIn(adaptTemplate(withTask({ type: 'Gone', flagStatus: 'AT_RISK' }), lookup).draft)).toMatchObject({
      flagStatus: 'ATTENTION_NEEDED',
      properties: { unknownType: { type: 'Gone', flagStatus: 'AT_RISK' } },
    });
  });

  test('without a type is a manual task', () => {
    const { draft } = adaptTemplate(withTask({}), lookup);
    expect(taskIn(draft)).toEqual({ title: 'deploy' });
  });
});
