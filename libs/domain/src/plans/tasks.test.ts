import { expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import type { TaskPatch } from '../model/draft.ts';
import { command, decide, links, log, refusal } from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';

type Destination = readonly [container: string, position?: number | null];
const add = (...[containerId, position]: Destination) =>
  command({ type: 'addTask', containerId, task: { title: 'n' }, ...(position !== undefined && { position }) });
const move = (name: string, containerId: string, position?: number) =>
  command({ type: 'moveTask', taskId: `Task${name}`, containerId, ...(position !== undefined && { position }) });
const copy = (name: string, containerId: string, position?: number) =>
  command({ type: 'copyTask', taskId: `Task${name}`, containerId, ...(position !== undefined && { position }) });
const erase = (name: string) => command({ type: 'deleteTask', taskId: `Task${name}` });
const update = (name: string, patch: TaskPatch) => command({ type: 'updateTask', taskId: `Task${name}`, patch });

test('a copy has the chosen id', () => {
  const request = { type: 'copyTask', taskId: 'Taska', containerId: 'PhaseBuild', ids: { Taska: 'Tasknew' } } as const;
  const { release } = decide(plan('Build: a.'), command(request));
  expect(release.phases[0]?.tasks.map(({ id }) => id)).toEqual(['Taska', 'Tasknew']);
});

test.each([
  ['at the end', 'Build: a> b.', add('PhaseBuild'), 'IN_PROGRESS Build: a> b. n.'],
  ['at a position', 'Build: a> b.', add('PhaseBuild', 1), 'IN_PROGRESS Build: a> n. b.'],
  ['at the end when the position is null', 'Build: a> b.', add('PhaseBuild', null), 'IN_PROGRESS Build: a> b. n.'],
  [
    'to a phase that is not reached',
    'Build: a> | Ship: b.',
    add('PhaseShip', 0),
    'IN_PROGRESS Build: a> | Ship: n. b.',
  ],
  ['to a template', 'TEMPLATE Build: a.', add('PhaseBuild', 0), 'TEMPLATE Build: n. a.'],
  [
    'to a running parallel group, where it starts',
    'Build: p>[a> b+]',
    add('Taskp', 0),
    'IN_PROGRESS Build: p>[n> a> b+]',
  ],
  [
    'to a sequential group after the reached task',
    'Build: s>(a+ b> c.)',
    add('Tasks', 2),
    'IN_PROGRESS Build: s>(a+ b> n. c.)',
  ],
  ['to a planned group', 'Build: a> s.(b.)', add('Tasks', 0), 'IN_PROGRESS Build: a> s.(n. b.)'],
  ['before a task that was completed in advance', 'Build: a> b=', add('PhaseBuild', 1), 'IN_PROGRESS Build: a> n. b='],
  ['after a failed task', 'Build: a! b.', add('PhaseBuild', 1), 'FAILED Build: a! n. b.'],
  ['to a paused release', 'PAUSED QA-: a- | Two: b.', add('PhaseTwo', 0), 'PAUSED QA-: a- | Two: n. b.'],
])('a task is added %s', (_, sketch, input, expected) => {
  const outcome = decide(plan(sketch), input);
  expect(formatPlan(outcome.release)).toBe(expected);
  expect(log(outcome)[0]).toBe('TASK_CREATED n1');
});

test.each([
  ['within its phase', 'Build: a> b. c.', move('c', 'PhaseBuild', 1), 'IN_PROGRESS Build: a> c. b.'],
  ['to the end', 'Build: a> b. c.', move('b', 'PhaseBuild'), 'IN_PROGRESS Build: a> c. b.'],
  ['to another phase', 'Build: a> b. | Ship: c.', move('b', 'PhaseShip', 0), 'IN_PROGRESS Build: a> | Ship: b. c.'],
  ['into a group', 'Build: a> b. p.[c.]', move('b', 'Taskp', 0), 'IN_PROGRESS Build: a> p.[b. c.]'],
  [
    'out of a running group, which may complete it',
    'Build: s>(a+ b.) | Ship: c.',
    move('b', 'PhaseShip'),
    'IN_PROGRESS Build: s+(a+) | Ship: c> b.',
  ],
  [
    'with its children',
    'Build: a> p.[b. c.] | Ship: d.',
    move('p', 'PhaseShip', 1),
    'IN_PROGRESS Build: a> | Ship: d. p.[b. c.]',
  ],
])('a planned task is moved %s', (_, sketch, input, expected) => {
  const outcome = decide(plan(sketch), input);
  expect(formatPlan(outcome.release)).toBe(expected);
  expect(log(outcome)[0]).toMatch(/^TASK_MOVED /);
});

test.each([
  ['planned', 'Build: a> b.', copy('a', 'PhaseBuild', 1), 'IN_PROGRESS Build: a> a (copy). b.'],
  ['at the end', 'Build: a+ b>', copy('a', 'PhaseBuild'), 'IN_PROGRESS Build: a+ b> a (copy).'],
  ['with its children', 'Build: p>[a> b+]', copy('p', 'PhaseBuild'), 'IN_PROGRESS Build: p>[a> b+] p (copy).[a. b.]'],
])('a task is copied %s', (_, sketch, input, expected) => {
  const outcome = decide(plan(sketch), input);
  expect(formatPlan(outcome.release)).toBe(expected);
  expect(log(outcome)[0]).toMatch(/^TASK_COPIED /);
});

test.each([
  ['planned', 'Build: a> b.', erase('b'), 'IN_PROGRESS Build: a>'],
  ['completed in advance', 'Build: a> b=', erase('b'), 'IN_PROGRESS Build: a>'],
  ['the last one of a running group', 'Build: s>(a+ b.) c.', erase('b'), 'IN_PROGRESS Build: s+(a+) c>'],
  ['with its children', 'Build: a> p.[b. c.]', erase('p'), 'IN_PROGRESS Build: a>'],
])('a task is deleted: %s', (_, sketch, input, expected) => {
  const outcome = decide(plan(sketch), input);
  expect(formatPlan(outcome.release)).toBe(expected);
  expect(log(outcome)[0]).toMatch(/^TASK_DELETED /);
});

const passed = (position: number, free: number) =>
  `Conflict: cannot put a task at position ${position}: the flow has passed it; the first free position is ${free}`;

test.each([
  ['Build: a> b.', add('PhaseBuild', 0), passed(0, 1)],
  ['Build: s>(a+ b> c.)', add('Tasks', 1), passed(1, 2)],
  ['Build: a> b.', add('PhaseBuild', 9), 'Invalid: position: expected a whole number from 0 to 2, got 9'],
  ['Build: a> b.', add('PhaseBuild', -1), 'Invalid: position: expected a whole number from 0 to 2, got -1'],
  ['Build: a> b.', add('PhaseBuild', 0.5), 'Invalid: position: expected a whole number from 0 to 2, got 0.5'],
  ['Build: a+ | Ship: b>', add('PhaseBuild'), "Conflict: cannot add a task to phase 'Build' while it is COMPLETED"],
  ['Build: p+[a+] b>', add('Taskp'), "Conflict: cannot add a task to task 'p' (Taskp) while it is COMPLETED"],
  ['Build: a>', add('Taska'), "Invalid: task 'a' (Taska) is not a group, so it cannot contain tasks"],
  ['Build: a>', add('PhaseShip'), "NotFound: there is no phase or group 'PhaseShip' in release 'Release1'"],
  [
    'Build: a>',
    command({ type: 'addTask', containerId: 'PhaseBuild', task: { id: 'Taska' } }),
    "Conflict: 'Taska' already exists",
  ],
  [
    'Build: a>',
    command({ type: 'addTask', containerId: 'PhaseBuild', task: { title: '' } }),
    'Invalid: title: a task needs a title',
  ],
  ['Build: a> b.', move('a', 'PhaseBuild'), "Conflict: cannot move task 'a' (Taska) while it is IN_PROGRESS"],
  ['Build: a> b=', move('b', 'PhaseBuild'), "Conflict: cannot move task 'b' (Taskb) while it is COMPLETED_IN_ADVANCE"],
  ['Build: a+ b>', move('a', 'PhaseBuild'), "Conflict: cannot move task 'a' (Taska) while it is COMPLETED"],
  ['Build: a> b.', move('b', 'PhaseBuild', 0), passed(0, 1)],
  [
    'Build: a+ | Ship: b> c.',
    move('c', 'PhaseBuild'),
    "Conflict: cannot add a task to phase 'Build' while it is COMPLETED",
  ],
  ['Build: a> p.[q.(b.)]', move('p', 'Taskp'), "Invalid: group 'p' (Taskp) cannot be moved into itself"],
  ['Build: a> p.[q.(b.)]', move('p', 'Taskq'), "Invalid: group 'p' (Taskp) cannot be moved into itself"],
  ['Build: a> b.', copy('a', 'PhaseBuild', 0), passed(0, 1)],
  ['Build: a>', copy('b', 'PhaseBuild'), "NotFound: there is no task 'Taskb' in release 'Release1'"],
  ['Build: a> b.', erase('a'), "Conflict: cannot delete task 'a' (Taska) while it is IN_PROGRESS"],
  ['Build: a! b.', erase('a'), "Conflict: cannot delete task 'a' (Taska) while it is FAILED"],
  ['Build: a+ b>', erase('a'), "Conflict: cannot delete task 'a' (Taska) while it is COMPLETED"],
  ['Build: p>[a. b>]', erase('p'), "Conflict: cannot delete task 'p' (Taskp) while it is IN_PROGRESS"],
  ['Build: a+ b>', update('a', { title: 'x' }), "Conflict: cannot update task 'a' (Taska) while it is COMPLETED"],
  ['Build: a>', update('a', { title: '  ' }), 'Invalid: title: a task needs a title'],
  [
    'Build: p.[a. b.]',
    update('p', { links: links('a>b b>a') }),
    'Invalid: links: the tasks of a group cannot wait for each other in a cycle',
  ],
  [
    'Build: p.[a. b.] q.[c. d.]',
    update('p', {
      links: [
        { id: 'Link1', source: 'Taska', target: 'Taskb' },
        { id: 'Link1', source: 'Taska', target: 'Taskb' },
      ],
    }),
    "Conflict: 'Link1' already exists",
  ],
])('rejected in %s: %j', (sketch, input, message) => {
  expect(refusal(plan(sketch), input)).toBe(message);
});

test.each<readonly [string, Command]>([
  ['updateTask', { type: 'updateTask', taskId: 'Taskz', patch: { title: 'x' } }],
  ['moveTask', { type: 'moveTask', taskId: 'Taskz', containerId: 'PhaseBuild' }],
  ['deleteTask', { type: 'deleteTask', taskId: 'Taskz' }],
  ['assignTask', { type: 'assignTask', taskId: 'Taskz', owner: 'bob' }],
  ['lockTask', { type: 'lockTask', taskId: 'Taskz' }],
])('%s requires an existing task', (_, request) => {
  expect(refusal(plan('Build: a>'), command(request))).toBe("NotFound: there is no task 'Taskz' in release 'Release1'");
});

test('moves and copies cannot nest groups deeper than twenty', () => {
  const nested = (name: string, depth: number) =>
    `${Array.from({ length: depth }, (_, n) => `${name}${n}.(`).join('')}${name}x.${')'.repeat(depth)}`;
  const release = plan(`Build: a> ${nested('b', 11)} ${nested('c', 10)}`);
  const message = 'Invalid: groups can be nested at most 20 deep';
  expect(refusal(release, move('c0', 'Taskb10'))).toBe(message);
  expect(refusal(release, copy('c0', 'Taskb10'))).toBe(message);
  expect(formatPlan(decide(release, move('c1', 'Taskb10')).release)).toContain('bx. c1.(');
});
