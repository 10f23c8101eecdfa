import { describe, expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import type { Replacement } from '../commands/variables/replace-variable.ts';
import { blankCreation } from '../model/own-fields.ts';
import { keysIn } from '../model/placeholders.ts';
import { blankTaskPassive, type TaskPassive } from '../model/task.ts';
import { caller, command, decide, env, log, refusal, task, variable } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';
import { isUsed } from './variable-uses.ts';

const a = variable('a', 'one');
const b = variable('b', 'two');
const toB = { kind: 'variable', variable: '${b}' } as const;
const toText = { kind: 'value', value: 'text' } as const;

const replacing = (by: Replacement) => command({ type: 'replaceVariable', variableId: 'Variablea', by });

/** An environment with the passive fields of task `t`. */
const envWithPassive = (passive: Partial<TaskPassive>) => {
  const passives = new Map([['Taskt', { ...blankTaskPassive, ...passive }]]);
  return env({ data: { ...env().data, passives } });
};

const withTask = (details: TaskOverrides, ...others: readonly (typeof a)[]) =>
  plan('Build: t.', { variables: [a, b, ...others], task: { t: details } });

/** A task with a placeholder of `a` in its title. */
const titled = (details: TaskOverrides = {}): TaskOverrides => ({
  title: 'do ${a}',
  uses: { title: ['a'] },
  ...details,
});

describe('a variable is used', () => {
  test.each<[string, TaskOverrides]>([
    ['in a text of a task', titled()],
    ['in a mapped field', { variableMapping: { title: '${a}' } }],
    ['as an input of a task', { inputs: ['Variablea'] }],
    ['as the receiver of an id', { creation: { ...blankCreation, createdReleaseId: '${a}' } }],
  ])('%s', (_, details) => {
    const release = withTask(details);
    expect([isUsed(release, a), isUsed(release, b)]).toEqual([true, false]);
  });

  test.each([
    ['in a text', variable('c', 'x ${a}'), true],
    ['in a list', variable('c', ['${a}'], { type: 'ListStringVariable' }), true],
    ['in a value provider', variable('c', null, { valueProvider: { variable: '${a}' } }), true],
    ['but not in an encrypted value', variable('c', '${a}', { type: 'PasswordStringVariable' }), false],
    ['but not in a number', variable('c', 1, { type: 'IntegerVariable' }), false],
  ])('in another variable: %s', (_, mentioned, used) => {
    expect(isUsed(withTask({}, mentioned), a)).toBe(used);
  });

  test('but not only in its own value', () => {
    const self = variable('a', '${a}');
    expect(isUsed(plan('Build: t.', { variables: [self] }), self)).toBe(false);
  });
});

describe('replacing a variable', () => {
  test('requests texts that are not loaded', () => {
    const decision = handle(withTask(titled()), replacing(toB), env({ data: {} }));
    expect(decision).toEqual({ kind: 'missingData', requirements: [{ kind: 'passive', id: 'Taskt' }] });
  });

  test('by another one changes all texts of the tasks that use it, and logs each task once', () => {
    const release = withTask(
      titled({ owner: '${a}', uses: { title: ['a'], owner: ['a'], description: ['a'], properties: ['a'] } }),
    );
    const environment = envWithPassive({
      description: '${a}, ${ a }',
      precondition: null,
      properties: { url: ['${a}'], n: 1 },
    });
    const outcome = decide(release, replacing(toB), environment);
    const { definition, passive } = task(outcome.release, 't');
    expect(definition).toMatchObject({ title: 'do ${b}', owner: '${b}', team: null });
    expect(definition.uses).toEqual({ title: ['b'], owner: ['b'], description: ['b'], properties: ['b'] });
    expect(passive).toEqual({
      kind: 'stored',
      changes: { description: '${b}, ${b}', properties: { url: ['${b}'], n: 1 } },
    });
    expect(log(outcome)).toEqual(['RELEASE_VARIABLE_REPLACED 1']);
    expect(outcome.release.variables).toEqual(release.variables);
    expect(isUsed(outcome.release, a)).toBe(false);
  });

  test('by a value inserts its text', () => {
    const { release } = decide(withTask(titled()), replacing({ kind: 'value', value: ['x', 'y'] }), envWithPassive({}));
    expect(task(release, 't').definition).toMatchObject({ title: 'do x, y', uses: {} });
  });

  test.each<[string, Replacement, string]>([
    ['the other variable', toB, '${b}'],
    ['the last segment of an id', { kind: 'value', value: 'Applications/Release9' }, 'Release9'],
  ])('changes the target of a gate to %s', (_, by, target) => {
    const dependencies = [{ id: 'Dependency1', target: '${a}' }];
    const release = withTask({ type: 'GateTask', dependencies, uses: { dependencies: ['a'] } });
    const { definition } = task(decide(release, replacing(by), envWithPassive({})).release, 't');
    expect(definition.dependencies).toEqual([{ id: 'Dependency1', target }]);
  });

  test('changes the values of other variables', () => {
    const others = [
      variable('text', 'v${a}'),
      variable('list', ['${a}', 'x'], { type: 'ListStringVariable' }),
      variable('map', { k: '${a}' }, { type: 'MapStringStringVariable' }),
      variable('box', true, { type: 'BooleanVariable', valueProvider: { variable: '${a}' } }),
      variable('pass', 'sealed', { type: 'PasswordStringVariable', valueProvider: ['${a}'] }),
    ];
    const { release } = decide(withTask({}, ...others), replacing(toText), envWithPassive({}));
    expect(release.variables.slice(2).map(({ value, valueProvider }) => [value, valueProvider])).toEqual([
      ['vtext', null],
      [['text', 'x'], null],
      [{ k: 'text' }, null],
      [true, { variable: 'text' }],
      ['sealed', ['text']],
    ]);
  });

  test.each<[string, Replacement, readonly string[]]>([
    ['the other variable, once', toB, ['Variableb']],
    ['the remaining variables', toText, ['Variableb']],
    ['the remaining variables, for a global variable', { kind: 'variable', variable: 'global.x' }, ['Variableb']],
  ])('changes the inputs of a user input task to %s', (_, by, inputs) => {
    const release = withTask({ type: 'UserInputTask', inputs: ['Variablea', 'Variableb'] });
    expect(task(decide(release, replacing(by), envWithPassive({})).release, 't').definition.inputs).toEqual(inputs);
  });

  test('changes the values of the release to create, and the variable that receives its id', () => {
    const creation = {
      ...blankCreation,
      newReleaseTitle: 'to ${a}',
      folderId: '${a}',
      releaseTags: ['${a}'],
      templateVariables: [variable('v', '${a}')],
      createdReleaseId: '${a}',
    };
    const release = withTask({ type: 'CreateReleaseTask', creation, uses: { creation: ['a'] } });
    const created = (by: Replacement) =>
      task(decide(release, replacing(by), envWithPassive({})).release, 't').definition;
    expect(created(toB)).toMatchObject({
      uses: { creation: ['b'] },
      creation: { newReleaseTitle: 'to ${b}', templateId: null, folderId: '${b}', createdReleaseId: '${b}' },
    });
    expect(created(toText)).toMatchObject({
      uses: {},
      creation: { releaseTags: ['text'], templateVariables: [{ value: 'text' }], createdReleaseId: null },
    });
  });
});

describe('a field that is mapped to a variable', () => {
  const mapping = { title: '${a}', dueDate: '${a}', url: '${a}', 'server.name': '${a}', other: '${b}' };
  const release = withTask({ type: 'Script', variableMapping: mapping });
  const environment = envWithPassive({ properties: { url: 'old', server: { name: 'old', port: 1 } } });

  test('is mapped to the new variable', () => {
    const { definition } = task(decide(release, replacing(toB), environment).release, 't');
    expect(Object.values(definition.variableMapping)).toEqual(['${b}', '${b}', '${b}', '${b}', '${b}']);
  });

  test('gets the new value if it has the type of the field', () => {
    const { definition, passive } = task(decide(release, replacing(toText), environment).release, 't');
    expect(definition).toMatchObject({ title: 'text', dueDate: null, variableMapping: { other: '${b}' } });
    expect(passive).toEqual({
      kind: 'stored',
      changes: { properties: { url: 'text', server: { name: 'text', port: 1 } } },
    });
    const dated = decide(release, replacing({ kind: 'value', value: 5 }), environment).release;
    expect(task(dated, 't').definition.dueDate).toBe(5);
  });
});

describe('replacing a variable is', () => {
  test('not logged if the variable is unused', () => {
    const release = withTask({});
    expect(decide(release, replacing(toB)).release).toBe(release);
  });

  test('ignored in tasks that have ended', () => {
    const release = plan('PAUSED Build: t+ u.', { variables: [a, b], task: { t: titled() } });
    expect(decide(release, replacing(toB)).release).toBe(release);
  });

  test('possible in a task with no text except its title', () => {
    const environment = env({ data: { ...env().data, passives: new Map() } });
    const { release } = decide(withTask(titled()), replacing({ kind: 'variable', variable: 'global.x' }), environment);
    expect(keysIn(task(release, 't').definition.title)).toEqual(['global.x']);
  });

  test('rejected for a password by a value, which would be readable', () => {
    const secret = variable('a', 'sealed', { type: 'PasswordStringVariable' });
    const release = plan('Build: t.', { variables: [secret, b], task: { t: titled() } });
    expect(refusal(release, replacing(toText))).toBe(
      "Invalid: variable: password 'a' can only be replaced by a variable: a plain value would be readable",
    );
    expect(task(decide(release, replacing(toB), envWithPassive({})).release, 't').definition.title).toBe('do ${b}');
  });

  const noLocks = { caller: caller('amy', 'release#lock_task') } as const;
  test.each<[string, Replacement, TaskOverrides, string]>([
    [
      'with the same variable',
      { kind: 'variable', variable: 'a' },
      titled(),
      "Invalid: variable: 'a' cannot replace itself",
    ],
    [
      'with an unknown variable',
      { kind: 'variable', variable: 'c' },
      titled(),
      "Invalid: variable: there is no variable 'c'",
    ],
    [
      'in a locked task',
      toB,
      titled({ locked: true }),
      "Conflict: cannot replace a variable in task 'do ${a}' (Taskt) while it is locked",
    ],
  ])('rejected %s', (_, by, details, message) => {
    expect(refusal(withTask(details), { ...replacing(by), ...noLocks })).toBe(message);
  });
});
