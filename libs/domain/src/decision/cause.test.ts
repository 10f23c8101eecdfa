import { expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import { say } from '../testing/examples.ts';
import { caller, command, decided, env, finished, timePassed } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import type { Outcome } from './outcome.ts';

const lines = ({ entries }: Pick<Outcome, 'entries'>) =>
  entries.map(({ username, message }) => `${username}: ${message}`);

test('what a user asks for is theirs, and what follows is of the system, after that', () => {
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

test('what the product reports itself needs no cause', () => {
  const checking = decided(plan('Build: a> b. c.', { task: { b: { hasPrecondition: true } } }), say('complete a'));
  expect(lines(decided(checking.release, finished('n1', true)))).toEqual(["SYSTEM: Started task 'b'"]);
  expect(lines(decided(plan('Build: a> b.'), timePassed))).toEqual([]);
});

test('a request without an entry of its own is named as one', () => {
  const before = plan('Build: a? b.');
  const release = { ...before, variables: [] };
  const missing = decided(release, command({ type: 'startTask', taskId: 'Taska', values: {} }));
  expect(lines(missing)).toEqual(["SYSTEM: Started task 'a', after a request of amy"]);
});

test('a release of a trigger says by which', () => {
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

test('the cause is what was asked for, not what comes with it', () => {
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
