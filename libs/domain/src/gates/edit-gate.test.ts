import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import type { Replacement } from '../commands/variables/replace-variable.ts';
import { blankTaskPassive, type TargetState } from '../model/task.ts';
import { parseInput } from '../testing/examples.ts';
import { command, decide, env, log, refusal, task, variable } from '../testing/inputs.ts';
import { formatPlan, plan, type TaskOverrides } from '../testing/notation.ts';

const conditions = [
  { id: 'GateCondition1', title: 'approved' },
  { id: 'GateCondition2', title: 'tested' },
];
const gate: TaskOverrides = {
  type: 'GateTask',
  conditions,
  dependencies: [{ id: 'Dependency1', target: 'Releaseout' }],
};
const observed = { run: { observedTargets: { Dependency1: { target: 'Releaseout', state: 'open' } } } } as const;
const release = plan('Ship: gate> g.(inner. other.) z.', {
  task: { gate: { ...gate, ...observed }, inner: { type: 'GateTask' } },
});
const states: readonly (readonly [string, TargetState])[] = [
  ['Releaseout', 'open'],
  ['Taskfar', 'open'],
  ['Taskgone', 'missing'],
];
const environment = () => env({ data: { ...env().data, targets: new Map(states) } });
const decideOn = (request: Command) => decide(release, command(request), environment());
const refusalOf = (request: Command, in_ = release) => refusal(in_, command(request), environment());

describe('a condition', () => {
  test('is added, ticked or not', () => {
    const added = decideOn({ type: 'addCondition', taskId: 'Taskgate', title: 'signed', checked: false });
    expect(task(added.release, 'gate').definition.conditions.map(({ title }) => title)).toEqual([
      'approved',
      'tested',
      'signed',
    ]);
    expect(task(added.release, 'gate').run.checked).toEqual([]);
    expect(log(added)).toEqual(['GATE_CONDITION_CREATED gate']);
    const ticked = decideOn({ type: 'addCondition', taskId: 'Taskgate', title: 'signed', checked: true });
    expect(task(ticked.release, 'gate').run.checked).toHaveLength(1);
  });

  test('is ticked and unticked, and logs nothing if it is unchanged', () => {
    const tick = (checked: boolean): Command => ({ type: 'updateCondition', conditionId: 'GateCondition1', checked });
    const ticked = decideOn(tick(true));
    expect(task(ticked.release, 'gate').run.checked).toEqual(['GateCondition1']);
    expect(log(ticked)).toEqual(['GATE_CONDITION_FULFILLED gate']);
    const undone = decide(ticked.release, command(tick(false)), environment());
    expect(task(undone.release, 'gate').run.checked).toEqual([]);
    expect(log(undone)).toEqual(['GATE_CONDITION_UNFULFILLED gate']);
    expect(decideOn(tick(false)).release).toBe(release);
    expect(decideOn({ type: 'updateCondition', conditionId: 'GateCondition1' }).release).toBe(release);
  });

  test('is renamed, alone or with a tick', () => {
    const renamed = decideOn({ type: 'updateCondition', conditionId: 'GateCondition2', title: 'proven' });
    expect(task(renamed.release, 'gate').definition.conditions[1]).toEqual({ id: 'GateCondition2', title: 'proven' });
    expect(log(renamed)).toEqual(['GATE_CONDITION_UPDATED gate']);
    const both = decideOn({ type: 'updateCondition', conditionId: 'GateCondition1', title: 'x', checked: true });
    expect(log(both)).toEqual(['GATE_CONDITION_UPDATED gate', 'GATE_CONDITION_FULFILLED gate']);
    expect(decideOn({ type: 'updateCondition', conditionId: 'GateCondition1', title: 'approved' }).release).toBe(
      release,
    );
  });

  test('is deleted, and is no longer ticked', () => {
    const ticked = decideOn({ type: 'updateCondition', conditionId: 'GateCondition1', checked: true }).release;
    const deleted = decide(ticked, command({ type: 'deleteCondition', conditionId: 'GateCondition1' }), environment());
    expect(task(deleted.release, 'gate').definition.conditions.map(({ id }) => id)).toEqual(['GateCondition2']);
    expect(task(deleted.release, 'gate').run.checked).toEqual([]);
    expect(log(deleted)).toEqual(['GATE_CONDITION_DELETED gate']);
  });

  test.each<readonly [Command, string]>([
    [{ type: 'addCondition', taskId: 'Taskz', title: 'x', checked: false }, "Invalid: task 'z' (Taskz) is not a gate"],
    [
      { type: 'addCondition', taskId: 'Tasky', title: 'x', checked: false },
      "NotFound: there is no task 'Tasky' in release 'Release1'",
    ],
    [
      { type: 'updateCondition', conditionId: 'GateCondition9', checked: true },
      "NotFound: there is no condition 'GateCondition9' in release 'Release1'",
    ],
    [
      { type: 'deleteCondition', conditionId: 'GateCondition9' },
      "NotFound: there is no condition 'GateCondition9' in release 'Release1'",
    ],
  ])('is rejected: %j', (request, expected) => {
    expect(refusalOf(request)).toBe(expected);
  });

  test('of an ended gate cannot be changed', () => {
    const endedGate = plan('Ship: gate+ b>', { task: { gate } });
    expect(refusalOf({ type: 'updateCondition', conditionId: 'GateCondition1', checked: true }, endedGate)).toBe(
      "Conflict: cannot change a condition of task 'gate' (Taskgate) while it is COMPLETED",
    );
    expect(refusalOf({ type: 'deleteCondition', conditionId: 'GateCondition1' }, endedGate)).toBe(
      "Conflict: cannot delete a condition of task 'gate' (Taskgate) while it is COMPLETED",
    );
  });
});

describe('a dependency', () => {
  test.each([
    ['an external task', 'Taskfar', 'Taskfar'],
    ['an external task by its path', 'Applications/Folder1/Release2/Phase2/Taskfar', 'Taskfar'],
    ['a task of this release', 'Taskz', 'Taskz'],
    ['a variable', ' ${later} ', '${later}'],
  ])('is added on %s', (_, target, expected) => {
    const added = decideOn({ type: 'addDependency', taskId: 'Taskinner', target });
    expect(task(added.release, 'inner').definition.dependencies).toEqual([{ id: 'Dependencyn1', target: expected }]);
    expect(log(added)).toEqual(['DEPENDENCY_CREATED inner']);
  });

  test.each([
    ['an unknown target', 'Taskgone', "NotFound: there is no release, phase or task 'Taskgone'"],
    ['an invalid id', 'nonsense', "NotFound: there is no release, phase or task 'nonsense'"],
    ['a path with ..', '../Taskfar', "NotFound: there is no release, phase or task '../Taskfar'"],
    ['itself', 'Taskinner', "Invalid: gate 'Taskinner' cannot wait for 'Taskinner', which contains it"],
    ['its group', 'Taskg', "Invalid: gate 'Taskinner' cannot wait for 'Taskg', which contains it"],
    ['its phase', 'PhaseShip', "Invalid: gate 'Taskinner' cannot wait for 'PhaseShip', which contains it"],
    ['its release', 'Release1', "Invalid: gate 'Taskinner' cannot wait for 'Release1', which contains it"],
  ])('is rejected on %s', (_, target, expected) => {
    expect(refusalOf({ type: 'addDependency', taskId: 'Taskinner', target })).toBe(expected);
  });

  test('is rejected if it is a duplicate, or if the task is not a gate', () => {
    expect(refusalOf({ type: 'addDependency', taskId: 'Taskgate', target: 'Releaseout' })).toBe(
      "Conflict: gate 'gate' (Taskgate) already waits for 'Releaseout'",
    );
    expect(refusalOf({ type: 'addDependency', taskId: 'Taskz', target: 'Taskfar' })).toBe(
      "Invalid: task 'z' (Taskz) is not a gate",
    );
  });

  test('is deleted with its observed target', () => {
    const deleted = decideOn({ type: 'deleteDependency', dependencyId: 'Dependency1' });
    expect(task(deleted.release, 'gate').definition.dependencies).toEqual([]);
    expect(task(deleted.release, 'gate').run.observedTargets).toEqual({});
    expect(log(deleted)).toEqual(['DEPENDENCY_DELETED gate']);
    expect(refusalOf({ type: 'deleteDependency', dependencyId: 'Dependency9' })).toBe(
      "NotFound: there is no dependency 'Dependency9' in release 'Release1'",
    );
  });
});

describe('a replacement of the variable of a target', () => {
  const passives = new Map([['Taskw', blankTaskPassive]]);
  const waiting: TaskOverrides = {
    type: 'GateTask',
    dependencies: [{ id: 'Dependency2', target: '${old}' }],
    uses: { dependencies: ['old'] },
  };
  const variables = [variable('old', 'Taskx'), variable('new', 'Tasky')];
  const before = plan('Ship: a> w.', { variables, task: { w: waiting } });
  const dataEnv = env({ data: { ...env().data, passives } });

  test.each<readonly [string, Replacement, string, TaskOverrides['uses']]>([
    [
      'by another variable keeps a placeholder',
      { kind: 'variable', variable: 'new' },
      '${new}',
      { dependencies: ['new'] },
    ],
    ['by an id sets the target', { kind: 'value', value: 'Releasez/Phasez/Taskz' }, 'Taskz', {}],
    ['by an invalid id keeps the text', { kind: 'value', value: 'nonsense' }, 'nonsense', {}],
  ])('%s', (_, by, target, uses) => {
    const { definition } = task(
      decide(before, command({ type: 'replaceVariable', variableId: 'Variableold', by }), dataEnv).release,
      'w',
    );
    expect(definition.dependencies).toEqual([{ id: 'Dependency2', target }]);
    expect(definition.uses).toEqual(uses);
  });

  test('a gate with an invalid target fails without requesting data', () => {
    const lost = plan('Ship: a> w.', {
      task: { w: { ...waiting, dependencies: [{ id: 'Dependency2', target: 'x' }] } },
    });
    expect(formatPlan(decide(lost, parseInput('complete a'), env({ data: {} })).release)).toBe('FAILED Ship: a+ w!');
  });
});
