import { describe, expect, test } from 'vitest';
import { createRelease, handle } from '../commands/handle.ts';
import type { Env } from '../decision/env.ts';
import type { Command } from '../decision/inputs.ts';
import { caller, command, decided, env, finished, refusal, task } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const users = new Map([
  ['ANN', 'Ann'],
  ['ann', 'Ann'],
  ['carl', null],
]);
const world = (more: Partial<Env> = {}): Env => env({ world: { ...env().world, users }, ...more });
const planned = plan('Build: a> b.', { owner: 'Gone', task: { a: { owner: 'Gone' } } });
const release = { ...planned, phases: planned.phases.map((phase) => ({ ...phase, owner: 'Gone' })) };

const given: readonly (readonly [string, (owner: string | null) => Command])[] = [
  ['an assignment', (owner) => ({ type: 'assignTask', taskId: 'Taska', owner })],
  ['a task', (owner) => ({ type: 'updateTask', taskId: 'Taska', patch: { owner } })],
  ['a new task', (owner) => ({ type: 'addTask', containerId: 'PhaseBuild', task: { id: 'Tasknew', owner } })],
  [
    'a task in a new group',
    (owner) => ({
      type: 'addTask',
      containerId: 'PhaseBuild',
      task: { type: 'ParallelGroup', tasks: [{ id: 'Tasknew', owner }] },
    }),
  ],
  [
    'a task of a new phase',
    (owner) => ({ type: 'addPhase', phase: { title: 'P', tasks: [{ id: 'Tasknew', owner }] } }),
  ],
  ['a phase', (owner) => ({ type: 'updatePhase', phaseId: 'PhaseBuild', patch: { owner } })],
  ['a new phase', (owner) => ({ type: 'addPhase', phase: { title: 'P', owner } })],
  ['a release', (owner) => ({ type: 'updateRelease', patch: { owner } })],
];

function ownerAfter(asked: Command, by = world()): string | null {
  const after = decided(release, command(asked), by).release;
  if (asked.type === 'updateRelease') return after.owner;
  if (asked.type === 'updatePhase') return after.phases[0]!.owner;
  if (asked.type === 'addPhase' && asked.phase.tasks === undefined) return after.phases.at(-1)!.owner;
  return task(after, asked.type === 'addTask' || asked.type === 'addPhase' ? 'new' : 'a').definition.owner;
}

describe.each(given)('the owner of %s', (_, by) => {
  test('is the user as they were made', () => {
    expect(ownerAfter(by('ANN'))).toBe('Ann');
  });

  test('must be an existing user', () => {
    expect(refusal(release, command(by('carl')), world())).toBe("Invalid: there is no user 'carl'");
  });

  test('is taken as written where a login elsewhere may know them', () => {
    expect(ownerAfter(by('carl'), world({ takesUnknownUsers: true }))).toBe('carl');
  });

  test.each([
    [null, null],
    [' ', null],
    ['${who}', '${who}'],
    ['ADMIN', 'admin'],
  ])('takes %j without a look at users', (written, stored) => {
    expect(ownerAfter(by(written), env({ world: {} }))).toBe(stored);
  });

  test('is wanted of the world', () => {
    const decision = handle(release, command(by('eve')), env({ world: {} }));
    expect(decision).toEqual({ kind: 'wants', wants: [{ kind: 'user', name: 'eve' }] });
  });
});

test.each(given.filter(([name]) => !name.includes('new')))(
  'the stored %s stays, also if the user is unknown',
  (_, by) => {
    const { entries } = decided(release, command(by('Gone')), env({ world: {} }));
    expect(entries).toEqual([]);
  },
);

test('the owners of all new tasks are wanted at once', () => {
  const tasks = [{ owner: 'ann' }, { type: 'SequentialGroup', tasks: [{ owner: 'bob' }, { owner: 'ann' }] }];
  const asked = command({ type: 'addPhase', phase: { title: 'P', tasks } });
  const wants = ['ann', 'bob'].map((name) => ({ kind: 'user', name }));
  expect(handle(release, asked, env({ world: {} }))).toEqual({ kind: 'wants', wants });
});

test('a script that names an unknown user is refused, and its task continues', () => {
  const running = plan('Build: a> b.', { task: { a: { type: 'Script' } } });
  const asked = finished('a', true, { type: 'assignTask', taskId: 'Taska', owner: 'carl' });
  const { comments } = decided(running, asked, world());
  expect(comments.map(({ text }) => text)).toEqual(["An action of the script was refused: there is no user 'carl'"]);
});

describe('the owner of a new release', () => {
  const template = plan('TEMPLATE Build: a. b.', { owner: 'Gone', task: { a: { owner: 'Gone' } } });
  const order = {
    ...{ releaseTitle: 'R', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false },
    startedFromTaskId: null,
  };
  const create = (releaseOwner: string | null, more: object = {}) =>
    createRelease(template, { ...order, releaseOwner, ...more }, caller(), world());

  test.each([
    ['ANN', 'Ann'],
    [null, 'amy'],
  ])('named as %j is %s, and its tasks keep theirs', (written, owner) => {
    const tasks = [{ definition: { owner: 'Gone' } }, { definition: { owner: null } }];
    expect(create(written)).toMatchObject({ kind: 'decided', outcome: { release: { owner, phases: [{ tasks }] } } });
  });

  test('must be an existing user', () => {
    expect(() => create('carl')).toThrow("there is no user 'carl'");
  });

  test('is that of the template where a trigger makes it', () => {
    const made = create('Gone', { triggered: { title: 'Nightly', tags: [], literal: [] } });
    expect(made).toMatchObject({ kind: 'decided', outcome: { release: { owner: 'Gone' } } });
  });
});
