import { expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import type { Input } from '../commands/registry.ts';
import type { Release } from '../model/release.ts';
import { parseInput } from '../testing/examples.ts';
import { caller, command, decide, env, fact, finished, timePassed } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import type { DecisionData } from './env.ts';
import type { Outcome } from './outcome.ts';

const lines = ({ entries }: Pick<Outcome, 'entries'>) =>
  entries.map(({ username, message }) => `${username}: ${message}`);

const noon = env().now;
const gate = { type: 'GateTask', dependencies: [{ id: 'Dependency1', target: 'Releaseother' }] };
const checking = decide(
  plan('Build: a> b. c.', { task: { b: { hasPrecondition: true } } }),
  parseInput('complete a'),
).release;

test('a command is attributed to its caller, and its consequences to the system with their cause', () => {
  const completed = decide(
    plan('Build: a> b. Test: c.'),
    command({ type: 'completeTask', taskId: 'Taska', comment: 'done' }),
  );
  expect(lines(completed)).toEqual([
    "amy: Commented on task 'a'",
    "amy: Completed task 'a'",
    "SYSTEM: Started task 'b', after amy completed task 'a'",
  ]);
  const last = decide(plan('Build: a>'), parseInput('complete a'));
  expect(lines(last)).toEqual([
    "amy: Completed task 'a'",
    "SYSTEM: Completed phase 'Build', after amy completed task 'a'",
    "SYSTEM: Completed release 'Webshop 1.0', after amy completed task 'a'",
  ]);
});

test.each<[string, Release, Input, DecisionData, readonly string[]]>([
  [
    'the end of a precondition',
    checking,
    finished('n1', true),
    {},
    ["Started task 'b', after the precondition of task 'b' ended"],
  ],
  [
    'the end of a script',
    decide(plan('Build: a. b.', { task: { a: { type: 'ScriptTask' } } }), parseInput('start')).release,
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
      (entryText) => `${entryText}, at the planned start of release 'Webshop 1.0'`,
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
    'a completed dependency',
    plan('Build: a> b.', { task: { a: gate } }),
    fact({ type: 'targetsChanged' }),
    { targets: new Map([['Releaseother', 'done']]) },
    ["Completed task 'a'", "Started task 'b'"].map(
      (entryText) => `${entryText}, after the dependencies of task 'a' were done`,
    ),
  ],
  [
    'an aborted dependency',
    plan('Build: a>', { task: { a: gate } }),
    fact({ type: 'targetsChanged' }),
    { targets: new Map([['Releaseother', 'aborted']]) },
    ["Commented on task 'a'", "Failed task 'a'", "Failed phase 'Build'", "Failed release 'Webshop 1.0'"].map(
      (entryText) => `${entryText}, after a dependency of task 'a' ended`,
    ),
  ],
  ['nothing', plan('Build: a> b.'), timePassed, {}, []],
])('automatic steps name their cause: %s', (_, release, input, world, expected) => {
  expect(lines(decide(release, input, env({ data: world })))).toEqual(expected.map((line) => `SYSTEM: ${line}`));
});

test('a request without a log entry is named as a request', () => {
  const before = plan('Build: a? b.');
  const release = { ...before, variables: [] };
  const missing = decide(release, command({ type: 'startTask', taskId: 'Taska', values: {} }));
  expect(lines(missing)).toEqual(["SYSTEM: Started task 'a', after a request of amy"]);
});

test('a release of a trigger has the trigger as its cause', () => {
  const request = {
    ...{ releaseTitle: 'R', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false },
    ...{ startedFromTaskId: null, releaseOwner: null, startsNow: true },
    triggered: { title: 'Nightly', tags: [], literal: [] },
  };
  const decision = createRelease(plan('TEMPLATE Build: a.'), request, caller('SYSTEM'), env());
  expect(decision.kind === 'decided' && lines(decision.outcome)).toEqual([
    "SYSTEM: Created release 'R', by trigger 'Nightly'",
    "SYSTEM: Started release 'R', by trigger 'Nightly'",
    "SYSTEM: Started phase 'Build', by trigger 'Nightly'",
    "SYSTEM: Started task 'a', by trigger 'Nightly'",
  ]);
});

test('the cause is the command, not one of its parts', () => {
  const precondition = { task: { a: { hasPrecondition: true } } };
  expect(lines(decide(plan('Build: a! b.', precondition), parseInput('retry a')))).toEqual([
    "amy: Restarted task 'a'",
    "SYSTEM: Started the precondition of task 'a', after amy restarted task 'a'",
    ...[`phase 'Build'`, `release 'Webshop 1.0'`].map(
      (entryText) => `SYSTEM: Restarted ${entryText}, after amy restarted task 'a'`,
    ),
  ]);
});

test('the start is the cause for a release that is created and started together', () => {
  const request = {
    ...{ releaseTitle: 'R', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false },
    ...{ startedFromTaskId: null, releaseOwner: null, startsNow: true },
  };
  const decision = createRelease(plan('TEMPLATE Build: a.'), request, caller(), env());
  expect(decision.kind === 'decided' && lines(decision.outcome).slice(1, 3)).toEqual([
    "amy: Started release 'R'",
    "SYSTEM: Started phase 'Build', after amy started release 'R'",
  ]);
});
