import { describe, expect, test } from 'vitest';
import { blankAuthorship } from '../model/approval.ts';
import type { Dependency } from '../model/own-fields.ts';
import type { Release } from '../model/release.ts';
import { command, decide, env, task } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';
import { editsBetween } from '../testing/requested-plan.ts';
import type { RequestedCondition, RequestedPlan } from './requested-plan.ts';

const gate: TaskOverrides = {
  type: 'GateTask',
  conditions: ['one', 'two', 'three'].map((title) => ({ id: `GateCondition${title}`, title })),
  dependencies: ['x', 'y', 'z'].map((name) => ({ id: `Dependency${name}`, target: `Release${name}` })),
  run: { checked: ['GateConditiontwo'] },
};
const before = plan('Ship: a. gate. b.', { task: { gate } });
const environment = () =>
  env({
    data: { ...env().data, targets: new Map(['x', 'y', 'z', 'v'].map((name) => [`Release${name}`, 'open'])) },
  });
const wantedGate = (parts: { conditions?: readonly RequestedCondition[]; dependencies?: readonly Dependency[] }) =>
  ({
    phases: [{ id: 'PhaseShip', tasks: [{ id: 'Taska' }, { id: 'Taskgate', ...parts }, { id: 'Taskb' }] }],
  }) satisfies RequestedPlan;
const changed = (requested: RequestedPlan, from: Release = before) =>
  decide(from, command({ type: 'changePlan', edits: editsBetween(from, requested) }), environment());

describe('conditions', () => {
  const conditionLines = (release: Release) =>
    task(release, 'gate').definition.conditions.map(
      ({ id, title }) => `${id.slice(13)} ${title}${task(release, 'gate').run.checked.includes(id) ? '+' : ''}`,
    );
  const [first, second, third] = before.phases[0]!.tasks[1]!.definition.conditions as [
    RequestedCondition,
    RequestedCondition,
    RequestedCondition,
  ];
  const fresh = (title: string, checked?: boolean) => ({ id: '', title, ...(checked !== undefined && { checked }) });

  test.each<[string, readonly RequestedCondition[], readonly string[]]>([
    ['stay', [first, second, third], ['one one', 'two two+', 'three three']],
    ['go', [second], ['two two+']],
    [
      'are added at the requested position',
      [first, fresh('new'), second, third],
      ['one one', 'n1 new', 'two two+', 'three three'],
    ],
    [
      'are added checked',
      [fresh('new', true), first, second, third],
      ['n1 new+', 'one one', 'two two+', 'three three'],
    ],
    [
      'are added with the requested id',
      [first, second, { id: 'GateConditionmine', title: 'mine' }],
      ['one one', 'two two+', 'mine mine'],
    ],
    ['are renamed', [first, { ...second, title: 'second' }, third], ['one one', 'two second+', 'three three']],
    [
      'are checked and unchecked',
      [
        { ...first, checked: true },
        { ...second, checked: false },
        { ...third, checked: false },
      ],
      ['one one+', 'two two', 'three three'],
    ],
    ['move', [third, first, second], ['three three', 'one one', 'two two+']],
    ['without ids are matched by title', [fresh('three'), fresh('two')], ['three three', 'two two+']],
  ])('%s', (_, conditions, expected) => {
    const { release } = changed(wantedGate({ conditions }));
    expect(conditionLines(release)).toEqual(expected);
    expect(
      editsBetween(
        release,
        wantedGate({
          conditions: conditions.map((condition, index) => ({
            ...condition,
            id: task(release, 'gate').definition.conditions[index]!.id,
          })),
        }),
      ),
    ).toEqual([]);
  });

  test('that are only checked keep the approval valid', () => {
    const { release } = changed(wantedGate({ conditions: [{ ...first, checked: true }, second, third] }));
    expect(release.authorship).toEqual(blankAuthorship);
    expect(changed(wantedGate({ conditions: [first] })).release.authorship.revision).toBe(blankAuthorship.revision + 1);
  });

  test('are added to a task that becomes a gate, and ignored for other types', () => {
    const type = 'GateTask';
    const phases = [
      {
        id: 'PhaseShip',
        tasks: [
          { id: 'Taska', type, conditions: [fresh('new')], dependencies: [{ id: '', target: 'Releasev' }] },
          { id: 'Taskgate' },
          { id: 'Taskb', conditions: [first] },
        ],
      },
    ];
    const { release } = changed({ phases });
    expect(task(release, 'a').definition).toMatchObject({
      type,
      conditions: [{ title: 'new' }],
      dependencies: [{ target: 'Releasev' }],
    });
    expect(task(release, 'b').definition.conditions).toEqual([]);
  });

  test('of a gate are deleted when its type changes', () => {
    const phases = [
      {
        id: 'PhaseShip',
        tasks: [{ id: 'Taska' }, { id: 'Taskgate', type: 'Task', conditions: [first] }, { id: 'Taskb' }],
      },
    ];
    expect(task(changed({ phases }).release, 'gate').definition).toMatchObject({ type: 'Task', conditions: [] });
  });
});

test('a new gate is created with its conditions unchecked', () => {
  const conditions = [{ id: '', title: 'new', checked: true }];
  const phases = [{ id: 'PhaseNew', title: 'New', tasks: [{ id: 'Tasknew', type: 'GateTask', conditions }] }];
  const { release } = changed({ phases }, plan('TEMPLATE Ship: a.'));
  expect(task(release, 'new')).toMatchObject({ definition: { conditions: [{ title: 'new' }] }, run: { checked: [] } });
});

describe('dependencies', () => {
  const conditionLines = (release: Release) =>
    task(release, 'gate').definition.dependencies.map(({ id, target }) => `${id.slice(10)} ${target}`);
  const [x, y, z] = before.phases[0]!.tasks[1]!.definition.dependencies as [Dependency, Dependency, Dependency];

  test.each<[string, readonly Dependency[], readonly string[]]>([
    ['stay', [x, y, z], ['x Releasex', 'y Releasey', 'z Releasez']],
    ['go', [y], ['y Releasey']],
    [
      'are added at the requested position',
      [x, { id: '', target: 'Applications/Releasev' }, y, z],
      ['x Releasex', 'n1 Releasev', 'y Releasey', 'z Releasez'],
    ],
    ['are added with the requested id', [{ id: 'Dependencymine', target: 'Releasev' }], ['mine Releasev']],
    ['get another target', [x, { ...y, target: 'Releasev' }, z], ['x Releasex', 'y Releasev', 'z Releasez']],
    ['get a variable as their target', [{ id: '', target: '${late}' }], ['n1 ${late}']],
    ['move', [z, x, y], ['z Releasez', 'x Releasex', 'y Releasey']],
    [
      'without ids are matched by target',
      [
        { id: '', target: 'Releasez' },
        { id: '', target: 'Releasex' },
      ],
      ['z Releasez', 'x Releasex'],
    ],
    ['get a target in the same plan', [{ id: '', target: 'Taska' }], ['n1 Taska']],
  ])('%s', (_, dependencies, expected) => {
    expect(conditionLines(changed(wantedGate({ dependencies })).release)).toEqual(expected);
  });

  test('can have a new task of the same request as their target', () => {
    const phases = [
      {
        id: 'PhaseShip',
        tasks: [
          { id: 'Taska' },
          { id: 'Tasknew', title: 'new' },
          { id: 'Taskgate', dependencies: [{ id: '', target: 'Tasknew' }] },
          { id: 'Taskb' },
        ],
      },
    ];
    const edits = editsBetween(before, { phases });
    const targets = new Map([...(environment().data.targets ?? []), ['Tasknew', 'missing'] as const]);
    const { release } = decide(before, command({ type: 'changePlan', edits }), {
      ...environment(),
      data: { ...environment().data, targets },
    });
    expect(conditionLines(release)).toEqual(['n1 Tasknew']);
  });
});
