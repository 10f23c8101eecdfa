import { describe, expect, test } from 'vitest';
import type { Release } from '../model/release.ts';
import type { VariableValue } from '../model/variable.ts';
import { examples, parseInput } from '../testing/examples.ts';
import { command, decide, fact, log, refusal, task, variable } from '../testing/inputs.ts';
import { formatPlan, noon, type PlanOverrides, plan } from '../testing/notation.ts';

const kinds: PlanOverrides = {
  task: {
    gate: { type: 'GateTask' },
    ask: { type: 'UserInputTask' },
    script: { type: 'Script' },
    create: { type: 'CreateReleaseTask' },
    stoppable: { type: 'Script', hasAbortScript: true },
  },
};

const transitions = examples(`
  complete ends a running manual task
    Build: a> b. => complete a => IN_PROGRESS Build: a+ b>
    Build: gate> => complete gate => COMPLETED Build: gate+
    Build: ask> => complete ask => COMPLETED Build: ask+
  a task that has not started is completed in advance
    Build: a> b. => complete b => IN_PROGRESS Build: a> b=
    PLANNED Build: a. => complete a => PLANNED Build: a=
    Build: a> | Ship: script. => complete script => IN_PROGRESS Build: a> | Ship: script=
    PAUSED Build: a. => complete a => PAUSED Build: a=
  skip ends a running, waiting or failed task
    Build: a> b. => skip a => IN_PROGRESS Build: a- b>
    Build: a! b. => skip a => IN_PROGRESS Build: a- b>
    Build: a? b. => skip a => IN_PROGRESS Build: a- b>
    Build: a~ b. => skip a => IN_PROGRESS Build: a- b>
    Build: script> b. => skip script => IN_PROGRESS Build: script- b>
  a task that has not started is skipped in advance
    Build: a> b. => skip b => IN_PROGRESS Build: a> b_
    PLANNED Build: a. => skip a => PLANNED Build: a_
  reopen resets a task that was decided in advance
    Build: a> b= => reopen b => IN_PROGRESS Build: a> b.
    Build: a> b_ => reopen b => IN_PROGRESS Build: a> b.
  fail fails a running manual task
    Build: a> => fail a => FAILED Build: a!
    Build: gate> => fail gate => FAILED Build: gate!
    Build: ask> => fail ask => FAILED Build: ask!
  retry activates a failed task again
    Build: a! => retry a => IN_PROGRESS Build: a>
    Build: script! => retry script => IN_PROGRESS Build: script&
  abort fails an automatic task
    Build: script> => stop script => FAILED Build: script!
    Build: script& => stop script => FAILED Build: script!
    Build: create> => stop create => FAILED Build: create!
    Build: a% => stop a => FAILED Build: a!
    Build: a$ => stop a => FAILED Build: a!
    Build: a* => stop a => FAILED Build: a!
  abort runs the abort script of a task
    Build: stoppable> => stop stoppable => IN_PROGRESS Build: stoppable^
    Build: stoppable^ => taken stoppable => IN_PROGRESS Build: stoppable<
    Build: stoppable< => answer stoppable true => FAILED Build: stoppable!
    Build: stoppable< => answer stoppable it broke => FAILED Build: stoppable!
    Build: stoppable& => stop stoppable => FAILED Build: stoppable!
  startNow starts a task that waits for its date
    Build: a~ => startNow a => IN_PROGRESS Build: a>
  a queued task starts when its script is claimed, and ends with its script
    Build: script& => taken script => IN_PROGRESS Build: script>
    Build: script& b. => answer script true => IN_PROGRESS Build: script+ b>
    Build: script& => answer script sys.exit(1) => FAILED Build: script!
  tasks of other types are manual
    Build: a. => start => IN_PROGRESS Build: a>
    Build: script. => start => IN_PROGRESS Build: script&
`);

test.each(transitions)('%s: %s, %s', (_, sketch, inputText, expected) => {
  expect(formatPlan(decide(plan(sketch, kinds), parseInput(inputText)).release)).toBe(expected);
});

const refusals = examples(`
  complete requires a running manual task or a planned task
    Build: a+ b> => complete a => Conflict: cannot complete task 'a' (Taska) while it is COMPLETED
    Build: a> b= => complete b => Conflict: cannot complete task 'b' (Taskb) while it is COMPLETED_IN_ADVANCE
    Build: a> b_ => complete b => Conflict: cannot complete task 'b' (Taskb) while it is SKIPPED_IN_ADVANCE
    Build: a! => complete a => Conflict: cannot complete task 'a' (Taska) while it is FAILED
    Build: a~ => complete a => Conflict: cannot complete task 'a' (Taska) while it is PENDING
    Build: a? => complete a => Conflict: cannot complete task 'a' (Taska) while it is WAITING_FOR_INPUT
    Build: a% => complete a => Conflict: cannot complete task 'a' (Taska) while it is PRECONDITION_IN_PROGRESS
    Build: script> => complete script => Conflict: cannot complete task 'script' (Taskscript) while it is IN_PROGRESS
    Build: create> => complete create => Conflict: cannot complete task 'create' (Taskcreate) while it is IN_PROGRESS
    Build: a> => complete b => NotFound: there is no task 'Taskb' in release 'Release1'
    TEMPLATE Build: a. => complete a => Conflict: cannot complete a task: 'Release1' is a template
  skip requires a planned, waiting, running or failed task
    Build: a+ b> => skip a => Conflict: cannot skip task 'a' (Taska) while it is COMPLETED
    Build: a- b> => skip a => Conflict: cannot skip task 'a' (Taska) while it is SKIPPED
    Build: a> b_ => skip b => Conflict: cannot skip task 'b' (Taskb) while it is SKIPPED_IN_ADVANCE
    Build: a% => skip a => Conflict: cannot skip task 'a' (Taska) while it is PRECONDITION_IN_PROGRESS
    Build: a* => skip a => Conflict: cannot skip task 'a' (Taska) while it is FAILURE_HANDLER_IN_PROGRESS
    Build: script& => skip script => Conflict: cannot skip task 'script' (Taskscript) while it is QUEUED
    TEMPLATE Build: a. => skip a => Conflict: cannot skip a task: 'Release1' is a template
  fail requires a running manual task
    Build: a. => fail a => Conflict: cannot fail task 'a' (Taska) while it is PLANNED
    Build: a! => fail a => Conflict: cannot fail task 'a' (Taska) while it is FAILED
    Build: a+ b> => fail a => Conflict: cannot fail task 'a' (Taska) while it is COMPLETED
    Build: script> => fail script => Conflict: cannot fail task 'script' (Taskscript) while it is IN_PROGRESS
    Build: create> => fail create => Conflict: cannot fail task 'create' (Taskcreate) while it is IN_PROGRESS
  retry requires a failed task
    Build: a> => retry a => Conflict: cannot retry task 'a' (Taska) while it is IN_PROGRESS
    Build: a* => retry a => Conflict: cannot retry task 'a' (Taska) while it is FAILURE_HANDLER_IN_PROGRESS
    Build: a+ b> => retry a => Conflict: cannot retry task 'a' (Taska) while it is COMPLETED
  reopen requires a task that was decided in advance
    Build: a+ b> => reopen a => Conflict: cannot reopen task 'a' (Taska) while it is COMPLETED
    Build: a- b> => reopen a => Conflict: cannot reopen task 'a' (Taska) while it is SKIPPED
    Build: a> b. => reopen b => Conflict: cannot reopen task 'b' (Taskb) while it is PLANNED
  abort requires an automatic task that is running
    Build: a> => stop a => Conflict: cannot abort task 'a' (Taska) while it is IN_PROGRESS
    Build: script! => stop script => Conflict: cannot abort task 'script' (Taskscript) while it is FAILED
    Build: script. => stop script => Conflict: cannot abort task 'script' (Taskscript) while it is PLANNED
    Build: stoppable< => stop stoppable => Conflict: cannot abort task 'stoppable' (Taskstoppable) while it is ABORT_SCRIPT_IN_PROGRESS
  startNow requires a task that waits for its date
    Build: a> => startNow a => Conflict: cannot start task 'a' (Taska) while it is IN_PROGRESS
    Build: a? => startNow a => Conflict: cannot start task 'a' (Taska) while it is WAITING_FOR_INPUT
  a comment requires a task
    Build: a> => comment b hello => NotFound: there is no task 'Taskb' in release 'Release1'
`);

test.each(refusals)('%s: %s, %s', (_, sketch, inputText, message) => {
  expect(refusal(plan(sketch, kinds), parseInput(inputText))).toBe(message);
});

const logs = examples(`
  the comment before the action
    Build: a> b. => complete a done => COMMENT_ADDED a, TASK_COMPLETED a, TASK_STARTED b
    Build: a> b. => complete b done => COMMENT_ADDED b, TASK_COMPLETED_IN_ADVANCE b
    Build: a> b. => skip b => TASK_SKIPPED_IN_ADVANCE b
    Build: a> b= => reopen b no => COMMENT_ADDED b, TASK_REOPENED b
    Build: a> b. => fail a why => COMMENT_ADDED a, TASK_FAILED a, PHASE_FAILED Build, RELEASE_FAILED 1
    Build: stoppable^ => taken stoppable => TASK_ABORT_SCRIPT_STARTED stoppable
    Build: stoppable< => answer stoppable no => COMMENT_ADDED stoppable, TASK_FAILED stoppable, PHASE_FAILED Build, RELEASE_FAILED 1
    Build: a~ => startNow a => TASK_STARTED a
`);

test.each(logs)('the log contains %s: %s, %s', (_, sketch, inputText, expected) => {
  expect(log(decide(plan(sketch, kinds), parseInput(inputText))).join(', ')).toBe(expected.trim());
});

describe('a task', () => {
  test('counts its failures, including aborts', () => {
    expect(task(decide(plan('Build: a>'), parseInput('fail a')).release, 'a').run.failuresCount).toBe(1);
    const secondFailure = plan('Build: a>', { task: { a: { run: { failuresCount: 2 } } } });
    expect(task(decide(secondFailure, parseInput('fail a')).release, 'a').run.failuresCount).toBe(3);
    for (const sketch of ['Build: script>', 'Build: script&', 'Build: script%']) {
      expect(task(decide(plan(sketch, kinds), parseInput('stop script')).release, 'script').run.failuresCount).toBe(1);
    }
    const stopped = decide(plan('Build: stoppable<', kinds), parseInput('answer stoppable true')).release;
    expect(task(stopped, 'stoppable').run).toMatchObject({ failuresCount: 1, script: null, endDate: noon });
  });

  test.each([undefined, '', '  '])('rejects a blank comment: %j', (comment) => {
    const input = command({ type: 'commentTask', taskId: 'Taska', ...(comment !== undefined && { comment }) });
    const release = plan('Build: a>');
    expect(decide(release, input)).toMatchObject({ comments: [], entries: [] });
    expect(decide(release, input).release).toBe(release);
  });

  test('rejects a comment that is too long', () => {
    const message = 'Invalid: comment: expected at most 32768 characters, got 32769';
    expect(refusal(plan('Build: a>'), parseInput(`comment a ${'x'.repeat(32_769)}`))).toBe(message);
  });

  test('can be assigned to a user, or to no user', () => {
    const { release, entries } = decide(plan('Build: a>'), parseInput('assign a bob'));
    expect(task(release, 'a').definition.owner).toBe('bob');
    expect(entries.map(({ message }) => message)).toEqual(["Assigned task 'a': owner from nothing to 'bob'"]);
    const unassigned = decide(release, command({ type: 'assignTask', taskId: 'Taska', owner: null }));
    expect(task(unassigned.release, 'a').definition.owner).toBe(null);
    expect(unassigned.entries.map(({ message }) => message)).toEqual([
      "Unassigned task 'a': owner from 'bob' to nothing",
    ]);
  });

  test('can be assigned in any status, and nothing is logged for the same user', () => {
    const release = plan('Build: a+ b>', { task: { b: { owner: 'bob' } } });
    expect(task(decide(release, parseInput('assign a bob')).release, 'a').definition.owner).toBe('bob');
    expect(decide(release, parseInput('assign b bob')).entries).toEqual([]);
    expect(decide(release, parseInput('assign b bob')).release).toBe(release);
  });

  test('with a script accepts one result: an outdated result changes nothing', () => {
    const release = plan('Build: script&', kinds);
    for (const inputText of ['answer other true', 'taken other']) {
      expect(decide(release, parseInput(inputText)).release).toBe(release);
      expect(decide(release, parseInput(inputText)).entries).toEqual([]);
    }
    const claimed = decide(release, parseInput('taken script')).release;
    expect(decide(claimed, parseInput('taken script')).release).toBe(claimed);
  });

  test('adds the output of its script as a comment, cut to the maximum length', () => {
    const finished = (output: string | null, status: 'succeeded' | 'failed', error = 'no') =>
      fact({
        type: 'scriptFinished',
        runId: 'Scriptscript',
        attempt: 0,
        result: status === 'succeeded' ? { status, value: true, output } : { status, error, output },
        actions: [],
      });
    const release = plan('Build: script&', kinds);
    const texts = (input: ReturnType<typeof fact>) => decide(release, input).comments.map(({ text }) => text);
    expect(texts(finished('hello', 'succeeded'))).toEqual(['hello']);
    expect(texts(finished(null, 'succeeded'))).toEqual([]);
    expect(texts(finished('x'.repeat(40_000), 'failed', 'y'.repeat(40_000)))).toEqual([
      'x'.repeat(32_768),
      'y'.repeat(32_768),
    ]);
  });

  describe('with required values', () => {
    const userInputTask = { task: { ask: { type: 'UserInputTask', inputs: ['Variablev', 'Variablen', 'Variableo'] } } };
    const optional = variable('o', '', { requiresValue: false });
    const number = variable('n', null, { type: 'IntegerVariable' });
    const others = [variable('other', 'kept'), variable('far')];
    const variables = [variable('v'), number, optional, ...others];
    const releaseWithInputTask = (sketch = 'Build: ask> b.') => plan(sketch, { ...userInputTask, variables });
    const complete = (values?: Readonly<Record<string, VariableValue>>) =>
      command({ type: 'completeTask', taskId: 'Taskask', ...(values && { values }) });
    const valuesOf = ({ variables: all }: Release) => all.map(({ key, value }) => `${key}=${value}`).join(' ');

    test.each([
      [undefined, 'v, n have no value'],
      [{}, 'v, n have no value'],
      [{ v: '1' }, 'n has no value'],
      [{ v: '1', n: '' }, 'n has no value'],
      [{ v: '', n: 1 }, 'v has no value'],
    ])('cannot be completed with %j while required values are missing', (values, message) => {
      const expected = `Invalid: cannot complete task 'ask' (Taskask): ${message}`;
      expect(refusal(releaseWithInputTask(), complete(values))).toBe(expected);
      expect(refusal(releaseWithInputTask('Build: b> ask.'), complete(values))).toBe(expected);
    });

    test('can be completed with the values in one step, also in advance', () => {
      const values = { '${v}': '1', n: '2' };
      const done = decide(releaseWithInputTask(), complete(values));
      expect(formatPlan(done.release)).toBe('IN_PROGRESS Build: ask+ b>');
      expect(valuesOf(done.release)).toBe('v=1 n=2 o= other=kept far=null');
      expect(log(done)).toContain('TASK_COMPLETED ask');
      expect(done.entries.filter(({ activityType }) => activityType === 'RELEASE_VARIABLE_VALUE_UPDATED').length).toBe(
        2,
      );
      expect(formatPlan(decide(releaseWithInputTask('Build: b> ask.'), complete(values)).release)).toBe(
        'IN_PROGRESS Build: b> ask=',
      );
    });

    test('rejects other variables, and values of the wrong type', () => {
      const otherError = "Invalid: variables: task 'ask' (Taskask) does not request variable 'other'";
      expect(refusal(releaseWithInputTask(), complete({ v: '1', n: 1, other: 'x' }))).toBe(otherError);
      expect(refusal(releaseWithInputTask(), complete({ v: '1', n: 1, '${nosuch}': 'x' }))).toContain(
        "variable 'nosuch'",
      );
      expect(refusal(releaseWithInputTask(), complete({ v: '1', n: 'many' }))).toBe(
        'Invalid: variables.n: expected a whole number',
      );
      expect(
        refusal(releaseWithInputTask(), command({ type: 'completeTask', taskId: 'Taskb', values: { v: '1' } })),
      ).toContain("(Taskb) does not request variable 'v'");
    });

    test('can be failed and skipped without the values', () => {
      expect(formatPlan(decide(releaseWithInputTask(), parseInput('fail ask')).release)).toBe('FAILED Build: ask! b.');
      expect(formatPlan(decide(releaseWithInputTask(), parseInput('skip ask')).release)).toBe(
        'IN_PROGRESS Build: ask- b>',
      );
    });

    test('records the user who completes it as the author of the changed values', () => {
      const revision = (values: Readonly<Record<string, VariableValue>>) => {
        const full = plan('Build: ask> b.', { ...userInputTask, variables: [variable('v', '1')] });
        return decide(full, complete(values)).release.authorship.revision;
      };
      expect([revision({}), revision({ v: '1' }), revision({ v: '2' })]).toEqual([1, 1, 2]);
    });
  });
});
