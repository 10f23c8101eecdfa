import { describe, expect, test } from 'vitest';
import type { Command, Fact } from '../commands/registry.ts';
import type { ScriptHttpRequest } from '../decision/script-result.ts';
import { explainRelease } from '../forecast/explain.ts';
import type { Release } from '../model/release.ts';
import { parseInput } from '../testing/examples.ts';
import { explanationContext, reasonLines } from '../testing/explanation-context.ts';
import { caller, command, decide, env, fact, log, task } from '../testing/inputs.ts';
import { at, formatPlan, noon, plan, waitingRun } from '../testing/notation.ts';

/** The script of `s` has been claimed once. */
const running = (more: object = {}): Release =>
  plan('Build: s> b.', {
    task: { s: { type: 'Script', run: { script: { ...waitingRun('s', 'task'), attempt: 1 }, ...more } } },
  });
const sleeps: Fact = { type: 'scriptSleeps', runId: 'Scripts', attempt: 1, until: at('13:00') };
const scheduled: Extract<Fact, { type: 'scriptScheduled' }> = {
  type: 'scriptScheduled',
  runId: 'Scripts',
  attempt: 1,
  script: 'acme/Poll.py',
  pauseMs: 40_000,
  output: null,
  actions: [],
};
const script = (release: Release) => task(release, 's').run.script;
const texts = ({ comments }: { comments: readonly { text: string }[] }) => comments.map(({ text }) => text);

describe('a script that sleeps', () => {
  test('is pending until its pause is over, and then continues in the same run', () => {
    const slept = decide(running(), fact(sleeps));
    expect(script(slept.release)).toEqual({
      ...waitingRun('s', 'task'),
      attempt: 1,
      leaseUntil: at('13:00'),
      timer: 'sleep',
    });
    expect(slept.awaits).toEqual([
      { taskId: 'Tasks', kind: 'script', purpose: 'task', reference: 'Scripts', until: at('13:00') },
    ]);
    expect([formatPlan(slept.release), log(slept)]).toEqual(['IN_PROGRESS Build: s> b.', []]);
    const next: Fact = { type: 'scriptStarted', runId: 'Scripts', attempt: 2, leaseUntil: at('13:05') };
    expect(decide(slept.release, fact(next), env({ now: at('12:59') })).release).toBe(slept.release);
    const awake = decide(slept.release, fact(next), env({ now: at('13:00') })).release;
    expect(script(awake)).toMatchObject({ id: 'Scripts', attempt: 2, timer: null, leaseUntil: at('13:05') });
  });

  test('has an explanation', () => {
    const explained = explainRelease(decide(running(), fact(sleeps)).release, explanationContext());
    expect([reasonLines(explained), explained.moving]).toEqual([
      ["script: Task 's' sleeps until 2030-01-01 13:00:00 UTC, in its script."],
      false,
    ]);
    const overdueReasons = explainRelease(
      decide(running(), fact(sleeps)).release,
      explanationContext({ now: at('13:00') }),
    );
    expect(reasonLines(overdueReasons)).toEqual(["script: Task 's' waits for a script runner to start its script."]);
  });

  test('is ignored if another attempt has begun', () => {
    const release = running();
    expect(decide(release, fact({ ...sleeps, attempt: 0 })).release).toBe(release);
  });
});

describe('a script that schedules another one', () => {
  test('ends successfully, and its task waits for a run of the next script', () => {
    const outcome = decide(running(), fact(scheduled));
    expect(script(outcome.release)).toEqual({
      ...waitingRun('n1', 'task'),
      leaseUntil: noon + 40_000,
      timer: 'poll',
      script: 'acme/Poll.py',
    });
    expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Build: s> b.');
    expect(outcome.awaits).toEqual([
      { taskId: 'Tasks', kind: 'script', purpose: 'task', reference: 'Scriptn1', until: noon + 40_000 },
    ]);
    expect(outcome.entries.map(({ activityType, message }) => [activityType, message])).toEqual([
      ['TASK_SCRIPT_SCHEDULED', "Scheduled 'acme/Poll.py' for task 's'"],
    ]);
  });

  test('has an explanation', () => {
    const { release } = decide(running(), fact(scheduled));
    expect(reasonLines(explainRelease(release, explanationContext()))).toEqual([
      "script: Task 's' polls again in 40 s: its script 'acme/Poll.py' runs at 2030-01-01 12:00:40 UTC.",
    ]);
    expect(reasonLines(explainRelease(release, explanationContext({ now: noon + 40_000 })))).toEqual([
      "script: Task 's' waits for a script runner to start its script 'acme/Poll.py'.",
    ]);
  });

  test('applies its output, its output properties, and its actions', () => {
    const actions: readonly Command[] = [{ type: 'commentTask', taskId: 'Tasks', comment: 'asked' }];
    const report = {
      output: 'printed',
      actions: actions,
      outputs: { names: ['buildNumber'], properties: { buildNumber: 7 } },
    };
    const outcome = decide(running({ mapped: { buildNumber: '1' } }), fact({ ...scheduled, ...report }));
    expect(texts(outcome)).toEqual(['printed', 'asked']);
    expect(task(outcome.release, 's').passive).toEqual({ kind: 'stored', changes: { properties: { buildNumber: 7 } } });
    expect(task(outcome.release, 's').run.mapped).toBeNull();
  });

  test('stores the times of the lines that its output still has after it was cut', () => {
    const lineTimes = [
      [0, noon],
      [1, noon + 10],
      [2, noon + 20],
    ] as const;
    const timesOf = (output: string | null, times?: typeof lineTimes) =>
      decide(running(), fact({ ...scheduled, output, ...(times && { lineTimes: times }) })).comments.map(
        (comment) => comment.lineTimes,
      );
    expect(timesOf('a\nb', lineTimes)).toEqual([lineTimes.slice(0, 2)]);
    expect([timesOf('a'), timesOf(null, lineTimes)]).toEqual([[undefined], []]);
  });

  test('is logged once, independent of the number of polls', () => {
    const polls = plan('Build: s>', {
      task: {
        s: { type: 'Script', run: { script: { ...waitingRun('s', 'task'), attempt: 1, script: 'acme/Poll.py' } } },
      },
    });
    expect(log(decide(polls, fact(scheduled)))).toEqual([]);
    expect(log(decide(polls, fact({ ...scheduled, script: 'acme/Other.py' })))).toEqual(['TASK_SCRIPT_SCHEDULED s']);
  });

  test('adds one comment for equal outputs', () => {
    const pollAgain = (release: Release, output: string | null) =>
      decide(
        release,
        fact({ ...scheduled, runId: script(release)?.id ?? '', attempt: script(release)?.attempt ?? 0, output }),
      );
    const first = pollAgain(running(), 'waiting');
    const silent = pollAgain(first.release, null);
    const same = pollAgain(silent.release, 'waiting');
    const third = pollAgain(same.release, 'still waiting');
    expect([first, silent, same, third].map(texts)).toEqual([['waiting'], [], [], ['still waiting']]);
    const long = 'x'.repeat(1_001);
    const twice = pollAgain(pollAgain(third.release, long).release, long);
    expect([texts(twice), script(twice.release)?.printed]).toEqual([[long], null]);
  });

  test('schedules nothing after its own actions have skipped its task', () => {
    const outcome = decide(running(), fact({ ...scheduled, actions: [{ type: 'skipTask', taskId: 'Tasks' }] }));
    expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Build: s- b>');
  });

  test('as an abort script stays an abort script', () => {
    const aborting = plan('Build: s<', {
      task: { s: { type: 'Script', run: { script: { ...waitingRun('s', 'abort'), attempt: 1 } } } },
    });
    const { release } = decide(aborting, fact(scheduled));
    expect(formatPlan(release)).toBe('IN_PROGRESS Build: s<');
    expect(script(release)).toMatchObject({ purpose: 'abort', timer: 'poll' });
  });

  test.each([
    ['precondition', '%', 'FAILED Build: s!'],
    ['failure handler', '*', 'FAILED Build: s!'],
  ])('as a %s has failed', (name, statusMark, shown) => {
    const outcome = decide(plan(`Build: s${statusMark}`), fact({ ...scheduled, attempt: 0, output: 'printed' }));
    expect(formatPlan(outcome.release)).toBe(shown);
    expect(texts(outcome)).toEqual(['printed', `A ${name} cannot schedule a script.`]);
  });

  test('is ignored if another attempt has begun', () => {
    const release = running();
    expect(decide(release, fact({ ...scheduled, attempt: 0 })).release).toBe(release);
  });
});

describe('a task that polls', () => {
  const polling = (more: object = {}): Release => decide(running(more), fact(scheduled)).release;

  test('is aborted immediately', () => {
    const aborted = decide(polling(), parseInput('stop s'));
    expect([formatPlan(aborted.release), aborted.awaits]).toEqual(['FAILED Build: s! b.', []]);
  });
  test('is aborted by the abort script of its type', () => {
    const types = new Set(['Script']);
    const automatedTypes = { has: (type: string) => types.has(type), withAbortScript: types };
    const { release } = decide(polling(), parseInput('stop s'), env({ automatedTypes }));
    expect(formatPlan(release)).toBe('IN_PROGRESS Build: s^ b.');
    expect(script(release)).toEqual(waitingRun('n1', 'abort'));
  });
  test('can be skipped manually', () => {
    const skipped = decide(polling(), parseInput('skip s'));
    expect([formatPlan(skipped.release), skipped.awaits]).toEqual(['IN_PROGRESS Build: s- b>', []]);
  });
  test('ends with its release', () => {
    const ended = decide(polling(), parseInput('abort'));
    expect([formatPlan(ended.release), ended.awaits]).toEqual(['ABORTED Build: s# b#', []]);
  });
  test('starts again when it is retried', () => {
    const failed = decide(polling(), parseInput('stop s')).release;
    expect(script(decide(failed, parseInput('retry s')).release)).toEqual(waitingRun('n1', 'task'));
  });
  test('is copied without its timer', () => {
    const copying = command({ type: 'copyTask', taskId: 'Tasks', containerId: 'PhaseBuild' }, caller());
    const { release } = decide(polling(), copying);
    expect(task(release, 'n1').run).toMatchObject({ status: 'PLANNED', script: null });
    const restarted = decide(polling(), parseInput('restart Build resume')).release;
    expect(formatPlan(restarted)).toBe('IN_PROGRESS Build-: s- b- | Build (2): s& b.');
    expect(restarted.phases[1]?.tasks[0]?.run.script).toMatchObject({ timer: null, script: null, leaseUntil: null });
  });
});

describe('requests of a script', () => {
  const request: ScriptHttpRequest = {
    at: at('11:59'),
    method: 'GET',
    host: 'ci.example.com',
    status: 200,
    durationMs: 34.6,
  };
  const lines = (news: Fact) =>
    decide(running(), fact(news)).entries.map(({ message, eventTime, username }) => [message, eventTime, username]);

  test('are logged with their time, independent of the result of the script', () => {
    const requests = [request, { ...request, at: at('12:30'), method: 'POST', status: null }];
    const expected = [
      ["HTTP GET ci.example.com: 200 after 35 ms, for task 's'", at('11:59'), 'SYSTEM'],
      ["HTTP POST ci.example.com: no response after 35 ms, for task 's'", noon, 'SYSTEM'],
    ];
    const run = { runId: 'Scripts', attempt: 1, requests };
    expect(lines({ ...sleeps, requests })).toEqual(expected);
    expect(lines({ type: 'scriptReleased', retryAt: noon, ...run })).toEqual(expected);
    expect(lines({ ...scheduled, requests }).slice(0, 2)).toEqual(expected);
    const result = { status: 'succeeded', value: true, output: null } as const;
    expect(lines({ type: 'scriptFinished', result, actions: [], ...run }).slice(0, 2)).toEqual(expected);
  });

  test('of a canceled run are logged with the unknown result, independent of the status of the task', () => {
    const aborted = decide(running(), parseInput('stop s')).release;
    const report: Fact = { type: 'scriptCanceled', taskId: 'Tasks', requests: [request], comment: 'It is not known.' };
    const outcome = decide(aborted, fact(report));
    expect([formatPlan(outcome.release), log(outcome), texts(outcome)]).toEqual([
      'FAILED Build: s! b.',
      ['TASK_HTTP_REQUEST s', 'COMMENT_ADDED s'],
      ['It is not known.'],
    ]);
    expect(decide(aborted, fact({ ...report, requests: [], comment: null })).release).toBe(aborted);
    expect(log(decide(aborted, fact({ ...report, taskId: 'Taskgone' })))).toEqual([]);
  });

  test('above a hundred share an entry', () => {
    const logLines = lines({ ...sleeps, requests: Array.from({ length: 420 }, () => request) });
    expect(logLines).toHaveLength(101);
    expect(logLines.at(-1)).toEqual(["HTTP: and 320 more, for task 's'", noon, 'SYSTEM']);
  });
});
