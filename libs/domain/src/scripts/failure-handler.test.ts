import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import { explainRelease } from '../forecast/explain.ts';
import { examples, parseInput } from '../testing/examples.ts';
import { explanationContext, reasonLines } from '../testing/explanation-context.ts';
import { applyInputs, caller, decide, env, fact, finished, log, task, variable } from '../testing/inputs.ts';
import { formatPlan, noon, plan, type TaskOverrides } from '../testing/notation.ts';

const handled = (overrides: TaskOverrides): TaskOverrides => ({
  taskFailureHandlerEnabled: true,
  hasFailureHandler: true,
  ...overrides,
});
const tasks = {
  skips: handled({ taskRecoverOp: 'SKIP_TASK' }),
  restarts: handled({ taskRecoverOp: 'RESTART_PHASE' }),
  runs: handled({ taskRecoverOp: 'RUN_SCRIPT' }),
  silent: handled({ taskRecoverOp: null }),
  off: handled({ taskRecoverOp: 'SKIP_TASK', taskFailureHandlerEnabled: false }),
  empty: handled({ taskRecoverOp: 'RUN_SCRIPT', hasFailureHandler: false }),
  script: handled({ type: 'Script', taskRecoverOp: 'RUN_SCRIPT' }),
  skipped: handled({ type: 'Script', taskRecoverOp: 'SKIP_TASK' }),
  grouped: handled({ taskRecoverOp: 'RUN_SCRIPT', hasPrecondition: true }),
};

const rows = examples(`
  SKIP_TASK skips the task
    Ship: skips> b. => fail skips => IN_PROGRESS Ship: skips- b>
    Ship: skipped& b. => answer skipped sys.exit(1) => IN_PROGRESS Ship: skipped- b>
  RESTART_PHASE restarts the latest version of the current phase and resumes
    Ship: a+ restarts> b. => fail restarts => IN_PROGRESS Ship-: a+ restarts- b- | Ship (2): a> restarts. b.
    Ship: p>[restarts> b>] => fail restarts => IN_PROGRESS Ship-: p-[restarts- b-] | Ship (2): p>[restarts> b>]
  RUN_SCRIPT queues the handler, which a runner takes up
    Ship: runs> b. => fail runs => IN_PROGRESS Ship: runs$ b.
    Ship: silent> b. => fail silent => IN_PROGRESS Ship: silent$ b.
    Ship: runs$ b. => taken runs => IN_PROGRESS Ship: runs* b.
    Ship: script& => answer script Traceback => IN_PROGRESS Ship: script$
  a handler that does nothing, raises or times out leaves the task FAILED
    Ship: runs* b. => answer runs true => FAILED Ship: runs! b.
    Ship: runs* b. => answer runs Traceback => FAILED Ship: runs! b.
    Ship: runs$ b. => answer runs true => FAILED Ship: runs! b.
  a disabled or empty handler does not run
    Ship: off> => fail off => FAILED Ship: off!
    Ship: empty> => fail empty => FAILED Ship: empty!
  while a handler runs the release is IN_PROGRESS, or FAILING if a sibling has failed
    Ship: p>[runs> b>] => fail runs => IN_PROGRESS Ship: p>[runs$ b>]
    Ship: p/[runs> b!] => fail runs => FAILING Ship: p/[runs$ b!]
    Ship: p/[runs* b!] => answer runs true => FAILED Ship: p![runs! b!]
  an abort runs no handler, and ends a running one
    Ship: script& => stop script => FAILED Ship: script!
    Ship: runs* => stop runs => FAILED Ship: runs!
    Ship: runs$ => stop runs => FAILED Ship: runs!
  a failed precondition also runs the handler, also for a group
    Ship: runs% => answer runs NameError => IN_PROGRESS Ship: runs$
    Ship: grouped%[a. b.] => answer grouped NameError => IN_PROGRESS Ship: grouped$[a. b.]
`);

test.each(rows)('%s: %s, %s', (_, sketch, inputText, expected) => {
  expect(formatPlan(decide(plan(sketch, { task: tasks }), parseInput(inputText)).release)).toBe(expected);
});

const acting = (...actions: readonly Command[]) => finished('runs', true, ...actions);
const own = { taskId: 'Taskruns' };

describe('the actions of a handler on its own task apply as if the task were FAILED', () => {
  const running = plan('Ship: runs* b.', { task: tasks, variables: [variable('attempt', '1')] });
  const outcome = (...actions: readonly Command[]) => formatPlan(decide(running, acting(...actions)).release);

  test('a retry restarts it', () => {
    expect(outcome({ type: 'retryTask', ...own })).toBe('IN_PROGRESS Ship: runs> b.');
  });
  test('a skip skips it', () => {
    expect(outcome({ type: 'skipTask', ...own, comment: 'given up' })).toBe('IN_PROGRESS Ship: runs- b>');
  });
  test('variables can be set before a retry', () => {
    const wrote = acting(
      { type: 'updateVariable', variableId: 'Variableattempt', patch: { value: '2' } },
      { type: 'addVariable', variable: { key: 'seen', type: 'StringVariable', value: 'yes' } },
      { type: 'retryTask', ...own },
    );
    const { release } = decide(running, wrote);
    expect(release.variables.map(({ key, value }) => [key, value])).toEqual([
      ['attempt', '2'],
      ['seen', 'yes'],
    ]);
    expect(formatPlan(release)).toBe('IN_PROGRESS Ship: runs> b.');
  });
  test('the actions before an exception are not applied', () => {
    const { release } = decide(running, finished('runs', 'Traceback', { type: 'skipTask', ...own }));
    expect(formatPlan(release)).toBe('FAILED Ship: runs! b.');
  });
  test('a rejected action ends the list and becomes a comment', () => {
    const { release, comments } = decide(
      running,
      acting({ type: 'completeTask', ...own }, { type: 'skipTask', ...own }),
    );
    expect(formatPlan(release)).toBe('FAILED Ship: runs! b.');
    const comment = "An action of the script was refused: cannot complete task 'runs' (Taskruns) while it is FAILED";
    expect(comments.map(({ text, author }) => [text, author])).toEqual([[comment, 'SYSTEM']]);
  });
  test('without scriptUsername it cannot change other objects', () => {
    const { release, comments } = decide(running, acting({ type: 'skipTask', taskId: 'Taskb' }));
    expect(formatPlan(release)).toBe('FAILED Ship: runs! b.');
    const comment = 'An action of the script was refused: a script cannot skipTask without scriptUsername';
    expect(comments.map(({ text }) => text)).toEqual([comment]);
  });
  test('with a run-as user it has the permissions and the name of that user', () => {
    const asBob = (...actions: readonly Command[]) =>
      fact({
        type: 'scriptFinished',
        runId: 'Scriptruns',
        attempt: 0,
        result: { status: 'succeeded', value: true, output: null },
        actions,
        by: caller('bob', 'release#abort'),
      });
    const done = decide(running, asBob({ type: 'skipTask', taskId: 'Taskb' }, { type: 'retryTask', ...own }));
    expect(formatPlan(done.release)).toBe('IN_PROGRESS Ship: runs> b_');
    expect(done.entries.filter(({ targetId }) => targetId === 'Taskb').map(({ username }) => username)).toEqual([
      'bob',
    ]);
    const { release, comments } = decide(running, asBob({ type: 'abortRelease' }));
    expect(formatPlan(release)).toBe('FAILED Ship: runs! b.');
    const comment = 'Permission release#abort on APPLICATIONS on Release1 is not granted to you.';
    expect(comments.map(({ text }) => text)).toEqual([`An action of the script was refused: ${comment}`]);
  });
  test('an internal error is thrown, not added as a comment', () => {
    const invalidActions = {
      type: 'skipTask',
      taskId: 'Taskruns',
      get comment(): string {
        throw new TypeError('ours');
      },
    } as const;
    expect(() => decide(running, acting(invalidActions))).toThrow(TypeError);
  });
});

describe('a failure handler', () => {
  test('is logged', () => {
    const queued = decide(plan('Ship: runs>', { task: tasks }), parseInput('fail runs no'));
    expect(log(queued)).toEqual(['COMMENT_ADDED runs', 'TASK_FAILURE_HANDLER_STARTED runs']);
    const skipped = decide(plan('Ship: skips> b.', { task: tasks }), parseInput('fail skips'));
    expect(log(skipped)).toEqual(['TASK_FAILURE_HANDLER_STARTED skips', 'TASK_SKIPPED skips', 'TASK_STARTED b']);
    const answered = decide(plan('Ship: runs*', { task: tasks }), parseInput('answer runs true'));
    expect(log(answered)).toEqual(['TASK_FAILED runs', 'PHASE_FAILED Ship', 'RELEASE_FAILED 1']);
  });

  test('counts each failure once', () => {
    const failed = applyInputs(plan('Ship: runs>', { task: tasks }), env(), parseInput('fail runs'));
    expect(task(failed, 'runs').run.failuresCount).toBe(1);
    const answered = applyInputs(failed, env(), finished('n1', true));
    expect(task(answered, 'runs').run).toMatchObject({
      status: 'FAILED',
      failuresCount: 1,
      endDate: noon,
      script: null,
    });
  });

  test('runs before abortOnFailure takes effect', () => {
    const release = plan('Ship: runs> b.', { task: tasks, abortOnFailure: true });
    const requested = applyInputs(release, env(), parseInput('fail runs'));
    expect(formatPlan(requested)).toBe('IN_PROGRESS Ship: runs$ b.');
    expect(formatPlan(applyInputs(requested, env(), finished('n1', true)))).toBe('ABORTED Ship: runs# b#');
    const saved = finished('n1', true, { type: 'skipTask', ...own });
    expect(formatPlan(applyInputs(requested, env(), saved))).toBe('IN_PROGRESS Ship: runs- b>');
  });

  test('that restarts counts as an automatic resume, and stops after the maximum', () => {
    const release = plan('Ship: restarts>', { task: tasks });
    expect(decide(release, parseInput('fail restarts')).release.automatedResumeCount).toBe(1);
    const spent = { ...release, automatedResumeCount: 10 };
    const answered = decide(spent, parseInput('fail restarts'));
    expect(formatPlan(answered.release)).toBe('FAILED Ship: restarts!');
    const comment = 'The phase was not restarted: the release has already resumed 10 times automatically.';
    expect(answered.comments.map(({ text }) => text)).toEqual([comment]);
  });

  test('of a task that always fails restarts at most the maximum number of times', () => {
    const gate: TaskOverrides = { type: 'GateTask', dependencies: [{ id: 'Dependency1', target: '${nothing}' }] };
    const release = plan('Ship: a> restarts.', {
      task: { restarts: { ...tasks.restarts, ...gate } },
      maxAutomatedResumes: 3,
    });
    const before = applyInputs(release, env(), parseInput('complete a'));
    expect(before.automatedResumeCount).toBe(1);
    expect(formatPlan(before)).toBe('IN_PROGRESS Ship-: a+ restarts- | Ship (2): a> restarts.');
  });
});

describe('a handler that retries repeatedly', () => {
  const runs = (failuresCount: number) =>
    plan('Ship: runs> b.', { task: { runs: { ...tasks.runs, run: { failuresCount } } } });
  const failed = (before: number) => task(decide(runs(before), parseInput('fail runs')).release, 'runs').run.script;

  test.each([
    ['first', 0, null],
    ['third', 2, null],
    ['fourth', 3, 1_000],
    ['fifth', 4, 2_000],
    ['eleventh', 10, 128_000],
    ['thousandth', 999, 300_000],
  ])('waits at the %s failure', (_, before, pause) => {
    expect(failed(before)?.leaseUntil).toBe(pause === null ? null : noon + pause);
  });
  test('is not claimed before its time, which explain reports', () => {
    const { release, awaits } = decide(runs(3), parseInput('fail runs'));
    const { id: runId } = task(release, 'runs').run.script!;
    const takenAt = (now: number) =>
      decide(release, fact({ type: 'scriptStarted', runId, attempt: 1, leaseUntil: noon + 60_000 }), env({ now }));
    expect(task(takenAt(noon + 999).release, 'runs').run.status).toBe('FAILURE_HANDLER_QUEUED');
    expect(task(takenAt(noon + 1_000).release, 'runs').run.status).toBe('FAILURE_HANDLER_IN_PROGRESS');
    expect(awaits.map(({ kind, until }) => [kind, until])).toEqual([['script', noon + 1_000]]);
    expect(reasonLines(explainRelease(release, explanationContext()))).toEqual([
      "script: Task 'runs' has failed 4 times: its failure handler runs again at 2030-01-01 12:00:01 UTC, with increasing delays.",
    ]);
  });
  test('does not delay a manual retry', () => {
    const { release } = decide(
      plan('Ship: runs! b.', { task: { runs: { run: { failuresCount: 50 } } } }),
      parseInput('retry runs'),
    );
    expect(formatPlan(release)).toBe('IN_PROGRESS Ship: runs> b.');
  });
});
