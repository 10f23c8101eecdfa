import { describe, expect, test } from 'vitest';
import type { PlanEdit } from '../commands/plan-edits.ts';
import type { Release } from '../model/release.ts';
import { blankTaskPassive } from '../model/task.ts';
import { links, task, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { applyPlanChange, editsBetween, noPassives } from '../testing/requested-plan.ts';
import type { RequestedPlan, RequestedTask, StoredPassives } from './requested-plan.ts';

describe('a changed field', () => {
  const stored: StoredPassives = {
    ...noPassives,
    tasks: new Map([['Taska', { ...blankTaskPassive, description: 'old', properties: { one: { x: 1, y: [2] } } }]]),
  };
  const only = (requested: Partial<RequestedTask>): RequestedPlan => ({
    phases: [{ id: 'PhaseOne', tasks: [{ id: 'Taska', ...requested }] }],
  });
  const before = plan('TEMPLATE One: a.');

  test.each<[string, Partial<RequestedTask>, readonly PlanEdit[]]>([
    ['is updated if it differs', { title: 'b' }, [{ type: 'updateTask', taskId: 'Taska', patch: { title: 'b' } }]],
    ['is not updated if it is equal', { title: 'a', description: 'old' }, []],
    [
      'is updated if no rule reads it',
      { description: null },
      [{ type: 'updateTask', taskId: 'Taska', patch: { description: null } }],
    ],
    ['is not updated for another order of members', { properties: { one: { y: [2], x: 1 } } }, []],
    [
      'is updated for a list of another length',
      { properties: { one: { y: [2, 3], x: 1 } } },
      [{ type: 'updateTask', taskId: 'Taska', patch: { properties: { one: { y: [2, 3], x: 1 } } } }],
    ],
    [
      'is updated for other members',
      { properties: { one: { x: 1, z: [2] } } },
      [{ type: 'updateTask', taskId: 'Taska', patch: { properties: { one: { x: 1, z: [2] } } } }],
    ],
    [
      'is updated for an object instead of a list',
      { properties: { one: { x: 1, y: {} } } },
      [{ type: 'updateTask', taskId: 'Taska', patch: { properties: { one: { x: 1, y: {} } } } }],
    ],
    ['locks the task if it is locked', { locked: true }, [{ type: 'lockTask', taskId: 'Taska' }]],
    ['does nothing if it stays unlocked', { locked: false }, []],
    [
      'of a new type is updated after the type',
      { type: 'SequentialGroup', title: 'b' },
      [
        { type: 'changeTaskType', taskId: 'Taska', targetType: 'SequentialGroup' },
        { type: 'updateTask', taskId: 'Taska', patch: { title: 'b' } },
      ],
    ],
  ])('%s', (_, requested, edits) => {
    expect(editsBetween(before, only(requested), stored)).toEqual(edits);
  });

  test('of a locked task is changed after the task is unlocked', () => {
    const locked = plan('TEMPLATE One: a.', { task: { a: { locked: true } } });
    const { release } = applyPlanChange(locked, only({ locked: false, title: 'b' }));
    expect(task(release, 'a').definition).toMatchObject({ title: 'b', locked: false });
    expect(editsBetween(locked, only({ locked: true }))).toEqual([]);
  });

  test('of a phase or of the release is updated', () => {
    const requested: RequestedPlan = {
      patch: { title: 'Renamed', description: 'new', scriptUserPassword: '********' },
      phases: [{ id: 'PhaseOne', title: 'Uno', description: 'first' }],
    };
    expect(editsBetween(before, requested)).toEqual([
      { type: 'updateRelease', patch: { title: 'Renamed', description: 'new' }, proof: null },
      { type: 'updatePhase', phaseId: 'PhaseOne', patch: { title: 'Uno', description: 'first' } },
    ]);
    const same = { patch: { title: before.title }, phases: [{ id: 'PhaseOne', title: 'One', description: null }] };
    expect(editsBetween(before, same)).toEqual([]);
    const proof = { username: 'bob', tokenId: null };
    expect(editsBetween(before, { proof })).toEqual([{ type: 'updateRelease', patch: {}, proof }]);
  });
});

describe('links', () => {
  const tasks = (...names: readonly string[]) => names.map((name) => ({ id: `Task${name}` }));
  const group = (requested: Partial<RequestedTask>): RequestedPlan => ({
    phases: [{ id: 'PhaseOne', tasks: [{ id: 'Taskg', ...requested }, { id: 'Taskz' }] }],
  });
  const before = plan('TEMPLATE One: g.[a. b. c.] z.', { task: { g: { links: links('a>b b>c') } } });
  const arrows = (release: Release, name = 'g') =>
    task(release, name).definition.links.map(({ source, target }) => `${source.slice(4)}>${target.slice(4)}`);

  test('keep their ids if they are requested', () => {
    const { release } = applyPlanChange(
      before,
      group({ links: [...links('c>a'), { id: '', source: 'Taska', target: 'Taskb' }] }),
    );
    expect(arrows(release)).toEqual(['c>a', 'a>b']);
    expect(task(release, 'g').definition.links[1]?.id).toBe('Linkab');
    expect(editsBetween(before, group({ links: links('b>c a>b') }))).toEqual([]);
  });

  test('are deleted with their task, and remain when it moves within its group', () => {
    expect(arrows(applyPlanChange(before, group({ tasks: tasks('c', 'a') })).release)).toEqual([]);
    expect(arrows(applyPlanChange(before, group({ tasks: tasks('c', 'a', 'b') })).release)).toEqual(['a>b', 'b>c']);
  });

  test('of a new group include tasks that are moved into it', () => {
    const requested: RequestedPlan = {
      phases: [
        {
          id: 'PhaseOne',
          tasks: [
            { id: 'Taskg' },
            {
              id: 'Tasknew',
              type: 'ParallelGroup',
              title: 'new',
              tasks: tasks('z', 'x', 'y'),
              links: links('z>x x>y'),
            },
          ],
        },
      ],
    };
    const { release } = applyPlanChange(before, requested);
    expect(arrows(release, 'new')).toEqual(['z>x', 'x>y']);
    expect(editsBetween(release, requested)).toEqual([]);
  });
});

describe('variables', () => {
  const before = plan('TEMPLATE One: a.', { variables: [variable('x', '1'), variable('y', '2')] });
  const requested = (...variables: NonNullable<RequestedPlan['variables']>): RequestedPlan => ({ variables });
  const x = { id: 'Variablex', key: 'x', type: 'StringVariable' } as const;
  const y = { key: '${y}', type: 'StringVariable', value: '2' } as const;

  test('are not replaced if they are equal', () => {
    expect(editsBetween(before, requested(x, y))).toEqual([]);
  });

  test.each([
    ['one is removed', requested(x)],
    ['one has another value', requested(x, { ...y, value: '3' })],
    ['one has another type', requested(x, { ...y, type: 'ListStringVariable', value: [] })],
    ['one has another key', requested(x, { ...y, key: 'z' })],
    ['their order differs', requested(y, x)],
  ])('are replaced if %s', (_, plan_) => {
    expect(editsBetween(before, plan_)).toEqual([{ type: 'replaceVariables', variables: plan_.variables }]);
  });
});
