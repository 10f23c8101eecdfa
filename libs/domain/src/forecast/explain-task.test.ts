import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { Message } from '../messages/message.ts';
import type { ScriptRun } from '../model/task.ts';
import { gateRequiring, teamMember } from '../testing/approvals.ts';
import { explanationContext, reasonLines } from '../testing/explanation-context.ts';
import { caller, links } from '../testing/inputs.ts';
import { at, type PlanOverrides, plan, waitingRun } from '../testing/notation.ts';
import { explainRelease, explainTask } from './explain.ts';

const taskReasonsOf = (sketch: string, name: string, more: PlanOverrides = {}) =>
  reasonLines(explainTask(plan(sketch, more), `Task${name}`, explanationContext(), caller()));

describe('a script', () => {
  type Purpose = ScriptRun['purpose'];
  const runs = (purpose: Purpose, attempt: number, lease: string, started: string | null = '11:59'): PlanOverrides => ({
    task: {
      b: {
        run: {
          script: {
            ...waitingRun('b', purpose),
            attempt,
            startedAt: started === null ? null : at(started),
            leaseUntil: at(lease),
          },
        },
      },
    },
  });
  test.each<[string, string, PlanOverrides, string, boolean]>([
    ['waits for a runner', 'B: b%', {}, 'waits for a script runner to start its precondition', false],
    [
      'runs',
      'B: b*',
      runs('failureHandler', 1, '12:01'),
      'waits for its failure handler: attempt 1 has been running since 2030-01-01 11:59:00 UTC',
      true,
    ],
    [
      'waits for runner capacity',
      'B: b<',
      runs('abort', 2, '12:01', null),
      'waits for a script runner with capacity for its abort script: attempt 2 found none',
      false,
    ],
    [
      'is retried when its runner is lost',
      'B: b&',
      runs('task', 3, '12:00'),
      'waits for a retry of its script: attempt 3, started at 2030-01-01 11:59:00 UTC, has not responded',
      false,
    ],
  ])('%s', (_, sketch, more, sentence, moving) => {
    const explained = explainRelease(plan(sketch, more), explanationContext());
    expect([reasonLines(explained), explained.moving]).toEqual([[`script: Task 'b' ${sentence}.`], moving]);
  });
});

describe('a task that the flow has not reached', () => {
  test('lists the tasks before it and their reasons', () => {
    expect(taskReasonsOf('A: a> b. | B: c= d. e.', 'e', { task: { a: { owner: 'amy' } } })).toEqual([
      "order: Task 'e' has not been reached yet: 'a', 'b' and 'd' run first.",
      "person: Task 'a' is in progress: amy has to complete it.",
    ]);
  });
  test('in a parallel group waits only for the sources of its links', () => {
    const more = { task: { g: { links: links('a>c') }, a: { owner: 'amy' } } };
    expect(taskReasonsOf('A: g>[a> b> c.]', 'c', more)).toEqual([
      "order: Task 'c' has not been reached yet: 'a' runs first.",
      "person: Task 'a' is in progress: amy has to complete it.",
    ]);
  });
  test('in a parallel group waits for the sources of a source that was completed in advance', () => {
    const more = { task: { g: { links: links('a>b b>c') }, a: { owner: 'amy' } } };
    expect(taskReasonsOf('A: g>[a> b_ c.]', 'c', more)).toEqual([
      "order: Task 'c' has not been reached yet: 'a' runs first.",
      "person: Task 'a' is in progress: amy has to complete it.",
    ]);
  });
  test('in a waiting group waits for that group', () => {
    expect(taskReasonsOf('A: g~[a.]', 'a', { task: { g: { run: { postponedUntil: at('15:00') } } } })).toEqual([
      "blackout: Task 'g' was postponed by a blackout until 2030-01-01 15:00:00 UTC. Start it now to skip the wait.",
    ]);
  });
  test('lists at most ten tasks before it, and three in the message', () => {
    const taskList = Array.from({ length: 20 }, (_, index) => `t${index}.`).join(' ');
    const [reason] = explainTask(
      plan(`A: ${taskList} z.`, { status: 'PAUSED' }),
      'Taskz',
      explanationContext(),
      caller(),
    ).reasons;
    expect(reason?.before.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `Taskt${index}`));
    expect(reason && textOf(reason.message)).toBe(
      "Task 'z' has not been reached yet: 't0', 't1', 't2' and 17 more run first.",
    );
  });
  test('waits for the start of its release', () => {
    expect(taskReasonsOf('A: a.', 'a')).toEqual([
      "notStarted: Release 'Webshop 1.0' was not started: a user has to start it.",
    ]);
  });
});

describe('the explanation', () => {
  test('of a running task contains only its own reason', () => {
    expect(taskReasonsOf('A: g>[a> b>]', 'b', { task: { b: { owner: 'bob' } } })).toEqual([
      "person: Task 'b' is in progress: bob has to complete it.",
    ]);
  });
  test.each([
    ['A: a+ b>', 'a', "Task 'a' is over: it is COMPLETED."],
    ['A#: a#', 'a', "Task 'a' is over: it is ABORTED."],
    [
      'A: a> b.',
      'b',
      "Task 'b' is PLANNED, for 2 reasons. Task 'b' has not been reached yet: 'a' runs first. Task 'a' is in progress: amy has to complete it.",
    ],
  ])('has one message: %s', (sketch, name, expected) => {
    const release = plan(sketch, { task: { a: { owner: 'amy' } } });
    expect(textOf(explainTask(release, `Task${name}`, explanationContext(), caller()).message)).toBe(expected);
  });
  test.each([
    ['A: a+', "Release 'Webshop 1.0' is over: it is COMPLETED."],
    ['IN_PROGRESS A>: a+', "Release 'Webshop 1.0' is IN_PROGRESS and is not blocked."],
    ['IN_PROGRESS A: a+', "Release 'Webshop 1.0' is IN_PROGRESS and is not blocked."],
  ])('of a release has one message: %s', (sketch, expected) => {
    expect(textOf(explainRelease(plan(sketch), explanationContext()).message)).toBe(expected);
  });
  test('of two thousand tasks contains a hundred reasons and the total count', () => {
    const taskList = Array.from({ length: 2_000 }, (_, index) => `t${index}>`).join(' ');
    const { reasons, message, ...rest } = explainRelease(plan(`A: g>[${taskList}]`), explanationContext());
    expect(reasons).toHaveLength(100);
    expect({ ...rest, sentence: textOf(message) }).toEqual({
      id: 'Release1',
      title: 'Webshop 1.0',
      status: 'IN_PROGRESS',
      moving: false,
      count: 2_000,
      sentence:
        "Release 'Webshop 1.0' is IN_PROGRESS, for 2000 reasons. Task 't0' is in progress: a user with the permission to complete tasks of others has to complete it. Task 't1' is in progress: a user with the permission to complete tasks of others has to complete it. And 1998 more.",
      unheard: null,
      lacking: null,
    });
  });
});

describe('the explanation of a gate with approval requirements', () => {
  const authorship = { createdBy: 'ann', startedBy: null, changedBy: null, revision: 1 };
  const cannot = (sketch: string, username: string, ...teams: readonly string[]) => {
    const release = plan(sketch, { authorship, task: { gate: gateRequiring() } });
    const { unheard } = explainTask(release, 'Taskgate', explanationContext(), teamMember(username, ...teams));
    const text = (refusal: Message | null | undefined) => refusal && textOf(refusal);
    return unheard && { approve: text(unheard.approve), reject: text(unheard.reject) };
  };

  test('the caller gets the reason for each verdict that they cannot give', () => {
    expect(cannot('A: gate>', 'bob', 'QA')).toEqual({ approve: null, reject: null });
    expect(cannot('A: gate>', 'bob')).toEqual({
      approve: "cannot approve task 'gate' (Taskgate): it requires team 'QA'",
      reject: "cannot reject task 'gate' (Taskgate): it requires team 'QA'",
    });
    expect(cannot('A: gate>', 'ann', 'QA')).toEqual({
      approve:
        "cannot approve task 'gate' (Taskgate): ann has created the release, and the gate requires a second person",
      reject: null,
    });
    expect(cannot('A: a> gate.', 'bob', 'QA')).toEqual({
      approve: "cannot approve task 'gate' (Taskgate) before the flow has reached it",
      reject: null,
    });
  });

  test('an ended task and other tasks have no such reasons', () => {
    expect(cannot('A: gate+ b>', 'bob')).toBeNull();
    expect(explainTask(plan('A: gate>'), 'Taskgate', explanationContext(), caller()).unheard).toBeNull();
  });
});

describe('the explanation for a participant who cannot view the release', () => {
  const outsider = caller('zoe', 'release#view');
  const reasonsOf = (sketch: string, name: string, more: PlanOverrides = {}) =>
    explainTask(plan(sketch, more), `Task${name}`, explanationContext(), outsider);

  test.each<[string, string, string, PlanOverrides, readonly string[]]>([
    [
      'a running task has its own reason',
      'A: a> b.',
      'a',
      { task: { a: { owner: 'zoe' } } },
      ["person: Task 'a' is in progress: zoe has to complete it."],
    ],
    [
      'a task that is not reached has no reasons about other tasks',
      'A: a> b.',
      'b',
      {},
      ["order: Task 'b' has not been reached yet."],
    ],
    [
      'a group has the reasons of its tasks',
      'A: g>[a> b>] c.',
      'g',
      { task: { a: { owner: 'zoe' }, b: { owner: 'bob' } } },
      [
        "person: Task 'a' is in progress: zoe has to complete it.",
        "person: Task 'b' is in progress: bob has to complete it.",
      ],
    ],
    [
      'a task in a group has no reasons about its siblings',
      'A: g>[a> b.]',
      'b',
      { task: { g: { links: links('a>b') } } },
      ["order: Task 'b' has not been reached yet."],
    ],
    [
      'reasons about an unstarted release are removed',
      'A: a.',
      'a',
      { status: 'PLANNED' },
      ["order: Task 'a' has not been reached yet."],
    ],
    ['an ended task has no reason', 'A: a+ b>', 'a', {}, []],
  ])('%s', (_, sketch, name, more, expected) => {
    const explained = reasonsOf(sketch, name, more);
    expect([reasonLines(explained), explained.count]).toEqual([expected, expected.length]);
    expect(explained.reasons.flatMap(({ before }) => before)).toEqual([]);
  });

  test('the owner of the release gets all reasons', () => {
    const release = plan('A: a> b.', { owner: 'zoe' });
    expect(reasonLines(explainTask(release, 'Taskb', explanationContext(), outsider))).toEqual(
      reasonLines(explainTask(release, 'Taskb', explanationContext(), caller())),
    );
  });

  test('a gate has the reasons for verdicts that the caller cannot give', () => {
    const { unheard } = reasonsOf('A: gate>', 'gate', { task: { gate: gateRequiring() } });
    expect(unheard?.approve?.code).toBe('gate.notAnApprover');
  });
});
