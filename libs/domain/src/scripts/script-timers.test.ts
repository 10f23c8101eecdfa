import { describe, expect, test } from 'vitest';
import type { Command, Fact } from '../decision/inputs.ts';
import type { MadeRequest } from '../decision/script-result.ts';
import { explainRelease } from '../insight/explain.ts';
import type { Release } from '../model/release.ts';
import { around, told } from '../testing/circumstances.ts';
import { say } from '../testing/examples.ts';
import { caller, command, decided, env, fact, log, task } from '../testing/inputs.ts';
import { at, noon, plan, show, waitingRun } from '../testing/notation.ts';

/** The script of `s` has been taken up once. */
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
    const slept = decided(running(), fact(sleeps));
    expect(script(slept.release)).toEqual({
      ...waitingRun('s', 'task'),
      attempt: 1,
      leaseUntil: at('13:00'),
      timer: 'sleep',
    });
    expect(slept.awaits).toEqual([
      { taskId: 'Tasks', kind: 'script', purpose: 'task', reference: 'Scripts', until: at('13:00') },
    ]);
    expect([show(slept.release), log(slept)]).toEqual(['IN_PROGRESS Build: s> b.', []]);
    const next: Fact = { type: 'scriptStarted', runId: 'Scripts', attempt: 2, leaseUntil: at('13:05') };
    expect(decided(slept.release, fact(next), env({ now: at('12:59') })).release).toBe(slept.release);
    const awake = decided(slept.release, fact(next), env({ now: at('13:00') })).release;
    expect(script(awake)).toMatchObject({ id: 'Scripts', attempt: 2, timer: null, leaseUntil: at('13:05') });
  });

  test('is explained', () => {
    const explained = explainRelease(decided(running(), fact(sleeps)).release, around());
    expect([told(explained), explained.moving]).toEqual([
      ["script: Task 's' sleeps until 2030-01-01 13:00:00 UTC, in its script."],
      false,
    ]);
    const over = explainRelease(decided(running(), fact(sleeps)).release, around({ now: at('13:00') }));
    expect(told(over)).toEqual(["script: Task 's' waits for a script runner to take up its script."]);
  });

  test('changes nothing when another attempt has begun', () => {
    const release = running();
    expect(decided(release, fact({ ...sleeps, attempt: 0 })).release).toBe(release);
  });
});

describe('a script that schedules another one', () => {
  test('has ended well, and its task waits for a new run of that one', () => {
    const outcome = decided(running(), fact(scheduled));
    expect(script(outcome.release)).toEqual({
      ...waitingRun('n1', 'task'),
      leaseUntil: noon + 40_000,
      timer: 'poll',
      script: 'acme/Poll.py',
    });
    expect(show(outcome.release)).toBe('IN_PROGRESS Build: s> b.');
    expect(outcome.awaits).toEqual([
      { taskId: 'Tasks', kind: 'script', purpose: 'task', reference: 'Scriptn1', until: noon + 40_000 },
    ]);
    expect(outcome.entries.map(({ activityType, message }) => [activityType, message])).toEqual([
      ['TASK_SCRIPT_SCHEDULED', "Scheduled 'acme/Poll.py' for task 's'"],
    ]);
  });

  test('is explained', () => {
    const { release } = decided(running(), fact(scheduled));
    expect(told(explainRelease(release, around()))).toEqual([
      "script: Task 's' polls again in 40 s: its script 'acme/Poll.py' runs at 2030-01-01 12:00:40 UTC.",
    ]);
    expect(told(explainRelease(release, around({ now: noon + 40_000 })))).toEqual([
      "script: Task 's' waits for a script runner to take up its script 'acme/Poll.py'.",
    ]);
  });

  test('applies its output, its output properties, and its actions', () => {
    const asked: readonly Command[] = [{ type: 'commentTask', taskId: 'Tasks', comment: 'asked' }];
    const left = {
      output: 'printed',
      actions: asked,
      outputs: { names: ['buildNumber'], properties: { buildNumber: 7 } },
    };
    const outcome = decided(running({ mapped: { buildNumber: '1' } }), fact({ ...scheduled, ...left }));
    expect(texts(outcome)).toEqual(['printed', 'asked']);
    expect(task(outcome.release, 's').passive).toEqual({ kind: 'stored', changes: { properties: { buildNumber: 7 } } });
    expect(task(outcome.release, 's').run.mapped).toBeNull();
  });

  test('is logged once, independent of the number of polls', () => {
    const polls = plan('Build: s>', {
      task: {
        s: { type: 'Script', run: { script: { ...waitingRun('s', 'task'), attempt: 1, script: 'acme/Poll.py' } } },
      },
    });
    expect(log(decided(polls, fact(scheduled)))).toEqual([]);
    expect(log(decided(polls, fact({ ...scheduled, script: 'acme/Other.py' })))).toEqual(['TASK_SCRIPT_SCHEDULED s']);
  });

  test('and prints what it printed before has one comment', () => {
    const again = (release: Release, output: string | null) =>
      decided(
        release,
        fact({ ...scheduled, runId: script(release)?.id ?? '', attempt: script(release)?.attempt ?? 0, output }),
      );
    const first = again(running(), 'waiting');
    const silent = again(first.release, null);
    const same = again(silent.release, 'waiting');
    const other = again(same.release, 'still waiting');
    expect([first, silent, same, other].map(texts)).toEqual([['waiting'], [], [], ['still waiting']]);
    const long = 'x'.repeat(1_001);
    const twice = again(again(other.release, long).release, long);
    expect([texts(twice), script(twice.release)?.printed]).toEqual([[long], null]);
  });

  test('schedules nothing after its own actions have skipped its task', () => {
    const outcome = decided(running(), fact({ ...scheduled, actions: [{ type: 'skipTask', taskId: 'Tasks' }] }));
    expect(show(outcome.release)).toBe('IN_PROGRESS Build: s- b>');
  });

  test('as an abort script stays an abort script', () => {
    const aborting = plan('Build: s<', {
      task: { s: { type: 'Script', run: { script: { ...waitingRun('s', 'abort'), attempt: 1 } } } },
    });
    const { release } = decided(aborting, fact(scheduled));
    expect(show(release)).toBe('IN_PROGRESS Build: s<');
    expect(script(release)).toMatchObject({ purpose: 'abort', timer: 'poll' });
  });

  test.each([
    ['precondition', '%', 'FAILED Build: s!'],
    ['failure handler', '*', 'FAILED Build: s!'],
  ])('as a %s has failed', (name, mark, shown) => {
    const outcome = decided(plan(`Build: s${mark}`), fact({ ...scheduled, attempt: 0, output: 'printed' }));
    expect(show(outcome.release)).toBe(shown);
    expect(texts(outcome)).toEqual(['printed', `A ${name} cannot schedule a script.`]);
  });

  test('changes nothing when another attempt has begun', () => {
    const release = running();
    expect(decided(release, fact({ ...scheduled, attempt: 0 })).release).toBe(release);
  });
});

describe('a task that polls', () => {
  const polling = (more: object = {}): Release => decided(running(more), fact(scheduled)).release;

  test('is aborted at once', () => {
    const aborted = decided(polling(), say('stop s'));
    expect([show(aborted.release), aborted.awaits]).toEqual(['FAILED Build: s! b.', []]);
  });
  test('is aborted by the abort script of its type, which is that script from its start', () => {
    const types = new Set(['Script']);
    const automatedTypes = { has: (type: string) => types.has(type), withAbortScript: types };
    const { release } = decided(polling(), say('stop s'), env({ automatedTypes }));
    expect(show(release)).toBe('IN_PROGRESS Build: s^ b.');
    expect(script(release)).toEqual(waitingRun('n1', 'abort'));
  });
  test('can be skipped manually', () => {
    const skipped = decided(polling(), say('skip s'));
    expect([show(skipped.release), skipped.awaits]).toEqual(['IN_PROGRESS Build: s- b>', []]);
  });
  test('ends with its release', () => {
    const ended = decided(polling(), say('abort'));
    expect([show(ended.release), ended.awaits]).toEqual(['ABORTED Build: s# b#', []]);
  });
  test('starts again when it is retried', () => {
    const failed = decided(polling(), say('stop s')).release;
    expect(script(decided(failed, say('retry s')).release)).toEqual(waitingRun('n1', 'task'));
  });
  test('is copied without its timer', () => {
    const copying = command({ type: 'copyTask', taskId: 'Tasks', containerId: 'PhaseBuild' }, caller());
    const { release } = decided(polling(), copying);
    expect(task(release, 'n1').run).toMatchObject({ status: 'PLANNED', script: null });
    const restarted = decided(polling(), say('restart Build resume')).release;
    expect(show(restarted)).toBe('IN_PROGRESS Build-: s- b- | Build (2): s& b.');
    expect(restarted.phases[1]?.tasks[0]?.run.script).toMatchObject({ timer: null, script: null, leaseUntil: null });
  });
});

describe('requests of a script', () => {
  const request: MadeRequest = {
    at: at('11:59'),
    method: 'GET',
    host: 'ci.example.com',
    status: 200,
    durationMs: 34.6,
  };
  const lines = (news: Fact) =>
    decided(running(), fact(news)).entries.map(({ message, eventTime, username }) => [message, eventTime, username]);

  test('are logged with their time, independent of the result of the script', () => {
    const requests = [request, { ...request, at: at('12:30'), method: 'POST', status: null }];
    const expected = [
      ["HTTP GET ci.example.com: 200 after 35 ms, for task 's'", at('11:59'), 'SYSTEM'],
      ["HTTP POST ci.example.com: no answer after 35 ms, for task 's'", noon, 'SYSTEM'],
    ];
    const run = { runId: 'Scripts', attempt: 1, requests };
    expect(lines({ ...sleeps, requests })).toEqual(expected);
    expect(lines({ type: 'scriptReleased', retryAt: noon, ...run })).toEqual(expected);
    expect(lines({ ...scheduled, requests }).slice(0, 2)).toEqual(expected);
    const result = { ended: 'well', value: true, output: null } as const;
    expect(lines({ type: 'scriptFinished', result, actions: [], ...run }).slice(0, 2)).toEqual(expected);
  });

  test('of a canceled run are logged too, with the unknown result, independent of the status of the task', () => {
    const aborted = decided(running(), say('stop s')).release;
    const left: Fact = { type: 'scriptGivenUp', taskId: 'Tasks', requests: [request], comment: 'It is not known.' };
    const outcome = decided(aborted, fact(left));
    expect([show(outcome.release), log(outcome), texts(outcome)]).toEqual([
      'FAILED Build: s! b.',
      ['TASK_HTTP_REQUEST s', 'COMMENT_ADDED s'],
      ['It is not known.'],
    ]);
    expect(decided(aborted, fact({ ...left, requests: [], comment: null })).release).toBe(aborted);
    expect(log(decided(aborted, fact({ ...left, taskId: 'Taskgone' })))).toEqual([]);
  });

  test('beyond a hundred share a line', () => {
    const told = lines({ ...sleeps, requests: Array.from({ length: 420 }, () => request) });
    expect(told).toHaveLength(101);
    expect(told.at(-1)).toEqual(["HTTP: and 320 more, for task 's'", noon, 'SYSTEM']);
  });
});
