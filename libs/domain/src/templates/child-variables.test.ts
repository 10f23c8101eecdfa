import { describe, expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import type { Caller } from '../decision/inputs.ts';
import { blankCreation, type Creation } from '../model/own-fields.ts';
import { taskOf } from '../model/plan.ts';
import type { VariableValue } from '../model/variable.ts';
import { callerWith } from '../testing/callers.ts';
import { caller, env, variable } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';
import { childTasks, openVariables } from './child-variables.ts';
import type { CreateReleaseRequest } from './templates.ts';

const stages = variable('folder.stages', ['test', 'live'], { type: 'ListStringVariable' });
const child = plan('TEMPLATE Work: x.', {
  id: 'Releasework',
  title: 'Work',
  folderId: 'Folder2',
  variables: [
    variable('version', null),
    variable('note', 'none', { requiresValue: false }),
    variable('count', 3, { type: 'IntegerVariable' }),
    variable('secret', null, { type: 'PasswordStringVariable' }),
    variable('pin', 'v1.00000000.pin', { type: 'PasswordStringVariable' }),
    variable('regions', ['north'], { type: 'ListStringVariable' }),
    variable('region', 'north', { valueProvider: { variable: 'regions' } }),
    variable('stage', 'test', { valueProvider: { variable: 'folder.stages' } }),
    variable('mapped', null),
    variable('blank', null, { requiresValue: false }),
    variable('hidden', null, { showOnReleaseStart: false }),
  ],
});
const creating = (creation: Partial<Creation> = {}, overrides: TaskOverrides = {}): TaskOverrides => ({
  type: 'CreateReleaseTask',
  creation: {
    ...blankCreation,
    newReleaseTitle: 'Child',
    templateId: 'Applications/Folder2/Releasework',
    templateVariables: [variable('mapped', 'm'), { ...variable('${blank}', ''), id: 'Variable0' }],
    ...creation,
  },
  ...overrides,
});
const template = plan('TEMPLATE Ship: a. make. far. open. mapped. gone. locked. g.[inner.]', {
  id: 'Releaseship',
  task: {
    make: creating(),
    far: creating({ folderId: 'Folder3' }),
    open: creating({ templateId: '${template}' }),
    mapped: creating({}, { variableMapping: { templateId: '${template}' } }),
    gone: creating({ templateId: 'Releasegone' }),
    locked: creating({}, { locked: true }),
    g: { locked: true },
    inner: creating(),
  },
});

const request: CreateReleaseRequest = {
  releaseTitle: 'Train',
  folderId: null,
  variables: {},
  scheduledStartDate: null,
  autoStart: false,
  startedFromTaskId: null,
  releaseOwner: null,
};
type Values = Readonly<Record<string, VariableValue>>;

function create(
  childVariables: CreateReleaseRequest['childVariables'],
  viewers: ReadonlyMap<string, Caller> = new Map([['Releasework', caller()]]),
) {
  const data = {
    ...env().data,
    templates: new Map([
      ['Releasework', child],
      ['Releasegone', null],
    ]),
    variablesOf: new Map([['Folder2', new Map([[stages.key, stages]])]]),
    childTemplateViewers: viewers,
  };
  const decision = createRelease(
    template,
    { ...request, ...(childVariables && { childVariables }) },
    caller(),
    env({ data }),
  );
  if (decision.kind === 'missingData') throw new Error(JSON.stringify(decision.requirements));
  return decision.outcome.release;
}
const setIn = (taskId: string, variables: Values) => create([{ taskId, variables }]);
const valuesIn = (release: ReturnType<typeof create>, index = 1) => {
  const { creation, uses } = release.phases[0]!.tasks[index]!.definition;
  return { values: creation!.templateVariables.map(({ id, type, key, value }) => [id, type, key, value]), uses };
};
function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  }
  return 'accepted';
}

describe('the variables of child releases', () => {
  test('are those that the form shows and the task does not set', () => {
    const tasks = childTasks(template);
    expect(tasks.map(({ task, reference }) => [task.id, reference])).toEqual([
      ['Taskmake', 'Releasework'],
      ['Taskfar', 'Releasework'],
      ['Taskgone', 'Releasegone'],
    ]);
    expect(openVariables(tasks[0]!, child.variables).map(({ key }) => key)).toEqual([
      ...['version', 'note', 'count', 'secret', 'pin', 'regions', 'region', 'stage', 'blank'],
    ]);
  });

  test('are stored in the tasks of the new release, with passwords encrypted', () => {
    const values = { '${version}': '1.${build}', count: '4', secret: 'hunter2', blank: 'b', stage: 'live', note: '' };
    const release = setIn('Taskmake', values);
    expect(valuesIn(release)).toEqual({
      values: [
        ['Variablemapped', 'StringVariable', 'mapped', 'm'],
        ['Variable0', 'StringVariable', 'version', '1.${build}'],
        ['Variable1', 'IntegerVariable', 'count', 4],
        ['Variable2', 'PasswordStringVariable', 'secret', 'v1.00000000.hunter2'],
        ['Variable3', 'StringVariable', 'blank', 'b'],
        ['Variable4', 'StringVariable', 'stage', 'live'],
        ['Variable5', 'StringVariable', 'note', ''],
      ],
      uses: { creation: ['build'] },
    });
    expect(taskOf(template, 'Taskmake').definition.creation?.templateVariables).toHaveLength(2);
  });

  test('keep the values of the template for null, empty values and masks', () => {
    const before = valuesIn(create(undefined));
    expect(before.values.map(([id]) => id)).toEqual(['Variablemapped', 'Variable0']);
    expect(
      [setIn('Taskmake', { note: null, count: '', pin: '********' }), create([])].map((item) => valuesIn(item)),
    ).toEqual([before, before]);
  });

  test('can be values of a list that the same request sets', () => {
    expect(valuesIn(setIn('Taskmake', { regions: ['south'], region: 'south' })).values.slice(2)).toEqual([
      ['Variable1', 'ListStringVariable', 'regions', ['south']],
      ['Variable2', 'StringVariable', 'region', 'south'],
    ]);
  });

  test('of a task that selects a folder are not compared with the lists of another folder', () => {
    expect(valuesIn(setIn('Taskfar', { stage: 'prod' }), 2).values.slice(2)).toEqual([
      ['Variable1', 'StringVariable', 'stage', 'prod'],
    ]);
  });

  const on = (task: string) => `'${task}'`;
  test.each<[string, Values, string]>([
    ['Tasknone', {}, "the template has no task 'Tasknone'"],
    ['Taska', {}, "task 'Taska' does not create a release"],
    ['Tasklocked', {}, "task 'Tasklocked' is locked"],
    ['Taskinner', {}, "task 'Taskinner' is locked"],
    ['Taskopen', {}, "the template of task 'Taskopen' is not known before the task starts"],
    ['Taskmapped', {}, "the template of task 'Taskmapped' is not known before the task starts"],
    ['Taskgone', {}, `the template of task ${on('gone')} does not exist, or you cannot view it`],
    ['Taskmake', { none: 1 }, "template 'Work' has no variable 'none'"],
    ['Taskmake', { hidden: 1 }, "template 'Work' does not show variable 'hidden' when a release is created"],
    ['Taskmake', { mapped: 'x' }, `task ${on('make')} already sets variable 'mapped'`],
    ['Taskmake', { version: '' }, `a value is required for 'version' of task ${on('make')}`],
    ['Taskmake', { version: null }, `a value is required for 'version' of task ${on('make')}`],
    ['Taskmake', { secret: '********' }, `a value is required for 'secret' of task ${on('make')}`],
  ])('of %s with %j are rejected', (taskId, values, reason) => {
    expect(refusalOf(() => setIn(taskId, values))).toBe(`Invalid: childVariables: ${reason}`);
  });

  test.each<[Values, string]>([
    [{ count: 'three' }, 'variables.count: expected a whole number'],
    [{ region: 'south' }, "variables.region: 'south' is not in the list of allowed values"],
    [{ stage: 'prod' }, "variables.stage: 'prod' is not in the list of allowed values"],
    [{ secret: ['hunter2'] }, 'variables.secret: expected a text'],
  ])('with the value %j are rejected', (values, reason) => {
    expect(refusalOf(() => setIn('Taskmake', values))).toBe(`Invalid: childVariables of task 'make': ${reason}`);
  });

  test('are rejected if a task is listed twice, or the values are too long', () => {
    const twice = [
      { taskId: 'Taskmake', variables: {} },
      { taskId: 'Taskmake', variables: {} },
    ];
    expect(refusalOf(() => create(twice))).toBe("Invalid: childVariables: task 'Taskmake' is listed more than once");
    expect(refusalOf(() => setIn('Taskmake', { version: 'x'.repeat(9_000_000) }))).toMatch(/^Invalid: .* 9000000/);
  });

  test.each<[string, ReadonlyMap<string, Caller>]>([
    ['an unknown user', new Map()],
    ['a user who cannot view the template', new Map([['Releasework', callerWith(['template#create_release'])]])],
  ])('cannot be set by %s', (_, viewers) => {
    expect(refusalOf(() => create([{ taskId: 'Taskmake', variables: {} }], viewers))).toBe(
      "Invalid: childVariables: the template of task 'make' does not exist, or you cannot view it",
    );
  });

  test('are checked after the templates and the lists of their folders are loaded', () => {
    const run = (data: object, variables: Values = {}) =>
      createRelease(
        template,
        {
          ...request,
          childVariables: [
            { taskId: 'Taskmake', variables },
            { taskId: 'Taskgone', variables },
          ],
        },
        caller(),
        env({ data: { ...env().data, ...data } }),
      );
    expect(run({})).toEqual({
      kind: 'missingData',
      requirements: [
        { kind: 'template', id: 'Releasework' },
        { kind: 'template', id: 'Releasegone' },
      ],
    });
    const templates = new Map([
      ['Releasework', child],
      ['Releasegone', child],
    ]);
    expect(run({ templates, childTemplateViewers: new Map([['Releasework', caller()]]) }, { stage: 'live' })).toEqual({
      kind: 'missingData',
      requirements: [{ kind: 'variablesOf', folderId: 'Folder2' }],
    });
  });
});
