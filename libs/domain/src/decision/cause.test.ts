import { expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import type { Release } from '../model/release.ts';
import { say } from '../testing/examples.ts';
import { caller, command, decided, env, fact, finished, timePassed } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import type { World } from './env.ts';
import type { Input } from './inputs.ts';
import type { Outcome } from './outcome.ts';

const lines = ({ entries }: Pick<Outcome, 'entries'>) =>
  entries.map(({ username, message }) => `${username}: ${message}`);

const noon = env().now;
const gate = { type: 'GateTask', dependencies: [{ id: 'Dependency1', target: 'Releaseother' }] };
const checking = decided(
  plan('Build: a> b. c.', { task: { b: { hasPrecondition: true } } }),
  say('complete a'),
).release;

test('a command is attributed to its caller, and its consequences to the system with their cause', () => {
  const completed = decided(
    plan('Build: a> b. Test: c.'),
    command({ type: 'completeTask', taskId: 'Taska', comment: 'done' }),
  );
  expect(lines(completed)).toEqual([
    "amy: Commented on task 'a'",
    "amy: Completed task 'a'",
    "SYSTEM: Started task 'b', after amy completed task 'a'",
  ]);
  const last = decided(plan('Build: a>'), say('complete a'));
  expect(lines(last)).toEqual([
    "amy: Completed task 'a'",
    "SYSTEM: Completed phase 'Build', after amy completed task 'a'",
    "SYSTEM: Completed release 'Webshop 1.0', after amy completed task 'a'",
  ]);
});

test.each<[string, Release, Input, World, readonly string[]]>([
  [
    'the end of a precondition',
    checking,
    finished('n1', true),
    {},
    ["Started task 'b', after the precondition of task 'b' ended"],
  ],
  [
    'the end of a script',
    decided(plan('Build: a. b.', { task: { a: { type: 'ScriptTask' } } }), say('start')).release,
    finished('n1', true),
    {},
    ["Completed task 'a'", "Started task 'b', after the script of task 'a' ended"],
  ],
  [
    'the planned start of a release',
    plan('PLANNED Build: a.', { autoStart: true, scheduledStartDate: noon }),
    timePassed,
    {},
    ["Started release 'Webshop 1.0'", "Started phase 'Build'", "Started task 'a'"].map(
      (what) => `${what}, at the planned start of release 'Webshop 1.0'`,
    ),
  ],
  [
    'the planned start of a task',
    plan('Build: a~', { task: { a: { scheduledStartDate: noon } } }),
    timePassed,
    {},
    ["Started task 'a', at the planned start of task 'a'"],
  ],
  [
    'a dependency that is done',
    plan('Build: a> b.', { task: { a: gate } }),
    fact({ type: 'targetsChanged' }),
    { targets: new Map([['Releaseother', 'done']]) },
    ["Completed task 'a'", "Started task 'b'"].map((what) => `${what}, after the dependencies of task 'a' were done`),
  ],
  [
    'a dependency that was aborted',
    plan('Build: a>', { task: { a: gate } }),
    fact({ type: 'targetsChanged' }),
    { targets: new Map([['Releaseother', 'aborted']]) },
    ["Commented on task 'a'", "Failed task 'a'", "Failed phase 'Build'", "Failed release 'Webshop 1.0'"].map(
      (what) => `${what}, after a dependency of task 'a' ended`,
    ),
  ],
  ['nothing', plan('Build: a> b.'), timePassed, {}, []],
])('steps that the product takes itself name their cause: %s', (_, release, input, world, expected) => {
  expect(lines(decided(release, input, env({ world })))).toEqual(expected.map((line) => `SYSTEM: ${line}`));
});

test('a request without an entry of its own is named as one', () => {
  const before = plan('Build: a? b.');
  const release = { ...before, variables: [] };
  const missing = decided(release, command({ type: 'startTask', taskId: 'Taska', values: {} }));
  expect(lines(missing)).toEqual(["SYSTEM: Started task 'a', after a request of amy"]);
});

test('a release of a trigger has the trigger as cause', () => {
  const order = {
    ...{ releaseTitle: 'R', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false },
    ...{ startedFromTaskId: null, releaseOwner: null, startsNow: true },
    triggered: { title: 'Nightly', tags: [], literal: [] },
  };
  const decision = createRelease(plan('TEMPLATE Build: a.'), order, caller('SYSTEM'), env());
  expect(decision.kind === 'decided' && lines(decision.outcome)).toEqual([
    "SYSTEM: Created release 'R', by trigger 'Nightly'",
    "SYSTEM: Started release 'R', by trigger 'Nightly'",
    "SYSTEM: Started phase 'Build', by trigger 'Nightly'",
    "SYSTEM: Started task 'a', by trigger 'Nightly'",
  ]);
});

test('the cause is the command, not a part of it', () => {
  const precondition = { task: { a: { hasPrecondition: true } } };
  expect(lines(decided(plan('Build: a! b.', precondition), say('retry a')))).toEqual([
    "amy: Restarted task 'a'",
    "SYSTEM: Started the precondition of task 'a', after amy restarted task 'a'",
    ...[`phase 'Build'`, `release 'Webshop 1.0'`].map(
      (what) => `SYSTEM: Restarted ${what}, after amy restarted task 'a'`,
    ),
  ]);
});

test('of a release that is created and started at once the start is the cause', () => {
  const order = {
    ...{ releaseTitle: 'R', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false },
    ...{ startedFromTaskId: null, releaseOwner: null, startsNow: true },
  };
  const decision = createRelease(plan('TEMPLATE Build: a.'), order, caller(), env());
  expect(decision.kind === 'decided' && lines(decision.outcome).slice(1, 3)).toEqual([
    "amy: Started release 'R'",
    "SYSTEM: Started phase 'Build', after amy started release 'R'",
  ]);
});
