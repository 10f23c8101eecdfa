import { describe, expect, test } from 'vitest';
import type { Command } from '../decision/inputs.ts';
import type { Replacement } from '../decision/plan-commands.ts';
import { blankTaskPassive, type TargetState } from '../model/task.ts';
import { say } from '../testing/examples.ts';
import { command, decided, env, log, refusal, task, variable } from '../testing/inputs.ts';
import { type Details, plan, show } from '../testing/notation.ts';

const conditions = [
  { id: 'GateCondition1', title: 'approved' },
  { id: 'GateCondition2', title: 'tested' },
];
const gate: Details = { type: 'GateTask', conditions, dependencies: [{ id: 'Dependency1', target: 'Releaseout' }] };
const seen = { run: { observedTargets: { Dependency1: { target: 'Releaseout', state: 'open' } } } } as const;
const release = plan('Ship: gate> g.(inner. other.) z.', {
  task: { gate: { ...gate, ...seen }, inner: { type: 'GateTask' } },
});
const states: readonly (readonly [string, TargetState])[] = [
  ['Releaseout', 'open'],
  ['Taskfar', 'open'],
  ['Taskgone', 'missing'],
];
const world = () => env({ world: { ...env().world, targets: new Map(states) } });
const act = (asked: Command) => decided(release, command(asked), world());
const why = (asked: Command, in_ = release) => refusal(in_, command(asked), world());

describe('a condition', () => {
  test('is added, ticked or not', () => {
    const added = act({ type: 'addCondition', taskId: 'Taskgate', title: 'signed', checked: false });
    expect(task(added.release, 'gate').definition.conditions.map(({ title }) => title)).toEqual([
      'approved',
      'tested',
      'signed',
    ]);
    expect(task(added.release, 'gate').run.checked).toEqual([]);
    expect(log(added)).toEqual(['GATE_CONDITION_CREATED gate']);
    const ticked = act({ type: 'addCondition', taskId: 'Taskgate', title: 'signed', checked: true });
    expect(task(ticked.release, 'gate').run.checked).toHaveLength(1);
  });

  test('is ticked and unticked, and quiet when it is so already', () => {
    const tick = (checked: boolean): Command => ({ type: 'updateCondition', conditionId: 'GateCondition1', checked });
    const ticked = act(tick(true));
    expect(task(ticked.release, 'gate').run.checked).toEqual(['GateCondition1']);
    expect(log(ticked)).toEqual(['GATE_CONDITION_FULFILLED gate']);
    const undone = decided(ticked.release, command(tick(false)), world());
    expect(task(undone.release, 'gate').run.checked).toEqual([]);
    expect(log(undone)).toEqual(['GATE_CONDITION_UNFULFILLED gate']);
    expect(act(tick(false)).release).toBe(release);
    expect(act({ type: 'updateCondition', conditionId: 'GateCondition1' }).release).toBe(release);
  });

  test('is renamed, alone or with a tick', () => {
    const renamed = act({ type: 'updateCondition', conditionId: 'GateCondition2', title: 'proven' });
    expect(task(renamed.release, 'gate').definition.conditions[1]).toEqual({ id: 'GateCondition2', title: 'proven' });
    expect(log(renamed)).toEqual(['GATE_CONDITION_UPDATED gate']);
    const both = act({ type: 'updateCondition', conditionId: 'GateCondition1', title: 'x', checked: true });
    expect(log(both)).toEqual(['GATE_CONDITION_UPDATED gate', 'GATE_CONDITION_FULFILLED gate']);
    expect(act({ type: 'updateCondition', conditionId: 'GateCondition1', title: 'approved' }).release).toBe(release);
  });

  test('is deleted with its tick', () => {
    const ticked = act({ type: 'updateCondition', conditionId: 'GateCondition1', checked: true }).release;
    const gone = decided(ticked, command({ type: 'deleteCondition', conditionId: 'GateCondition1' }), world());
    expect(task(gone.release, 'gate').definition.conditions.map(({ id }) => id)).toEqual(['GateCondition2']);
    expect(task(gone.release, 'gate').run.checked).toEqual([]);
    expect(log(gone)).toEqual(['GATE_CONDITION_DELETED gate']);
  });

  test.each<readonly [Command, string]>([
    [{ type: 'addCondition', taskId: 'Taskz', title: 'x', checked: false }, "Invalid: task 'z' (Taskz) is no gate"],
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
  ])('is refused: %j', (asked, expected) => {
    expect(why(asked)).toBe(expected);
  });

  test('of a gate that is over stays as it is', () => {
    const over = plan('Ship: gate+ b>', { task: { gate } });
    expect(why({ type: 'updateCondition', conditionId: 'GateCondition1', checked: true }, over)).toBe(
      "Conflict: cannot change a condition of task 'gate' (Taskgate) while it is COMPLETED",
    );
    expect(why({ type: 'deleteCondition', conditionId: 'GateCondition1' }, over)).toBe(
      "Conflict: cannot delete a condition of task 'gate' (Taskgate) while it is COMPLETED",
    );
  });
});

describe('a dependency', () => {
  test.each([
    ['a task elsewhere', 'Taskfar', 'Taskfar'],
    ['a task elsewhere by its path', 'Applications/Folder1/Release2/Phase2/Taskfar', 'Taskfar'],
    ['a task of this release', 'Taskz', 'Taskz'],
    ['a variable', ' ${later} ', '${later}'],
  ])('is added on %s', (_, target, expected) => {
    const added = act({ type: 'addDependency', taskId: 'Taskinner', target });
    expect(task(added.release, 'inner').definition.dependencies).toEqual([{ id: 'Dependencyn1', target: expected }]);
    expect(log(added)).toEqual(['DEPENDENCY_CREATED inner']);
  });

  test.each([
    ['what does not exist', 'Taskgone', "NotFound: there is no release, phase or task 'Taskgone'"],
    ['what is no id', 'nonsense', "NotFound: there is no release, phase or task 'nonsense'"],
    ['a path that climbs', '../Taskfar', "NotFound: there is no release, phase or task '../Taskfar'"],
    ['itself', 'Taskinner', "Invalid: gate 'Taskinner' cannot wait for 'Taskinner', which contains it"],
    ['its group', 'Taskg', "Invalid: gate 'Taskinner' cannot wait for 'Taskg', which contains it"],
    ['its phase', 'PhaseShip', "Invalid: gate 'Taskinner' cannot wait for 'PhaseShip', which contains it"],
    ['its release', 'Release1', "Invalid: gate 'Taskinner' cannot wait for 'Release1', which contains it"],
  ])('is refused on %s', (_, target, expected) => {
    expect(why({ type: 'addDependency', taskId: 'Taskinner', target })).toBe(expected);
  });

  test('is refused twice, and on what is no gate', () => {
    expect(why({ type: 'addDependency', taskId: 'Taskgate', target: 'Releaseout' })).toBe(
      "Conflict: gate 'gate' (Taskgate) waits for 'Releaseout' already",
    );
    expect(why({ type: 'addDependency', taskId: 'Taskz', target: 'Taskfar' })).toBe(
      "Invalid: task 'z' (Taskz) is no gate",
    );
  });

  test('is deleted with what was seen of it', () => {
    const gone = act({ type: 'deleteDependency', dependencyId: 'Dependency1' });
    expect(task(gone.release, 'gate').definition.dependencies).toEqual([]);
    expect(task(gone.release, 'gate').run.observedTargets).toEqual({});
    expect(log(gone)).toEqual(['DEPENDENCY_DELETED gate']);
    expect(why({ type: 'deleteDependency', dependencyId: 'Dependency9' })).toBe(
      "NotFound: there is no dependency 'Dependency9' in release 'Release1'",
    );
  });
});

describe('when the variable that names a target is replaced', () => {
  const passives = new Map([['Taskw', blankTaskPassive]]);
  const waiting: Details = {
    type: 'GateTask',
    dependencies: [{ id: 'Dependency2', target: '${old}' }],
    uses: { dependencies: ['old'] },
  };
  const variables = [variable('old', 'Taskx'), variable('new', 'Tasky')];
  const before = plan('Ship: a> w.', { variables, task: { w: waiting } });
  const known = env({ world: { ...env().world, passives } });

  test.each<readonly [string, Replacement, string, Details['uses']]>([
    ['by another, it names the target', { kind: 'variable', variable: 'new' }, '${new}', { dependencies: ['new'] }],
    ['by an id, that is the target', { kind: 'value', value: 'Releasez/Phasez/Taskz' }, 'Taskz', {}],
    ['by nonsense, that names nothing', { kind: 'value', value: 'nonsense' }, 'nonsense', {}],
  ])('%s', (_, by, target, uses) => {
    const { definition } = task(
      decided(before, command({ type: 'replaceVariable', variableId: 'Variableold', by }), known).release,
      'w',
    );
    expect(definition.dependencies).toEqual([{ id: 'Dependency2', target }]);
    expect(definition.uses).toEqual(uses);
  });

  test('a gate with an invalid target fails without requesting data', () => {
    const lost = plan('Ship: a> w.', {
      task: { w: { ...waiting, dependencies: [{ id: 'Dependency2', target: 'x' }] } },
    });
    expect(show(decided(lost, say('complete a'), env({ world: {} })).release)).toBe('FAILED Ship: a+ w!');
  });
});
