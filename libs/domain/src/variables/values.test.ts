import { describe, expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import { textOf } from '../messages/english.ts';
import { Invalid } from '../model/errors.ts';
import type { Variable, VariableType, VariableValue } from '../model/variable.ts';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, command, decide, env, log, refusal, task, variable } from '../testing/inputs.ts';
import { formatPlan, plan, type TaskOverrides } from '../testing/notation.ts';
import { isEmpty, unsuitableReason, valueFor, valueToScripts } from './values.ts';

const uses = (...keys: readonly string[]): TaskOverrides => ({ uses: { description: keys } });
const optional = { requiresValue: false };
const values = (details: TaskOverrides, variables: readonly Variable[], environment = env()) =>
  task(
    decide(plan('Build: a> b.', { task: { b: details }, variables }), parseInput('complete a'), environment).release,
    'b',
  ).run.values;

describe('a value is converted to its type', () => {
  test.each<readonly [VariableType, unknown, unknown]>([
    ['StringVariable', 'x', 'x'],
    ['StringVariable', 5, '5'],
    ['StringVariable', true, 'true'],
    ['StringVariable', '', ''],
    ['PasswordStringVariable', 'sealed', 'sealed'],
    ['ReferenceVariable', 'Releasex', 'Releasex'],
    ['ListStringVariable', ['a', 'a'], ['a', 'a']],
    ['ListStringVariable', ['x', 5, true], ['x', '5', 'true']],
    ['SetStringVariable', ['a', 'b', 'a'], ['a', 'b']],
    ['SetStringVariable', ['1', 1], ['1']],
    ['MapStringStringVariable', { a: 'b', c: 5 }, { a: 'b', c: '5' }],
    ['BooleanVariable', true, true],
    ['BooleanVariable', 'true', true],
    ['BooleanVariable', 'false', false],
    ['BooleanVariable', 'True', true],
    ['BooleanVariable', ' FALSE ', false],
    ['BooleanVariable', '', null],
    ['IntegerVariable', 5, 5],
    ['IntegerVariable', '-5', -5],
    ['IntegerVariable', ' 3', 3],
    ['IntegerVariable', '+007', 7],
    ['IntegerVariable', '', null],
    ['ListStringVariable', '', null],
    ['SetStringVariable', '', null],
    ['MapStringStringVariable', '', null],
    ['DateVariable', '', null],
    ['DateVariable', '2030-01-01T12:00:00Z', Date.parse('2030-01-01T12:00:00Z')],
    ['DateVariable', 0, 0],
    ['DateVariable', null, null],
    ['DateVariable', undefined, null],
  ])('%s accepts %j', (type, raw, expected) => {
    expect([valueFor('k', type, raw), unsuitableReason('k', type, raw)]).toEqual([expected, null]);
  });

  test.each<readonly [VariableType, unknown, string]>([
    ['StringVariable', ['x'], 'a text'],
    ['PasswordStringVariable', { a: 'secret' }, 'a text'],
    ['ReferenceVariable', [], 'a text'],
    ['ListStringVariable', ['x', ['y']], 'an array of texts'],
    ['ListStringVariable', 'x', 'an array of texts'],
    ['SetStringVariable', [null], 'an array of texts'],
    ['SetStringVariable', 'x', 'an array of texts'],
    ['MapStringStringVariable', { a: null }, 'an object of texts'],
    ['MapStringStringVariable', ['a'], 'an object of texts'],
    ['MapStringStringVariable', 'a', 'an object of texts'],
    ['BooleanVariable', 'yes', 'true or false'],
    ['IntegerVariable', 1.5, 'a whole number'],
    ...'abc,1e400,1e3,1e+21,0x10,0b11,0o17,1_000,5.0,5.,- 5,++5,Infinity,٣, '
      .split(',')
      .map((raw) => ['IntegerVariable', raw, 'a whole number'] as const),
    ['IntegerVariable', ['1'], 'a whole number'],
    ...[2 ** 53, 1e21, -(2n ** 63n), ' 9007199254740992 '].map(
      (raw) => ['IntegerVariable', raw, 'a whole number from -9007199254740991 to 9007199254740991'] as const,
    ),
    ['DateVariable', 'tomorrow', 'a date with an offset, or epoch milliseconds'],
    ['DateVariable', Number.NaN, 'a date with an offset, or epoch milliseconds'],
  ])('%s rejects %j without its value in the message', (type, raw, expected) => {
    expect(() => valueFor('k', type, raw)).toThrow(new Invalid(`variables.k: expected ${expected}`));
    const reason = unsuitableReason('k', type, raw);
    expect(reason && textOf(reason)).toBe(`variables.k: expected ${expected}`);
  });

  test.each([
    [null, true],
    ['', true],
    [[], true],
    [{}, true],
    [0, false],
    [false, false],
    ['x', false],
    [['x'], false],
    [{ a: '' }, false],
  ])('%j is empty: %s', (value, expected) => {
    expect(isEmpty(value)).toBe(expected);
  });
});

describe('the variable values of a task that starts', () => {
  test('are frozen: a later change affects only planned tasks', () => {
    const started = applyInputs(
      plan('Build: z> a. b.', { task: { a: uses('v'), b: uses('v') }, variables: [variable('v', '1')] }),
      env(),
      parseInput('complete z'),
    );
    const change = command({ type: 'updateVariable', variableId: 'Variablev', patch: { value: '2' } });
    const later = applyInputs(started, env(), change, parseInput('complete a'));
    expect([task(later, 'a').run.values, task(later, 'b').run.values]).toEqual([{ v: '1' }, { v: '2' }]);
  });

  test('are not frozen for a user input task, which always shows the current values', () => {
    expect(values({ ...uses('v'), type: 'UserInputTask' }, [variable('v', '1')])).toBe(null);
  });

  test('are updated by a retry', () => {
    const failed = plan('Build: a!', {
      task: { a: { ...uses('v'), run: { values: { v: '1' } } } },
      variables: [variable('v', '2')],
    });
    expect(task(decide(failed, parseInput('retry a')).release, 'a').run.values).toEqual({ v: '2' });
  });

  test('are a mask for a password, and empty for an unset variable', () => {
    const password = variable('p', 'sealed', { type: 'PasswordStringVariable' });
    expect(values(uses('p', 'nobody'), [password])).toEqual({ p: '********' });
  });

  test('have their placeholders replaced, independent of their order', () => {
    const chain = [variable('a', 'is ${b}'), variable('b', '${c}!'), variable('c', 'c')];
    expect(values(uses('a'), chain)).toEqual({ a: 'is c!' });
    expect(values(uses('b', 'a'), chain)).toEqual({ b: 'c!', a: 'is c!' });
  });

  test('keep circular placeholders', () => {
    expect(values(uses('a'), [variable('a', '${b}'), variable('b', '${a}')])).toEqual({ a: '${b}' });
    expect(values(uses('a'), [variable('a', 'x${a}')])).toEqual({ a: 'xx${a}' });
  });

  test('are unchanged without interpolation, and if they are not texts', () => {
    const raw = [variable('a', '${b}', { preventInterpolation: true }), variable('b', 'b'), variable('l', ['${b}'])];
    expect(values(uses('a', 'l'), raw)).toEqual({ a: '${b}', l: ['${b}'] });
  });

  test('are resolved in linear time', () => {
    const doubling = Array.from({ length: 60 }, (_, n) => variable(`v${n}`, `\${v${n + 1}}\${v${n + 1}}`));
    const text = String(values(uses('v0'), [...doubling, variable('v60', 'x')])?.v0);
    expect(text.length).toBeLessThan(2_000_000);
    const pairs = Array.from({ length: 60 }, (_, n) => [
      variable(`a${n}`, `\${a${n + 1}}\${b${n + 1}}`),
      variable(`b${n}`, `\${b${n + 1}}\${a${n + 1}}`),
    ]).flat();
    expect(String(values(uses('a0'), pairs)?.a0).length).toBeLessThan(2_000_000);
  });

  test('require global and folder variables', () => {
    const release = plan('Build: a> b.', { task: { b: uses('global.site', 'folder.team', 'global.gone') } });
    expect(handle(release, parseInput('complete a'), env({ data: {} }))).toEqual({
      kind: 'missingData',
      requirements: [{ kind: 'variables' }],
    });
    const shared = new Map(
      [variable('global.site', 'x'), variable('folder.team', 'y')].map((variable) => [variable.key, variable]),
    );
    const started = applyInputs(release, env({ data: { variables: shared } }), parseInput('complete a'));
    expect(task(started, 'b').run.values).toEqual({ 'global.site': 'x', 'folder.team': 'y' });
  });

  test('replace fields by variableMapping', () => {
    const mapping = { owner: '${v}', title: '${nobody}', team: 'plain', tags: '${constructor}' };
    const release = plan('Build: a> b.', {
      task: { b: { variableMapping: mapping } },
      variables: [variable('v', 'bob')],
    });
    const { run } = task(decide(release, parseInput('complete a')).release, 'b');
    expect(run.mapped).toEqual({ owner: 'bob' });
    expect(run.values).toEqual({ v: 'bob' });
    expect(task(decide(plan('Build: a> b.'), parseInput('complete a')).release, 'b').run.mapped).toBe(null);
  });
});

describe('a required variable without a value', () => {
  const waits = (details: TaskOverrides, ...variables: readonly Variable[]) =>
    formatPlan(decide(plan('Build: a> b.', { task: { b: details }, variables }), parseInput('complete a')).release);

  test.each([
    ['that a task uses makes it wait', uses('v'), [variable('v')], 'b?'],
    ['that a field is mapped to makes it wait', { variableMapping: { owner: '${v}' } }, [variable('v')], 'b?'],
    ['that no task uses does not', uses('w'), [variable('v')], 'b>'],
    ['that is not required does not', uses('v'), [variable('v', null, optional)], 'b>'],
    [
      'that the task itself requests does not',
      { ...uses('v'), type: 'UserInputTask', inputs: ['Variablev'] },
      [variable('v')],
      'b>',
    ],
    ['an empty list counts', uses('v'), [variable('v', [], { type: 'ListStringVariable' })], 'b?'],
  ])('%s', (_, details, variables, expected) => {
    expect(waits(details, ...variables)).toBe(`IN_PROGRESS Build: a+ ${expected}`);
  });

  const requesting = applyInputs(
    plan('Build: a> b.', { task: { b: uses('v', 'w') }, variables: [variable('v'), variable('w'), variable('x', '')] }),
    env(),
    parseInput('complete a'),
  );
  const start = (values: Readonly<Record<string, string>>) =>
    command({ type: 'startTask', taskId: 'Taskb', values: values });

  test('can be set at the start of a task', () => {
    const outcome = decide(requesting, start({ v: '1', '${w}': '2' }));
    expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Build: a+ b>');
    expect(task(outcome.release, 'b').run.values).toEqual({ v: '1', w: '2' });
    expect(log(outcome)).toEqual([
      'RELEASE_VARIABLE_VALUE_UPDATED 1',
      'RELEASE_VARIABLE_VALUE_UPDATED 1',
      'TASK_STARTED b',
    ]);
  });

  test('can be edited, and the task starts when the last value is set', () => {
    const changeValue = (key: string) =>
      command({ type: 'updateVariable', variableId: `Variable${key}`, patch: { value: 'x' } });
    expect(formatPlan(applyInputs(requesting, env(), changeValue('v')))).toBe('IN_PROGRESS Build: a+ b?');
    expect(formatPlan(applyInputs(requesting, env(), changeValue('v'), changeValue('w')))).toBe(
      'IN_PROGRESS Build: a+ b>',
    );
    const deletion = (key: string) => command({ type: 'deleteVariable', variableId: `Variable${key}` });
    expect(formatPlan(applyInputs(requesting, env(), changeValue('v'), deletion('w')))).toBe(
      'IN_PROGRESS Build: a+ b>',
    );
  });

  test.each([
    [start({ v: '1' }), "Conflict: cannot start task 'Taskb': w has no value"],
    [start({}), "Conflict: cannot start task 'Taskb': v, w have no value"],
    [start({ nobody: '1' }), "Invalid: variables: there is no variable 'nobody'"],
    [
      command({ type: 'startTask', taskId: 'Taska', values: {} }),
      "Conflict: cannot start task 'a' (Taska) while it is COMPLETED",
    ],
  ])('a start is rejected: %#', (input, message) => {
    expect(refusal(requesting, input)).toBe(message);
  });

  test('prevents the start of a release that requires it', () => {
    const release = plan('Build: a.', {
      variables: [variable('v'), variable('w'), variable('x', 'x'), variable('y', null, { showOnReleaseStart: false })],
    });
    expect(refusal(release, parseInput('start'))).toBe("Conflict: cannot start release 'Release1': v, w have no value");
  });
});

test.each<readonly [VariableType, VariableValue, VariableValue]>([
  ['ListStringVariable', null, []],
  ['SetStringVariable', null, []],
  ['MapStringStringVariable', null, {}],
  ['StringVariable', null, null],
  ['ListStringVariable', ['a'], ['a']],
])('a %s with the value %j is %j in scripts', (type, value, scriptValue) => {
  expect(valueToScripts({ type, value })).toEqual(scriptValue);
});
