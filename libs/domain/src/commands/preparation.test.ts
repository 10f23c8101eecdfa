import { describe, expect, test } from 'vitest';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import { claimInTemplate, type IdClaim, idsOfTemplate } from '../plans/claim-ids.ts';
import { variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { type Sealer, sealTemplate } from '../variables/seal-drafts.ts';
import { type Command, definitionOf } from './registry.ts';

const release = {
  ...plan('Build: a> b. g.'),
  variables: [variable('secret', null, { type: 'PasswordStringVariable' }), variable('text')],
};
const seal: Sealer = { seal: (purpose, text) => `sealed ${purpose}: ${text}` };
const sealed = (command: Command): Command => definitionOf(command).secrets?.seal(command, seal, release) ?? command;

/** Returns an id claim for which all ids with `Taken` in them are in use. */
function claimTaken(): IdClaim {
  const translate = (id: string): string => id.replace('Taken', 'Free');
  const assign = <T extends { readonly id?: string | null }>(object: T): T =>
    typeof object.id === 'string' ? { ...object, id: translate(object.id) } : object;
  return { assign, translate };
}
const listIds = (command: Command): readonly string[] => definitionOf(command).ids?.list(command, release) ?? [];
const claimed = (command: Command): Command =>
  definitionOf(command).ids?.claim(command, claimTaken(), release) ?? command;

const creation = (password: string): Creation => ({
  ...blankCreation,
  templateVariables: [{ ...variable('pass', password), type: 'PasswordStringVariable' }],
});
const creating = (password: string) => ({ type: 'CreateReleaseTask', title: 'Create', creation: creation(password) });
const secretDraft = { type: 'PasswordStringVariable', key: 'secret', value: 'hunter2' } as const;
const sealedDraft = { ...secretDraft, value: 'sealed variable: hunter2' };

describe('the passwords of a command are encrypted', () => {
  const add = (password: string): Command => ({
    type: 'addTask',
    containerId: 'PhaseBuild',
    task: { type: 'SequentialGroup', title: 'Group', tasks: [creating(password)] },
  });
  const addPhase = (password: string): Command => ({ type: 'addPhase', phase: { tasks: [creating(password)] } });
  const update = (password: string): Command => ({
    type: 'updateTask',
    taskId: 'Taska',
    patch: { creation: creation(password) },
  });
  const run = (scriptUserPassword: string): Command => ({ type: 'updateRelease', patch: { scriptUserPassword } });
  const set = (value: string): Command => ({ type: 'updateVariable', variableId: 'Variablesecret', patch: { value } });
  const replace = (value: string): Command => ({ type: 'replaceVariables', variables: [{ ...secretDraft, value }] });
  const password = 'sealed variable: hunter2';

  test.each<[string, Command, Command]>([
    ['a task in a group', add('hunter2'), add(password)],
    ['a task of a phase', addPhase('hunter2'), addPhase(password)],
    ['a change of a task', update('hunter2'), update(password)],
    ['the run-as user', run('hunter2'), run('sealed script-user-password: hunter2')],
    ['a new variable', { type: 'addVariable', variable: secretDraft }, { type: 'addVariable', variable: sealedDraft }],
    ['a value', set('hunter2'), set(password)],
    ['a list of variables', replace('hunter2'), replace(password)],
    [
      'the input of a task',
      { type: 'startTask', taskId: 'Taska', values: { secret: 'hunter2', text: 'x', unknown: 'y' } },
      { type: 'startTask', taskId: 'Taska', values: { secret: password, text: 'x', unknown: 'y' } },
    ],
    [
      'the input of a completed task',
      { type: 'completeTask', taskId: 'Taska', values: { secret: 'hunter2' } },
      { type: 'completeTask', taskId: 'Taska', values: { secret: password } },
    ],
    [
      'an edit of a plan',
      {
        type: 'changePlan',
        edits: [
          { type: 'lockTask', taskId: 'Taska' },
          { type: 'addPhase', phase: {} },
        ],
      },
      {
        type: 'changePlan',
        edits: [
          { type: 'lockTask', taskId: 'Taska' },
          { type: 'addPhase', phase: {} },
        ],
      },
    ],
  ])('%s', (_, command, expected) => {
    expect(sealed(command)).toEqual(expected);
  });

  test.each<[string, Command]>([
    ['without values', { type: 'completeTask', taskId: 'Taska' }],
    ['a variable that does not exist', { type: 'updateVariable', variableId: 'Variablex', patch: { value: 'x' } }],
    ['a change of another field', { type: 'updateVariable', variableId: 'Variablesecret', patch: { label: 'x' } }],
    ['a variable without a value', { type: 'addVariable', variable: { type: 'PasswordStringVariable', key: 'x' } }],
    ['the masked password of the run-as user', run('********')],
    ['a task without creations', { type: 'updateTask', taskId: 'Taska', patch: { creation: null } }],
  ])('unchanged: %s', (_, command) => {
    expect(sealed(command)).toEqual(command);
  });

  test('a template', () => {
    const draft = {
      title: 'Plan',
      scriptUserPassword: 'x',
      variables: [secretDraft],
      phases: [{ tasks: [creating('hunter2')] }],
    };
    expect(sealTemplate(seal, draft)).toEqual({
      title: 'Plan',
      scriptUserPassword: 'sealed script-user-password: x',
      variables: [sealedDraft],
      phases: [{ tasks: [creating(password)] }],
    });
    expect(sealTemplate(seal, { title: 'Plan' })).toEqual({ title: 'Plan' });
  });
});

describe('the create-release tasks of a command can be changed', () => {
  const mark = (current: Creation): Creation => ({ ...current, templateId: 'ReleaseMarked' });
  const marked = (command: Command): Command => definitionOf(command).secrets?.mapCreations?.(command, mark) ?? command;
  const task = (templateId: string | null) => ({ title: 'Create', creation: { ...blankCreation, templateId } });

  const commandsFor = (templateId: string | null): readonly Command[] => [
    { type: 'addTask', containerId: 'PhaseBuild', task: { title: 'Group', tasks: [task(templateId)] } },
    { type: 'addPhase', phase: { title: 'Test', tasks: [task(templateId)] } },
    { type: 'updateTask', taskId: 'Taska', patch: task(templateId) },
    {
      type: 'changePlan',
      edits: [
        { type: 'updateTask', taskId: 'Taska', patch: task(templateId) },
        { type: 'updateTask', taskId: 'Taskb', patch: { title: 'b' } },
        { type: 'addTask', containerId: 'PhaseBuild', task: {} },
        { type: 'addPhase', phase: {} },
        { type: 'lockTask', taskId: 'Taska' },
      ],
    },
    { type: 'completeTask', taskId: 'Taska' },
  ];

  test.each(commandsFor(null).map((command, index) => [command.type, command, commandsFor('ReleaseMarked')[index]!]))(
    '%s',
    (_, command, expected) => {
      expect(marked(command)).toEqual(expected);
    },
  );
});

describe('new parts get free ids', () => {
  const task = (state: string) => ({
    id: `Task${state}`,
    title: 'Gate',
    conditions: [{ id: `GateCondition${state}`, title: 'c', checked: false }],
    dependencies: [{ id: `Dependency${state}`, target: `Task${state}` }],
    attachments: [],
    links: [{ id: 'Link1', source: `Task${state}`, target: 'Taska' }],
    inputs: ['Variabletext'],
    creation: { ...blankCreation, templateId: 'Release1' },
    tasks: [{ id: `Task${state}2`, title: 'inner' }],
  });
  const taskIds = ['TaskTaken', 'GateConditionTaken', 'DependencyTaken', 'TaskTaken2'];
  const add = (state: string, containerId = 'TaskTaken') =>
    ({ type: 'addTask', containerId, task: task(state) }) as const;
  const addPhase = (state: string) =>
    ({ type: 'addPhase', phase: { id: `Phase${state}`, title: 'Test', tasks: [task(state)] } }) as const;
  const copies = (state: string) => ({ Taska: `Task${state}` });
  const replace = (state: string) =>
    ({
      type: 'replaceVariables',
      variables: [
        { id: 'Variabletext', key: 'text', type: 'StringVariable' },
        { id: `Variable${state}`, key: 'new', type: 'StringVariable' },
        { key: 'none', type: 'StringVariable' },
      ],
    }) as const;
  const variableDraft = (state: string) => ({ id: `Variable${state}`, key: 'new', type: 'StringVariable' }) as const;
  const edits = (state: string, containerId: string) =>
    [
      add(state, containerId),
      addPhase(state),
      replace(state),
      { type: 'updateTask', taskId: `Task${state}`, patch: { title: 'x' } },
      { type: 'moveTask', taskId: 'Taska', containerId },
      { type: 'addCondition', taskId: 'Taskg', id: `GateCondition${state}`, title: 'c', checked: false },
      { type: 'deleteDependency', dependencyId: 'DependencyKept' },
      { type: 'addDependency', taskId: 'Taskg', id: 'DependencyKept', target: `Task${state}` },
    ] as const;

  test.each<[string, Command, readonly string[], Command]>([
    ['a task, in an existing container', add('Taken'), taskIds, add('Free')],
    ['a phase', addPhase('Taken'), ['PhaseTaken', ...taskIds], addPhase('Free')],
    [
      'a copy of a task',
      { type: 'copyTask', taskId: 'Taska', containerId: 'PhaseBuild', ids: copies('Taken') },
      ['TaskTaken'],
      { type: 'copyTask', taskId: 'Taska', containerId: 'PhaseBuild', ids: copies('Free') },
    ],
    [
      'a copy of a phase',
      { type: 'copyPhase', phaseId: 'PhaseBuild', targetPosition: 1, ids: copies('Taken') },
      ['TaskTaken'],
      { type: 'copyPhase', phaseId: 'PhaseBuild', targetPosition: 1, ids: copies('Free') },
    ],
    [
      'a variable',
      { type: 'addVariable', variable: variableDraft('Taken') },
      ['VariableTaken'],
      { type: 'addVariable', variable: variableDraft('Free') },
    ],
    ['a list of variables, which keeps its own ids', replace('Taken'), ['VariableTaken'], replace('Free')],
    [
      'edits of a plan, with references between them',
      { type: 'changePlan', edits: edits('Taken', 'TaskTaken') },
      [...taskIds, 'PhaseTaken', ...taskIds, 'VariableTaken', 'GateConditionTaken'],
      { type: 'changePlan', edits: edits('Free', 'TaskFree') },
    ],
  ])('%s', (_, command, ids, expected) => {
    expect(listIds(command)).toEqual(ids);
    expect(claimed(command)).toEqual(expected);
  });

  test.each<[string, Command]>([
    ['a copy of a task without chosen ids', { type: 'copyTask', taskId: 'Taska', containerId: 'PhaseBuild' }],
    ['a copy of a phase without chosen ids', { type: 'copyPhase', phaseId: 'PhaseBuild', targetPosition: 1 }],
    ['an empty phase', { type: 'addPhase', phase: { title: 'Test' } }],
    ['a task without parts', { type: 'addTask', containerId: 'PhaseBuild', task: { title: 'x' } }],
  ])('unchanged: %s', (_, command) => {
    expect(listIds(command)).toEqual([]);
    expect(claimed(command)).toEqual(command);
  });

  test('a template', () => {
    const template = (state: string) => ({
      id: `Release${state}`,
      title: 'Plan',
      phases: [{ id: `Phase${state}`, title: 'Test' }],
      variables: [variableDraft(state)],
      attachments: [],
    });
    expect(idsOfTemplate(template('Taken'))).toEqual(['ReleaseTaken', 'PhaseTaken', 'VariableTaken']);
    expect(claimInTemplate(claimTaken(), template('Taken'))).toEqual(template('Free'));
    expect(idsOfTemplate({ title: 'Plan' })).toEqual([]);
    expect(claimInTemplate(claimTaken(), { title: 'Plan' })).toEqual({ title: 'Plan' });
  });
});
