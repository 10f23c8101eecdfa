import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import { findTaskPosition } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { callerAt } from '../people/permission-holder.ts';
import { approve, gateRequiring, teamMember } from '../testing/approvals.ts';
import { applyInputs, env, onTask, refusal, variable } from '../testing/inputs.ts';
import { at, noon, plan, type TaskOverrides } from '../testing/notation.ts';
import {
  completionOptionsOf,
  isOverdue,
  missingPermissionsOf,
  missingTaskPermissions,
  taskActions,
  userTaskReason,
} from './waiting-tasks.ts';

const waiting = (release: Release, name = 'a', isLocked = false) => ({
  task: findTaskPosition(release, `Task${name}`)!.task,
  release,
  isLocked,
});
const reasonOf = (sketch: string, a: TaskOverrides = {}) =>
  textOf(userTaskReason(waiting(plan(sketch, { task: { a }, variables: [variable('v')] }))));

describe('a task waits for users', () => {
  const gate = { type: 'GateTask', owner: 'amy' };
  const on = (...ids: readonly string[]) => ids.map((id) => ({ id, target: 'Releaseout' }));
  test.each<[string, string, TaskOverrides, string]>([
    ['to complete it', 'B: a>', { owner: 'amy' }, "Task 'a' is in progress: amy has to complete it."],
    [
      'of a team, to fill in values',
      'B: a>',
      { type: 'UserInputTask', team: 'Ops' },
      "Task 'a' is in progress: a member of team 'Ops' has to fill in the values and complete it.",
    ],
    [
      'or for an event',
      'B: a>',
      { type: 'events.WaitForJsonEvent', owner: 'amy' },
      "Task 'a' waits for an event, or for amy to complete it.",
    ],
    [
      'to retry or skip it',
      'B: a!',
      { owner: 'amy', run: { failuresCount: 2 } },
      "Task 'a' has failed 2 times: amy has to retry or skip it.",
    ],
    [
      'for values',
      'B: a?',
      { owner: 'amy', uses: { description: ['v'] } },
      "Task 'a' needs a value for 'v', from amy.",
    ],
    ['as an empty gate', 'B: a>', gate, "Gate 'a' has no blockers: amy has to complete it."],
    [
      'as a gate with conditions and one dependency',
      'B: a>',
      { ...gate, conditions: [{ id: 'GateCondition1', title: 'signed' }], dependencies: on('Dependency1') },
      "Gate 'a' is closed: amy has to tick 1 condition ('signed'); it waits for 1 dependency.",
    ],
    [
      'as a gate with open dependencies',
      'B: a>',
      {
        ...gate,
        dependencies: on('Dependency1', 'Dependency2', 'Dependency3'),
        run: { observedTargets: { Dependency2: { target: 'Releaseout', state: 'done' } } },
      },
      "Gate 'a' is closed: it waits for 2 dependencies.",
    ],
  ])('%s', (_, sketch, details, sentence) => {
    expect(reasonOf(sketch, details)).toBe(sentence);
  });

  test('for approval', () => {
    const release = plan('Ship: a> b.', { task: { a: gateRequiring({ count: 2 }) } });
    expect(textOf(userTaskReason(waiting(applyInputs(release, env(), approve(teamMember('ann', 'QA'), 'a')))))).toBe(
      "Gate 'a' is closed: missing approvals: 1 of 2 from team 'QA'; given approvals: ann of team 'QA'.",
    );
  });
});

test('an open task is overdue from its due date on', () => {
  const of = (sketch: string, a: TaskOverrides) => isOverdue(waiting(plan(sketch, { task: { a } })).task, noon);
  expect([
    of('B: a>', { dueDate: noon }),
    of('B: a>', { dueDate: at('12:01') }),
    of('B: a>', {}),
    of('B: a+ b>', { dueDate: noon }),
  ]).toEqual([true, false, false, false]);
});

describe('the missing permissions of a user', () => {
  const reassignment = (permission: Permission) => ({ assign: permission, team: permission });
  const missingActionsOf = (
    permissions: readonly string[],
    { a = {}, isLocked = false }: { a?: TaskOverrides; isLocked?: boolean },
  ) => {
    const caller = callerAt({ username: 'bob', roles: [], permissions: [] }, [{ name: 'Ops', permissions }]);
    return missingPermissionsOf(caller, waiting(plan('B: a>', { task: { a } }), 'a', isLocked));
  };
  test.each<[string, readonly string[], Parameters<typeof missingActionsOf>[1], ReturnType<typeof missingActionsOf>]>([
    ['as owner of a task', [], { a: { owner: 'Bob' } }, reassignment('release#reassign_task')],
    ['as a member of its team', [], { a: { team: 'Ops' } }, reassignment('release#reassign_task')],
    ['with all required permissions', ['release#task_transition', 'release#reassign_task', 'release#view'], {}, {}],
    [
      'on a locked task',
      ['release#task_transition', 'release#reassign_task', 'release#view'],
      { isLocked: true },
      { ...reassignment('release#reassign_lock_task'), assignToMe: 'release#reassign_lock_task' },
    ],
    [
      'with permission to view only',
      ['release#view'],
      {},
      {
        complete: 'release#task_transition',
        fail: 'release#task_transition',
        skip: 'release#task_transition',
        retry: 'release#task_transition',
        ...reassignment('release#reassign_task'),
        assignToMe: 'release#task_transition',
      },
    ],
    [
      'without any permission',
      [],
      {},
      {
        complete: 'release#task_transition',
        fail: 'release#task_transition',
        skip: 'release#task_transition',
        retry: 'release#task_transition',
        approve: 'release#view',
        reject: 'release#view',
        comment: 'release#view',
        ...reassignment('release#reassign_task'),
        assignToMe: 'release#task_transition',
      },
    ],
  ])('%s', (_, permissions, taskOverrides, missing) => {
    expect(missingActionsOf(permissions, taskOverrides)).toEqual(missing);
  });
});

test.each([
  ['Task', true, false],
  ['GateTask', true, false],
  ['events.WaitForJsonEvent', true, true],
  ['CreateReleaseTask', false, true],
  ['SequentialGroup', false, false],
  ['acme.Deploy', true, true],
])('users can complete a running %s: %s, or abort it: %s', (type, endedByPeople, abortable) => {
  expect(completionOptionsOf(type)).toEqual({ endedByPeople, abortable });
  const running = plan('B: a>', { task: { a: { type } } });
  if (!endedByPeople) expect(refusal(running, onTask('failTask', 'a'))).toMatch(/^Conflict: cannot fail/);
  if (!abortable) expect(refusal(running, onTask('abortTask', 'a'))).toMatch(/^Conflict: cannot abort/);
});

describe('the permissions that a caller lacks on a task', () => {
  const missingOf = (
    permissions: readonly string[],
    a: TaskOverrides = {},
    { sketch = 'B: a>', isLocked = false } = {},
  ) => {
    const caller = callerAt({ username: 'bob', roles: [], permissions: [] }, [{ name: 'Ops', permissions }]);
    return missingTaskPermissions(caller, waiting(plan(sketch, { task: { a } }), 'a', isLocked));
  };
  const transitions = Object.fromEntries(
    [
      ...['completeTask', 'skipTask', 'failTask', 'retryTask', 'reopenTask', 'abortTask', 'startTaskNow'],
      ...['assignTask', 'updateCondition'],
    ].map((action) => [action, 'release#task_transition']),
  );
  const ofOthers = { reassignTask: 'release#reassign_task', changeDates: 'release#edit_task_dates' };

  test('are all permissions for a caller without any', () => {
    const all = missingOf(['release#view']);
    expect(all).toEqual({
      ...transitions,
      ...ofOthers,
      attachToTask: 'release#edit_task_attachments',
      answerInputs: 'release#edit',
    });
    expect(Object.keys(all).toSorted()).toEqual(taskActions.toSorted());
  });

  test.each<[string, TaskOverrides]>([
    ['its owner, case-insensitively', { owner: 'BOB' }],
    ['a member of its team', { team: 'Ops' }],
  ])('exclude permissions that participation grants to %s', (_, a) => {
    expect(missingOf([], a)).toEqual(ofOthers);
    expect(missingOf([], a, { isLocked: true })).toEqual({ ...ofOthers, reassignTask: 'release#reassign_lock_task' });
  });

  test('are empty if one of several sufficient permissions is granted', () => {
    const granted = ['release#task_transition', 'release#edit_task_attachments', 'release#reassign_task'];
    expect(missingOf([...granted, 'release#edit_task_dates'])).toEqual({});
    expect(missingOf(['release#advance_task_transition'])).not.toHaveProperty('completeTask');
    expect(missingOf(['release#advance_task_transition'])).toHaveProperty('failTask');
  });

  test('include input values of a task that is not running, even for its owner', () => {
    expect(missingOf([], { owner: 'bob' }, { sketch: 'B: x> a.' })).toHaveProperty('answerInputs');
    expect(missingOf([], { owner: 'bob' }, { sketch: 'B: a>' })).not.toHaveProperty('answerInputs');
  });
});
