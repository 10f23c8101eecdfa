import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { findTaskPosition } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { taskStatuses } from '../model/status.ts';
import { approve, gateRequiring, reject, teamMember } from '../testing/approvals.ts';
import { applyInputs, env, onTask, timePassed, variable } from '../testing/inputs.ts';
import { at, noon, plan, type TaskOverrides, waitingRun } from '../testing/notation.ts';
import { waitKindOf, waitOf } from './task-waits.ts';

const taskIn = (release: Release, name = 'a') => findTaskPosition(release, `Task${name}`)!.task;

/** The kind, the message, the automatic end and the actors of the wait of task `a`, in one line. */
function lineOf(release: Release): string | null {
  const wait = waitOf({ task: taskIn(release), release, isLocked: false }, noon);
  if (wait === null) return null;
  const actors = wait.actors.map(({ kind, name }) => `${kind} ${name}`);
  const until = wait.until === null ? [] : [`until ${new Date(wait.until).toISOString().slice(11, 16)}`];
  return [wait.kind, textOf(wait.message), ...until, ...actors].join(' | ');
}
const wait = (sketch: string, a: TaskOverrides = {}) =>
  lineOf(plan(sketch, { task: { a }, variables: [variable('v')] }));

describe('the wait of a task', () => {
  const amy = { owner: 'amy' };
  test.each<[string, string | null, string, TaskOverrides]>([
    ['for a user', "person | Task 'a' is in progress: amy has to complete it. | user amy", 'B: a>', amy],
    [
      'for a user in a team',
      "person | Task 'a' is in progress: amy has to complete it. | user amy | team Ops",
      'B: a>',
      { ...amy, team: 'Ops' },
    ],
    [
      'for values of a user input task',
      "input | Task 'a' is in progress: amy has to fill in the values and complete it. | user amy",
      'B: a>',
      { ...amy, type: 'UserInputTask' },
    ],
    [
      'for values',
      "input | Task 'a' needs a value for 'v', from amy. | user amy",
      'B: a?',
      { ...amy, uses: { description: ['v'] } },
    ],
    [
      'for an event',
      "event | Task 'a' waits for an event, or for amy to complete it. | user amy",
      'B: a>',
      { ...amy, type: 'events.WaitForJsonEvent' },
    ],
    [
      'for a gate',
      "gate | Gate 'a' has no blockers: amy has to complete it. | user amy",
      'B: a>',
      { ...amy, type: 'GateTask' },
    ],
    ['after a failure', "failed | Task 'a' has failed: amy has to retry or skip it. | user amy", 'B: a!', amy],
    [
      'of a script without a runner',
      "person | Task 'a' is in progress: amy has to complete it. | user amy",
      'B: a>',
      { ...amy, type: 'x.Y' },
    ],
    [
      'for capacity',
      "capacity | Task 'a' waits for capacity: too many releases that tasks created are running.",
      'B: a>',
      { ...amy, type: 'CreateReleaseTask' },
    ],
    [
      'for its start date',
      "date | Task 'a' waits for its start date, 2030-01-01 15:00:00 UTC. Start it now to skip the wait. | until 15:00",
      'B: a~',
      { scheduledStartDate: at('15:00') },
    ],
    [
      'without a start date',
      "date | Task 'a' waits for its start date, 2030-01-01 12:00:00 UTC. Start it now to skip the wait.",
      'B: a~',
      {},
    ],
    [
      'for the end of a blackout',
      "date | Task 'a' was postponed by a blackout until 2030-01-01 15:00:00 UTC. Start it now to skip the wait. | until 15:00",
      'B: a~',
      { run: { postponedUntil: at('15:00') } },
    ],
    [
      'for its precondition',
      "precondition | Task 'a' waits for a script runner to start its precondition.",
      'B: a%',
      {},
    ],
    [
      'for its precondition that is not queued',
      "precondition | Task 'a' waits for a script runner to start its precondition.",
      'B: a%',
      { run: { script: null } },
    ],
    ['of a started group', null, 'B: a>[b>]', {}],
    [
      'of a group before its start',
      "date | Task 'a' waits for its start date, 2030-01-01 15:00:00 UTC. Start it now to skip the wait. | until 15:00",
      'B: a~[b.]',
      { scheduledStartDate: at('15:00') },
    ],
    ['of a queued script', null, 'B: a&', {}],
    ['of a running script', null, 'B: a>', { run: { script: waitingRun('a', 'task') } }],
    [
      'of a team',
      "person | Task 'a' is in progress: a member of team 'Ops' has to complete it. | team Ops",
      'B: a>',
      { team: 'Ops' },
    ],
  ])('%s', (_, line, sketch, a) => {
    expect(wait(sketch, a)).toBe(line);
  });

  test('for approvals names the approvers, and the assignees for conditions', () => {
    const gate = gateRequiring({ count: 1 }, { role: 'Auditors', team: null, count: 1 });
    const conditions = [{ id: 'GateCondition1', title: 'signed' }];
    const actorsOf = (release: Release) =>
      waitOf({ task: taskIn(release), release, isLocked: false }, noon)?.actors.map(({ name }) => name);
    const gateIn = (a: TaskOverrides) => plan('Ship: a>', { task: { a: { ...gate, owner: 'amy', ...a } } });
    expect(actorsOf(gateIn({}))).toEqual(['QA', 'Auditors']);
    expect(actorsOf(gateIn({ conditions }))).toEqual(['amy', 'QA', 'Auditors']);
    expect(actorsOf(gateIn({ conditions, run: { checked: ['GateCondition1'] } }))).toEqual(['QA', 'Auditors']);
    const half = applyInputs(gateIn({}), env(), approve(teamMember('ann', 'QA'), 'a'));
    expect(actorsOf(half)).toEqual(['Auditors']);
    const rejected = plan('Ship: a>', { task: { a: { ...gateRequiring(), owner: 'amy' } } });
    const qa = (name: string) => teamMember(name, 'QA');
    expect(actorsOf(applyInputs(rejected, env(), reject(qa('bob'), 'no', 'a'), approve(qa('ann'), 'a')))).toEqual([
      'amy',
    ]);
  });

  test('exists only in some statuses', () => {
    const kinds = taskStatuses.filter((status) => {
      const task = taskIn(plan('B: a.'));
      return waitKindOf({ ...task, run: { ...task.run, status } }) !== null;
    });
    expect(kinds).toEqual(['PENDING', 'IN_PROGRESS', 'FAILED', 'PRECONDITION_IN_PROGRESS', 'WAITING_FOR_INPUT']);
  });
});

describe('a task that waits', () => {
  /** The stored start of the wait, or else the start and the end of the task. */
  const sinceOf = (release: Release): string => {
    const { waitingSince, startDate, endDate } = taskIn(release).run;
    const times = waitingSince === null ? [startDate, endDate] : [waitingSince];
    return times.map((time) => (time === null ? '-' : new Date(time).toISOString().slice(11, 16))).join(' ');
  };
  const startedAt = (a: TaskOverrides, ...times: readonly string[]) =>
    times.reduce(
      (release, time) => applyInputs(release, env({ now: at(time) }), timePassed),
      plan('B: a.', { task: { a }, variables: [variable('v')], status: 'IN_PROGRESS' }),
    );
  const needsValue = { uses: { description: ['v'] } };
  const delayed = { scheduledStartDate: at('15:00') };

  test.each<[string, string, TaskOverrides, readonly string[]]>([
    ['in progress, waits since its start', '12:00 -', {}, ['12:00', '13:00']],
    ['for its start date, waits since its first delay', '12:00', delayed, ['12:00', '13:00']],
    ['for values, stores the time', '12:00', needsValue, ['12:00', '13:00']],
    ['for values after a delay, stores the later time', '15:00', { ...delayed, ...needsValue }, ['12:00', '15:00']],
    ['for its precondition, stores the time', '12:00', { hasPrecondition: true }, ['12:00', '13:00']],
    ['in progress after a delay, waits since its start', '15:00 -', delayed, ['12:00', '15:00']],
  ])('%s', (_, since, a, times) => {
    expect(sinceOf(startedAt(a, ...times))).toBe(since);
  });

  test('after a failure and a retry, stores the time of the retry', () => {
    const failed = applyInputs(startedAt({}, '12:00'), env({ now: at('13:00') }), onTask('failTask', 'a'));
    expect(sinceOf(failed)).toBe('12:00 13:00');
    const retried = applyInputs(failed, env({ now: at('14:00') }), onTask('retryTask', 'a'));
    expect(sinceOf(retried)).toBe('14:00');
  });

  test('before a blackout ends again, waits since its first delay', () => {
    const release = plan('B: a~', {
      task: { a: { ...delayed, delayDuringBlackout: true, run: { waitingSince: at('11:00') } } },
    });
    const blackouts = [{ id: 'Blackout1', startDate: at('14:00'), endDate: at('16:00') }];
    const environment = env({ now: at('15:00') });
    const data = { ...environment.data, blackouts };
    expect(sinceOf(applyInputs(release, { ...environment, data }, timePassed))).toBe('11:00');
  });
});
