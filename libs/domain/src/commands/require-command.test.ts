import { describe, expect, test } from 'vitest';
import { contextFor } from '../decision/context.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import { callerWith, outcomeOf, viewer } from '../testing/callers.ts';
import { command, env, refusal } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';
import type { Command } from './registry.ts';
import { requireCommand } from './require-command.ts';

const taskOf: TaskOverrides = { owner: 'Bob', team: 'Ops' };
const gate: TaskOverrides = { ...taskOf, type: 'GateTask', conditions: [{ id: 'GateCondition1', title: 'c' }] };

describe('the progress of a task', () => {
  const running = plan('Build: a> b.', { task: { a: taskOf, b: taskOf } });
  const verb = (type: 'completeTask' | 'skipTask' | 'failTask', taskId = 'Taska'): Command => ({ type, taskId });

  test('can be changed by its owner, by members of its team, and with the permission for tasks of others', () => {
    for (const type of ['completeTask', 'skipTask', 'failTask'] as const) {
      expect(outcomeOf(running, verb(type), callerWith([], [], 'BOB'))).toBe('done');
      expect(outcomeOf(running, verb(type), callerWith([], ['Ops']))).toBe('done');
      expect(outcomeOf(running, verb(type), viewer('release#task_transition'))).toBe('done');
      expect(outcomeOf(running, verb(type), viewer('release#edit', 'release#advance_task_transition'))).toBe(
        'release#task_transition',
      );
    }
  });

  test('in advance requires only the permission for transitions in advance', () => {
    for (const type of ['completeTask', 'skipTask'] as const) {
      expect(outcomeOf(running, verb(type, 'Taskb'), viewer('release#advance_task_transition'))).toBe('done');
      expect(outcomeOf(running, verb(type, 'Taskb'), callerWith([], ['Ops']))).toBe('done');
      expect(outcomeOf(running, verb(type, 'Taskb'), viewer())).toBe('release#task_transition');
    }
    const decidedAhead = plan('Build: a> b=', { task: { b: taskOf } });
    const reopen: Command = { type: 'reopenTask', taskId: 'Taskb' };
    expect(outcomeOf(decidedAhead, reopen, viewer('release#advance_task_transition'))).toBe('done');
    expect(outcomeOf(decidedAhead, reopen, viewer())).toBe('release#task_transition');
  });

  test('is refused like an unknown id without the permission to view the task', () => {
    expect(outcomeOf(running, verb('completeTask'), callerWith([]))).toBe("hidden: there is no task 'Taska'");
    expect(outcomeOf(running, verb('completeTask'), callerWith(['template#view'], ['Dev']))).toBe(
      "hidden: there is no task 'Taska'",
    );
  });

  test('ignores owners and teams in a template', () => {
    const template = plan('TEMPLATE Build: a.', { task: { a: taskOf } });
    const comment: Command = { type: 'commentTask', taskId: 'Taska', comment: 'x' };
    expect(outcomeOf(template, comment, callerWith(['template#view'], ['Ops'], 'bob'))).toBe('template#edit');
    expect(outcomeOf(template, comment, callerWith(['template#edit']))).toBe('done');
  });
});

describe('the comments and assignment of a task', () => {
  const running = plan('Build: a>', { owner: 'Zoe', task: { a: taskOf } });
  const comment: Command = { type: 'commentTask', taskId: 'Taska', comment: 'x' };

  test.each([
    ['a user with the permission to view the release', viewer(), 'done'],
    ['the owner of the release', callerWith([], [], 'zoe'), 'done'],
    ['a participant of the task', callerWith([], ['Ops']), 'done'],
    ['no other user', callerWith([]), "hidden: there is no task 'Taska'"],
  ])('by %s', (_, by, expected) => {
    expect(outcomeOf(running, comment, by)).toBe(expected);
  });
});

describe('a missing task', () => {
  const running = plan('COMPLETED Build: a+');
  const edit: Command = { type: 'deleteTask', taskId: 'Tasknone' };
  const untick: Command = { type: 'deleteCondition', conditionId: 'GateConditionnone' };

  test('does not reveal the release or its status without the permission to view it', () => {
    expect(outcomeOf(running, edit, callerWith([]))).toBe("hidden: there is no release 'Release1'");
    expect(outcomeOf(running, untick, callerWith([]))).toBe("hidden: there is no release 'Release1'");
    expect(outcomeOf(running, { type: 'deleteDependency', dependencyId: 'Dependencynone' }, callerWith([]))).toBe(
      "hidden: there is no release 'Release1'",
    );
  });

  test('is refused with the status of the release or as unknown to viewers', () => {
    expect(refusal(running, command(edit, viewer()))).toContain('is COMPLETED');
    expect(outcomeOf(plan('Build: a>'), edit, viewer())).toBe(
      "hidden: there is no task 'Tasknone' in release 'Release1'",
    );
  });
});

describe('a condition', () => {
  const open = plan('Build: a>', { task: { a: gate } });
  const change = (fields: { title?: string; checked?: boolean }): Command => ({
    type: 'updateCondition',
    conditionId: 'GateCondition1',
    ...fields,
  });

  test('can be checked by participants, and renamed with the permission to edit tasks', () => {
    expect(outcomeOf(open, change({ checked: true }), callerWith([], ['Ops']))).toBe('done');
    expect(outcomeOf(open, change({ checked: true }), viewer('release#task_transition'))).toBe('done');
    expect(outcomeOf(open, change({ checked: true }), viewer())).toBe('release#task_transition');
    expect(outcomeOf(open, change({ title: 'x' }), callerWith(['release#view'], ['Ops']))).toBe('release#edit_task');
    expect(outcomeOf(open, change({ title: 'x' }), viewer('release#edit_task'))).toBe('done');
    expect(outcomeOf(open, change({ title: 'x', checked: true }), viewer('release#edit_task'))).toBe(
      'release#task_transition',
    );
  });

  test('without a change requires only the permission to view the task', () => {
    expect(outcomeOf(open, change({ title: 'c', checked: false }), viewer())).toBe('done');
    expect(outcomeOf(open, change({ title: 'c' }), callerWith([]))).toBe("hidden: there is no task 'Taska'");
  });
});

describe('the assignment of a task', () => {
  const running = plan('Build: a>', { task: { a: taskOf } });
  const to = (owner: string | null): Command => ({ type: 'assignTask', taskId: 'Taska', owner });

  test.each<[string, string | null, Caller, string]>([
    ['to oneself is allowed for members of its team', 'eli', callerWith([], ['Ops']), 'done'],
    ['to oneself is allowed with the permission for transitions', 'Eli', viewer('release#task_transition'), 'done'],
    ['to oneself is allowed with the permission to reassign tasks', 'eli', viewer('release#reassign_task'), 'done'],
    ['to oneself is refused for other users', 'eli', viewer(), 'release#task_transition'],
    [
      'to another user is allowed with the permission to reassign tasks',
      'eve',
      viewer('release#reassign_task'),
      'done',
    ],
    ['to no user is allowed with the permission to reassign tasks', null, viewer('release#reassign_task'), 'done'],
    [
      'to another user is refused for members of its team',
      'eve',
      callerWith(['release#view'], ['Ops']),
      'release#reassign_task',
    ],
    ['to no user is refused for its owner', null, callerWith([], [], 'bob'), 'release#reassign_task'],
    ['to its current owner is allowed for viewers', 'Bob', viewer(), 'done'],
  ])('%s', (_, owner, by, expected) => {
    expect(outcomeOf(running, to(owner), by)).toBe(expected);
  });

  test('requires a separate permission for a locked task, also for the caller', () => {
    const shut = plan('Build: p>[a>]', { task: { a: taskOf, p: { locked: true } } });
    expect(outcomeOf(shut, to('eli'), callerWith(['release#view', 'release#reassign_task'], ['Ops']))).toBe(
      'release#reassign_lock_task',
    );
    expect(outcomeOf(shut, to('eli'), viewer('release#reassign_lock_task'))).toBe('done');
  });

  test('requires the permission to edit templates in a template', () => {
    const template = plan('TEMPLATE Build: a.', { task: { a: taskOf } });
    expect(outcomeOf(template, to('eli'), callerWith(['template#view'], ['Ops']))).toBe('template#edit');
    expect(outcomeOf(template, to('eli'), callerWith(['template#edit']))).toBe('done');
    const shut = plan('TEMPLATE Build: a.', { task: { a: { locked: true } } });
    expect(outcomeOf(shut, to('eli'), viewer('template#edit'))).toBe('template#lock_task');
    expect(outcomeOf(shut, to('eli'), viewer('template#lock_task'))).toBe('done');
  });
});

test.each<readonly [Command, Permission, string]>([
  [{ type: 'addTask', containerId: 'PhaseBuild', task: {} }, 'release#edit', 'template#edit'],
  [{ type: 'deleteTask', taskId: 'Taska' }, 'release#edit', 'template#edit'],
  [{ type: 'changeTaskType', taskId: 'Taska', targetType: 'GateTask' }, 'release#edit_task', 'template#edit'],
  [{ type: 'lockTask', taskId: 'Taska' }, 'release#lock_task', 'template#lock_task'],
  [{ type: 'addPhase', phase: { title: 'x' } }, 'release#edit', 'template#edit'],
  [{ type: 'updateRelease', patch: { title: 'x' } }, 'release#edit', 'template#edit'],
  [{ type: 'deleteRelease' }, 'release#edit', 'template#edit'],
])('%j requires %s on a release, and %s on a template', (request, onRelease, onTemplate) => {
  expect(outcomeOf(plan('PLANNED Build: a.'), request, viewer())).toBe(onRelease);
  expect(outcomeOf(plan('PLANNED Build: a.'), request, callerWith([onRelease]))).toBe('done');
  expect(outcomeOf(plan('TEMPLATE Build: a.'), request, viewer('release#edit', 'release#edit_task'))).toBe(onTemplate);
});

test('a restart requires one of two permissions, and the permission to skip each task before its start', () => {
  const running = plan('QA: a+ b>', { task: { a: taskOf } });
  const from = (fromTaskId: string | null): Command => ({
    ...{ type: 'restartRelease', fromPhaseId: 'PhaseQA', phaseVersion: 'LATEST', resume: false },
    fromTaskId,
  });
  expect(outcomeOf(running, from(null), viewer())).toBe('release#restart_phase');
  expect(outcomeOf(running, from(null), viewer('release#restart_phase'))).toBe('done');
  expect(outcomeOf(running, from('Taskb'), viewer('release#edit'))).toBe('release#task_transition');
  expect(outcomeOf(running, from('Taskb'), viewer('release#edit', 'release#advance_task_transition'))).toBe('done');
  expect(outcomeOf(running, from('Taskb'), callerWith(['release#edit'], ['Ops']))).toBe('done');
  expect(outcomeOf(running, from('Taskb'), callerWith(['release#restart_phase']))).toBe(
    "hidden: there is no release 'Release1'",
  );
});

test('a change of an archived release is refused as archived with the permission, and as forbidden without it', () => {
  const archived = { ...plan('COMPLETED Build: a+'), archived: true };
  const edit: Command = { type: 'updateRelease', patch: { title: 'x' } };
  expect(outcomeOf(archived, edit, viewer('release#edit'))).toBe(
    "release 'Release1' is archived and cannot be changed",
  );
  expect(outcomeOf(archived, edit, viewer())).toBe('release#edit');
});

test('automatic changes of the product require no permission', () => {
  const context = contextFor(env(), null);
  expect(() => requireCommand(plan('Build: a>'), { type: 'completeTask', taskId: 'Taska' }, context)).not.toThrow();
});

test('a refusal is one line for any input', () => {
  const request: Command = { type: 'moveTemplate', folderId: 'Folder\n2' };
  expect(
    refusal(plan('TEMPLATE Build: a.'), {
      kind: 'command',
      caller: callerWith(['template#edit']),
      callerAtTarget: callerWith([]),
      command: request,
    }),
  ).toBe("NotFound: there is no folder 'Folder?2'");
});
