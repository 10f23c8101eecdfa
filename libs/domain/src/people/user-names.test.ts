import { describe, expect, test } from 'vitest';
import { createRelease, handle } from '../commands/handle.ts';
import type { Command } from '../commands/registry.ts';
import type { Env } from '../decision/env.ts';
import { caller, command, decide, env, finished, refusal, task } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const users = new Map([
  ['ANN', 'Ann'],
  ['ann', 'Ann'],
  ['carl', null],
]);
const environment = (more: Partial<Env> = {}): Env => env({ data: { ...env().data, users }, ...more });
const planned = plan('Build: a> b.', { owner: 'Gone', task: { a: { owner: 'Gone' } } });
const release = { ...planned, phases: planned.phases.map((phase) => ({ ...phase, owner: 'Gone' })) };

const ownerCommands: readonly (readonly [string, (owner: string | null) => Command])[] = [
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

function ownerAfter(request: Command, by = environment()): string | null {
  const after = decide(release, command(request), by).release;
  if (request.type === 'updateRelease') return after.owner;
  if (request.type === 'updatePhase') return after.phases[0]!.owner;
  if (request.type === 'addPhase' && request.phase.tasks === undefined) return after.phases.at(-1)!.owner;
  return task(after, request.type === 'addTask' || request.type === 'addPhase' ? 'new' : 'a').definition.owner;
}

describe.each(ownerCommands)('the owner of %s', (_, by) => {
  test('has the letter case of the created user', () => {
    expect(ownerAfter(by('ANN'))).toBe('Ann');
  });

  test('must be an existing user', () => {
    expect(refusal(release, command(by('carl')), environment())).toBe("Invalid: there is no user 'carl'");
  });

  test('is stored unchanged if external login is enabled', () => {
    expect(ownerAfter(by('carl'), environment({ acceptsUnknownUsers: true }))).toBe('carl');
  });

  test.each([
    [null, null],
    [' ', null],
    ['${who}', '${who}'],
    ['ADMIN', 'admin'],
  ])('accepts %j without a lookup of users', (rawName, stored) => {
    expect(ownerAfter(by(rawName), env({ data: {} }))).toBe(stored);
  });

  test('is a requirement of the decision', () => {
    const decision = handle(release, command(by('eve')), env({ data: {} }));
    expect(decision).toEqual({ kind: 'missingData', requirements: [{ kind: 'user', name: 'eve' }] });
  });
});

test.each(ownerCommands.filter(([name]) => !name.includes('new')))(
  'the stored %s is kept, also if the user is unknown',
  (_, by) => {
    const { entries } = decide(release, command(by('Gone')), env({ data: {} }));
    expect(entries).toEqual([]);
  },
);

test('the owners of all new tasks are requested together', () => {
  const tasks = [{ owner: 'ann' }, { type: 'SequentialGroup', tasks: [{ owner: 'bob' }, { owner: 'ann' }] }];
  const request = command({ type: 'addPhase', phase: { title: 'P', tasks } });
  const requirements = ['ann', 'bob'].map((name) => ({ kind: 'user', name }));
  expect(handle(release, request, env({ data: {} }))).toEqual({ kind: 'missingData', requirements: requirements });
});

test('a script that sets an unknown user is refused, and its task continues', () => {
  const running = plan('Build: a> b.', { task: { a: { type: 'Script' } } });
  const request = finished('a', true, { type: 'assignTask', taskId: 'Taska', owner: 'carl' });
  const { comments } = decide(running, request, environment());
  expect(comments.map(({ text }) => text)).toEqual(["An action of the script was refused: there is no user 'carl'"]);
});

describe('the owner of a new release', () => {
  const template = plan('TEMPLATE Build: a. b.', { owner: 'Gone', task: { a: { owner: 'Gone' } } });
  const createRequest = {
    ...{ releaseTitle: 'R', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false },
    startedFromTaskId: null,
  };
  const create = (releaseOwner: string | null, more: object = {}) =>
    createRelease(template, { ...createRequest, releaseOwner, ...more }, caller(), environment());

  test.each([
    ['ANN', 'Ann'],
    [null, 'amy'],
  ])('for the requested owner %j is %s, and its tasks keep their owners', (rawName, owner) => {
    const tasks = [{ definition: { owner: 'Gone' } }, { definition: { owner: null } }];
    expect(create(rawName)).toMatchObject({ kind: 'decided', outcome: { release: { owner, phases: [{ tasks }] } } });
  });

  test('must be an existing user', () => {
    expect(() => create('carl')).toThrow("there is no user 'carl'");
  });

  test('is the owner of the template if a trigger creates the release', () => {
    const created = create('Gone', { triggered: { title: 'Nightly', tags: [], literal: [] } });
    expect(created).toMatchObject({ kind: 'decided', outcome: { release: { owner: 'Gone' } } });
  });
});
