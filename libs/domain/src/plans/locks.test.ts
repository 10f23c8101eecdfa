import { describe, expect, test } from 'vitest';
import type { Command, Input } from '../commands/registry.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import type { TaskPatch } from '../model/draft.ts';
import { parseInput } from '../testing/examples.ts';
import { caller, command, decide, log, refusal, task } from '../testing/inputs.ts';
import { formatPlan, plan, type TaskOverrides } from '../testing/notation.ts';

const locked: TaskOverrides = { locked: true };
const gate: TaskOverrides = {
  type: 'GateTask',
  conditions: [{ id: 'GateCondition1', title: 'c' }],
  dependencies: [{ id: 'Dependency1', target: 'Taska' }],
};
const tasks = { k: locked, g: { ...gate, ...locked }, i: gate, p: locked };

describe('a locked task (states.md, Locked tasks)', () => {
  test.each([
    ['complete', 'Build: k>', 'complete k', 'COMPLETED Build: k+'],
    ['fail', 'Build: k>', 'fail k', 'FAILED Build: k!'],
    ['retry', 'Build: k!', 'retry k', 'IN_PROGRESS Build: k>'],
    ['abort', 'Build: k%', 'stop k', 'FAILED Build: k!'],
    ['comment', 'Build: k>', 'comment k hello', 'IN_PROGRESS Build: k>'],
    ['start now', 'Build: k~', 'startNow k', 'IN_PROGRESS Build: k>'],
    ['unlock', 'Build: k>', 'unlock k', 'IN_PROGRESS Build: k>'],
    ['complete inside a locked group', 'Build: p>[a> b>]', 'complete a', 'IN_PROGRESS Build: p>[a+ b>]'],
  ])('allows to %s', (_, sketch, inputText, expected) => {
    expect(formatPlan(decide(plan(sketch, { task: tasks }), parseInput(inputText)).release)).toBe(expected);
  });

  test('allows to tick conditions', () => {
    const ticks = command({ type: 'updateCondition', conditionId: 'GateCondition1', checked: true });
    expect(task(decide(plan('Build: g> a.', { task: tasks }), ticks).release, 'g').run.checked).toEqual([
      'GateCondition1',
    ]);
  });

  /** A user with all permissions except those for locks. */
  const other = caller('amy', 'release#lock_task', 'release#reassign_lock_task');
  const byOther = (input: Input): Input => (input.kind === 'command' ? { ...input, caller: other } : input);
  const message = (verb: string, name = 'k') =>
    `Conflict: cannot ${verb} task '${name}' (Task${name}) while it is locked`;
  const notGranted = (name: string) =>
    `Forbidden: Permission release#reassign_lock_task on APPLICATIONS on Task${name} is not granted to you.`;
  test.each([
    ['skip', 'Build: k> b.', 'skip k', message('skip')],
    ['skip in advance', 'Build: a> k.', 'skip k', message('skip')],
    ['complete in advance', 'Build: a> k.', 'complete k', message('complete in advance')],
    ['reopen', 'Build: a> k=', 'reopen k', message('reopen')],
    ['assign', 'Build: k>', 'assign k bob', notGranted('k')],
    ['skip inside a locked group', 'Build: p>[a> b>]', 'skip a', message('skip', 'a')],
    [
      'skip a group around it',
      'Build: s>(k> b.)',
      'skip s',
      "Conflict: cannot skip task 's' (Tasks): 'k' in it is locked",
    ],
    ['assign inside a locked group', 'Build: p>[a>]', 'assign a bob', notGranted('a')],
  ])('rejects an attempt to %s', (_, sketch, inputText, expected) => {
    expect(refusal(plan(sketch, { task: tasks }), byOther(parseInput(inputText)))).toBe(expected);
  });

  test.each<readonly [string, string, Command, string]>([
    ['update', 'Build: k>', { type: 'updateTask', taskId: 'Taskk', patch: { title: 'x' } }, message('update')],
    [
      'update its precondition',
      'Build: a> k.',
      { type: 'updateTask', taskId: 'Taskk', patch: { precondition: 'x' } },
      message('update'),
    ],
    [
      'update inside a locked group',
      'Build: p>[a>]',
      { type: 'updateTask', taskId: 'Taska', patch: { title: 'x' } },
      message('update', 'a'),
    ],
    [
      'link in a locked group',
      'Build: p>[a> b>]',
      { type: 'updateTask', taskId: 'Taskp', patch: { links: [{ id: '', source: 'Taska', target: 'Taskb' }] } },
      message('update', 'p'),
    ],
    ['copy', 'Build: k>', { type: 'copyTask', taskId: 'Taskk', containerId: 'PhaseBuild' }, message('copy')],
    [
      'copy inside a locked group',
      'Build: p>[a>]',
      { type: 'copyTask', taskId: 'Taska', containerId: 'PhaseBuild' },
      message('copy', 'a'),
    ],
    ['move', 'Build: a> k.', { type: 'moveTask', taskId: 'Taskk', containerId: 'PhaseBuild' }, message('move')],
    ['delete', 'Build: a> k.', { type: 'deleteTask', taskId: 'Taskk' }, message('delete')],
    [
      'delete a group around it',
      'Build: a> s.(k.)',
      { type: 'deleteTask', taskId: 'Tasks' },
      "Conflict: cannot delete task 's' (Tasks): 'k' in it is locked",
    ],
    [
      'delete a phase around it',
      'Build: a> | Ship: s.(k.)',
      { type: 'deletePhase', phaseId: 'PhaseShip' },
      "Conflict: cannot delete phase 'Ship' (PhaseShip): 'k' in it is locked",
    ],
    [
      'add to a locked group',
      'Build: p>[a>]',
      { type: 'addTask', containerId: 'Taskp', task: {} },
      "Conflict: cannot add a task to 'p' (Taskp) while it is locked",
    ],
    [
      'move into a locked group',
      'Build: a> b. p.[c.]',
      { type: 'moveTask', taskId: 'Taskb', containerId: 'Taskp' },
      "Conflict: cannot add a task to 'p' (Taskp) while it is locked",
    ],
    [
      'add a condition',
      'Build: g>',
      { type: 'addCondition', taskId: 'Taskg', title: 'x', checked: false },
      message('add a condition to', 'g'),
    ],
    [
      'rename a condition',
      'Build: g>',
      { type: 'updateCondition', conditionId: 'GateCondition1', title: 'x' },
      message('change a condition of', 'g'),
    ],
    [
      'delete a condition',
      'Build: g>',
      { type: 'deleteCondition', conditionId: 'GateCondition1' },
      message('delete a condition of', 'g'),
    ],
    [
      'add a dependency',
      'Build: g>',
      { type: 'addDependency', taskId: 'Taskg', target: '${v}' },
      message('add a dependency to', 'g'),
    ],
    [
      'delete a dependency',
      'Build: g>',
      { type: 'deleteDependency', dependencyId: 'Dependency1' },
      message('delete a dependency of', 'g'),
    ],
    [
      'rename a condition inside a locked group',
      'Build: p>[i>]',
      { type: 'updateCondition', conditionId: 'GateCondition1', title: 'x' },
      message('change a condition of', 'i'),
    ],
  ])('rejects an attempt to %s', (_, sketch, request, expected) => {
    const named = Object.entries(tasks).filter(([name]) => new RegExp(`\\b${name}[^\\w]`).test(sketch.slice(7)));
    expect(refusal(plan(sketch, { task: Object.fromEntries(named) }), command(request, other))).toBe(expected);
  });
});

describe('a user with the permission to lock tasks', () => {
  const keeper = (...denied: readonly Permission[]) => caller('amy', 'release#reassign_lock_task', ...denied);

  test.each<readonly [string, string, Command, string]>([
    ['edits', 'Build: k>', { type: 'updateTask', taskId: 'Taskk', patch: { title: 'x' } }, 'TASK_UPDATED k'],
    ['copies', 'Build: k>', { type: 'copyTask', taskId: 'Taskk', containerId: 'PhaseBuild' }, 'TASK_COPIED n1'],
    ['deletes', 'Build: a> k.', { type: 'deleteTask', taskId: 'Taskk' }, 'TASK_DELETED k'],
    ['deletes a group around', 'Build: a> s.(k.)', { type: 'deleteTask', taskId: 'Tasks' }, 'TASK_DELETED s'],
    [
      'deletes a phase around',
      'Build: a> | Ship: k.',
      { type: 'deletePhase', phaseId: 'PhaseShip' },
      'PHASE_DELETED Ship',
    ],
    ['adds to a group of', 'Build: p>[a>]', { type: 'addTask', containerId: 'Taskp', task: {} }, 'TASK_CREATED n1'],
    [
      'links',
      'Build: p>[k> b.]',
      { type: 'updateTask', taskId: 'Taskp', patch: { links: [{ id: '', source: 'Taskk', target: 'Taskb' }] } },
      'TASK_UPDATED p',
    ],
  ])('%s a locked task', (_, sketch, request, expected) => {
    const shut = plan(sketch, { task: sketch.includes('p') ? { p: locked } : { k: locked } });
    expect(log(decide(shut, command(request, keeper())))).toContain(expected);
  });

  test('cannot assign or skip it with this permission', () => {
    const shut = plan('Build: k>', { task: { k: locked } });
    const to = (owner: string) => command({ type: 'assignTask', taskId: 'Taskk', owner }, keeper());
    expect(refusal(shut, to('bob'))).toContain('release#reassign_lock_task');
    expect(refusal(shut, command({ type: 'skipTask', taskId: 'Taskk' }, keeper()))).toContain('while it is locked');
  });
});

test('the permission to assign locked tasks covers the assignment, also in an update, and nothing else', () => {
  const other = caller('amy', 'release#lock_task');
  const shut = plan('Build: k>', { task: { k: locked } });
  const update = (patch: TaskPatch) => command({ type: 'updateTask', taskId: 'Taskk', patch }, other);
  const assigning = decide(shut, command({ type: 'assignTask', taskId: 'Taskk', owner: 'bob' }, other));
  expect(task(assigning.release, 'k').definition.owner).toBe('bob');
  expect(task(decide(shut, update({ owner: 'bob', team: 'Ops' })).release, 'k').definition).toMatchObject({
    owner: 'bob',
    team: 'Ops',
  });
  expect(refusal(shut, update({ owner: 'bob', title: 'x' }))).toContain('while it is locked');
});

test('a link of a locked task cannot be added or removed', () => {
  const links = [{ id: 'Link1', source: 'Taskk', target: 'Taska' }];
  const set = (...requestedLinks: typeof links) =>
    command(
      { type: 'updateTask', taskId: 'Taskq', patch: { links: requestedLinks } },
      caller('amy', 'release#lock_task'),
    );
  const message = "Conflict: cannot link task 'k' (Taskk) while it is locked";
  expect(refusal(plan('Build: q>[k> a> b>]', { task: { k: locked } }), set(...links))).toBe(message);
  const linked = plan('Build: q>[k> a. b.]', { task: { k: locked, q: { links } } });
  expect(refusal(linked, set())).toBe(message);
  const other = { id: 'Link2', source: 'Taska', target: 'Taskb' };
  expect(task(decide(linked, set(...links, other)).release, 'q').definition.links).toEqual([...links, other]);
});

describe('a lock', () => {
  test('is set and removed, also in templates', () => {
    for (const sketch of ['Build: a>', 'Build: a. b.', 'TEMPLATE Build: a.', 'Build: a+ b>']) {
      const locking = decide(plan(sketch), parseInput('lock a'));
      expect(task(locking.release, 'a').definition.locked).toBe(true);
      expect(log(locking)).toEqual(['TASK_LOCKED a']);
      const unlocking = decide(locking.release, parseInput('unlock a'));
      expect(task(unlocking.release, 'a').definition.locked).toBe(false);
      expect(log(unlocking)).toEqual(['TASK_UNLOCKED a']);
    }
  });

  test('logs nothing if it is unchanged', () => {
    const open = plan('Build: a>');
    expect(decide(open, parseInput('unlock a')).release).toBe(open);
    const shut = plan('Build: k>', { task: tasks });
    expect(decide(shut, parseInput('lock k')).release).toBe(shut);
    expect(decide(shut, parseInput('lock k')).entries).toEqual([]);
  });
});
