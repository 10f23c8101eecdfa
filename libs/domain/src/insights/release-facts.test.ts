import { expect, test } from 'vitest';
import { gateRequiring } from '../testing/approvals.ts';
import { runAt, start, waitsFor } from '../testing/history.ts';
import { command, onTask } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { categoryTimesOf } from './category-times.ts';
import { releaseFactsOf, taskFactsOf } from './release-facts.ts';
import { waitFactsOf } from './wait-facts.ts';

test('a task without a runner is not automated, and a gate waits for a team without approvals', () => {
  const planned = plan('PLANNED Build: a. gate. empty. auto.', {
    task: {
      a: { type: 'acme.Unknown' },
      gate: {
        type: 'GateTask',
        team: 'Ops',
        conditions: [{ id: 'GateCondition1', title: 'tested' }],
        dependencies: [{ id: 'Dependency1', target: 'Releaseout' }],
      },
      empty: { type: 'GateTask', team: 'QA' },
    },
  });
  const check = command({ type: 'updateCondition', conditionId: 'GateCondition1', checked: true });
  const release = runAt(
    planned,
    ['10:00', start, waitsFor('done')],
    ['10:10', onTask('completeTask', 'a'), waitsFor('done')],
    ['10:20', check, waitsFor('done')],
    ['10:25', onTask('completeTask', 'gate'), waitsFor('done')],
    ['10:30', onTask('completeTask', 'empty')],
    ['10:30', onTask('completeTask', 'auto')],
  );
  const ended = { release, createdAt: null, maxRisk: 0, hasCategories: true };
  expect(releaseFactsOf(ended)).toMatchObject({ tasks: 4, automated: 0, hasFailed: false });
  expect(
    waitFactsOf(release).map(({ source, waitingTeam, awaitedTeam }) => [source, waitingTeam, awaitedTeam]),
  ).toEqual([
    ['gate', 'Ops', null],
    ['task', 'Ops', 'Ops'],
    ['task', 'QA', 'QA'],
  ]);
});

test('a release that did not fail, and tasks that ended in advance, have no failed time and no duration', () => {
  const planned = plan('PLANNED Build: a. b. c. d.');
  const release = runAt(
    planned,
    ['10:00', start],
    ['10:05', onTask('completeTask', 'b')],
    ['10:06', onTask('skipTask', 'c', 'no')],
    ['10:10', onTask('completeTask', 'a')],
    ['10:20', onTask('failTask', 'd', 'no')],
    ['10:30', onTask('skipTask', 'd', 'no')],
  );
  const ended = { release, createdAt: null, maxRisk: 0, hasCategories: true };
  expect(taskFactsOf(ended).map(({ taskTitle, duration, failures }) => [taskTitle, duration, failures])).toEqual([
    ['a', 600_000, 0],
    ['d', null, 1],
  ]);
  expect(categoryTimesOf(release)?.exclusive).toMatchObject({ people: 1_200_000, failed: 600_000, other: 0 });
});

test('a gate waits for roles, and not for unknown targets', () => {
  const dates = { startDate: 0, endDate: 60_000 };
  const release = plan('Build: gate+', {
    task: {
      gate: {
        ...gateRequiring({ role: 'Managers' }),
        dependencies: [{ id: 'Dependency1', target: '${unknown}' }],
        run: dates,
      },
    },
  });
  expect(waitFactsOf(release)).toEqual([
    { source: 'approval', waitingTeam: null, awaitedTeam: 'Managers', targetId: null, from: 0, to: 60_000 },
  ]);
});
