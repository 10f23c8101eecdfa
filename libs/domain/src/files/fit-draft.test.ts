import { describe, expect, test } from 'vitest';
import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import { blankCreation } from '../model/own-fields.ts';
import { fitted } from './fit-draft.ts';
import type { Known } from './known-here.ts';

const here = new Set(['Task', 'CustomScriptTask', 'acme.Known', 'ann', 'Testers', 'Releasehere', 'Folderhere']);
const connection = 'Configuration/Custom/Here';
const is = (name: string) => here.has(name);
const known: Known = {
  ...{ type: is, user: is, role: is, thing: is },
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

describe('of a template from elsewhere', () => {
  test.each<[string, TaskDraft, TaskDraft, readonly string[]]>([
    ['known owners stay', { owner: 'ann' }, { owner: 'ann' }, []],
    ['owners that only variables tell stay', { owner: '${who}' }, { owner: '${who}' }, []],
    ['unknown owners go', { owner: 'bob' }, { owner: null }, ["owner 'bob' was left out: there is no such user"]],
    [
      'unknown watchers go',
      { watchers: ['ann', 'bob'] },
      { watchers: ['ann'] },
      ["watcher 'bob' was left out: there is no such user"],
    ],
    [
      'targets that are not there go',
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
      'what new releases are made of and go into is named by its last segment',
      { creation: { ...blankCreation, templateId: 'Applications/Releasehere', folderId: 'Applications/Folderhere' } },
      { creation: { ...blankCreation, templateId: 'Releasehere', folderId: 'Folderhere' } },
      [],
    ],
    [
      'paths of titles and variables stay, as nothing does',
      { creation: { ...blankCreation, templateId: 'Team A/Deploy', folderId: '${folder}' } },
      { creation: { ...blankCreation, templateId: 'Team A/Deploy', folderId: '${folder}' } },
      [],
    ],
    [
      'templates that are not there stay, and folders go',
      { creation: { ...blankCreation, templateId: 'Releasegone', folderId: 'Foldergone' } },
      { creation: { ...blankCreation, templateId: 'Releasegone' } },
      [
        "template 'Releasegone' is kept: no template has this id yet",
        "folder 'Foldergone' was left out: the id is unknown",
      ],
    ],
    ['a known configuration stays', { configurationUri: connection }, { configurationUri: connection }, []],
    [
      'an unknown configuration stays',
      { configurationUri: 'Configuration/Custom/Gone' },
      { configurationUri: 'Configuration/Custom/Gone' },
      ["configurationUri 'Configuration/Custom/Gone' is kept: there is no such connection yet"],
    ],
    [
      'unknown connections stay by id and title, wherever they are among properties',
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
      'a connection of another type than its property names is unknown',
      { type: 'acme.Known', properties: { typed: connection, pythonScript: { typed: connection, other: connection } } },
      { type: 'acme.Known', properties: { typed: connection, pythonScript: { typed: connection, other: connection } } },
      [
        `typed '${connection}' is kept: there is no such connection yet`,
        `pythonScript.typed '${connection}' is kept: there is no such connection yet`,
      ],
    ],
  ])('%s', (_, before, after, warnings) => {
    const { draft, warnings: said } = fitted(withTask(before), known);
    expect(taskIn(draft)).toEqual({ title: 'deploy', ...after });
    expect(said).toEqual(warnings.map((each) => `${at}: ${each}`));
  });

  test('the owner, phases and visibility are resolved', () => {
    const { draft, warnings } = fitted(
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
      known,
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
    ['Gone', ["riskProfile 'Gone' is not known here: the default one counts until there is one of this name"]],
  ])('the risk profile %s stays', (riskProfile, warnings) => {
    expect(fitted({ riskProfile }, known)).toEqual({ draft: { riskProfile }, warnings });
    const creation = { ...blankCreation, riskProfile };
    const phases = [{ title: 'P', tasks: [{ title: 't', creation }] }];
    expect(fitted({ phases }, known)).toEqual({
      draft: { phases },
      warnings: warnings.map((warning) => `task 't' in phase 'P': ${warning}`),
    });
  });

  test('an empty draft stays unchanged', () => {
    const bare: TemplateDraft = { title: 'T', phases: [{ title: 'P', tasks: [{}] }] };
    expect(fitted(bare, known)).toEqual({ draft: bare, warnings: [] });
    expect(fitted({}, known)).toEqual({ draft: {}, warnings: [] });
  });
});

describe('a task of an unknown type', () => {
  const why = (type: string) =>
    `The type ${type} of this task in phase 'Build' is unknown: complete the task manually.`;

  test('becomes a manual task with a flag, and keeps its data except for secrets', () => {
    const { draft, warnings } = fitted(
      withTask({
        type: 'acme.Deploy',
        flagComment: 'slow',
        description: 'ships it',
        variableMapping: { title: '${t}', 'pythonScript.server': '${s}' },
        properties: { port: 1, password: 'v1.0a1b2c3d.x', pythonScript: { token: 'v1.0a1b2c3d.y', url: 'u' } },
      }),
      known,
    );
    expect(taskIn(draft)).toEqual({
      title: 'deploy',
      type: 'Task',
      description: 'ships it',
      flagStatus: 'ATTENTION_NEEDED',
      flagComment: `${why('acme.Deploy')} slow`,
      variableMapping: { title: '${t}' },
      properties: {
        unknownType: {
          type: 'acme.Deploy',
          properties: { port: 1, pythonScript: { url: 'u' } },
          variableMapping: { 'pythonScript.server': '${s}' },
        },
      },
    });
    expect(warnings).toEqual([`${at}: its type 'acme.Deploy' is not known here: it is done by hand`]);
  });

  test('may be one of ours that runs the script of an unknown one', () => {
    const script = (type: string) => withTask({ type: 'CustomScriptTask', properties: { pythonScript: { type } } });
    expect(taskIn(fitted(script('acme.Known'), known).draft)?.type).toBe('CustomScriptTask');
    expect(taskIn(fitted(script('acme.Gone'), known).draft)).toMatchObject({
      type: 'Task',
      flagComment: why('acme.Gone'),
      properties: { unknownType: { type: 'CustomScriptTask', properties: { pythonScript: { type: 'acme.Gone' } } } },
    });
    expect(taskIn(fitted(withTask({ type: 'Gone' }), known).draft)).toEqual({
      title: 'deploy',
      type: 'Task',
      flagStatus: 'ATTENTION_NEEDED',
      flagComment: why('Gone'),
      variableMapping: {},
      properties: { unknownType: { type: 'Gone', properties: {} } },
    });
    expect(taskIn(fitted(withTask({ type: 'Gone', flagStatus: 'AT_RISK' }), known).draft)).toMatchObject({
      flagStatus: 'ATTENTION_NEEDED',
      properties: { unknownType: { type: 'Gone', flagStatus: 'AT_RISK' } },
    });
  });

  test('without a type it is a task', () => {
    const { draft } = fitted(withTask({}), known);
    expect(taskIn(draft)).toEqual({ title: 'deploy' });
  });
});
