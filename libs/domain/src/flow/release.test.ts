import { describe, expect, test } from 'vitest';
import type { Input } from '../commands/registry.ts';
import { examples, parseInput } from '../testing/examples.ts';
import { caller, command, decide, log, refusal } from '../testing/inputs.ts';
import { formatPlan, noon, plan } from '../testing/notation.ts';

const transitions = examples(`
  start: the first phase and its first task become active
    Build: a. b. | Ship: c. => start => IN_PROGRESS Build: a> b. | Ship: c.
  an empty plan completes at its start
    Build: => start => COMPLETED Build+:
  completing a task starts the next
    Build: a> b. | Ship: c. => complete a => IN_PROGRESS Build: a+ b> | Ship: c.
  completing the last task of a phase opens the next phase
    Build: a> | Ship: c. => complete a => IN_PROGRESS Build: a+ | Ship: c>
  the last task of the last phase completes the release
    Build: a+ | Ship: c> => complete c => COMPLETED Build: a+ | Ship: c+
    Ship: c> => skip c => COMPLETED Ship: c-
  a failed task makes the release FAILED, and the flow stops
    Build: a> b. => fail a => FAILED Build: a! b.
    Build: a> b= => fail a => FAILED Build: a! b=
  a failed child of a parallel group makes it FAILING while others run or wait
    Build: g>[a> b>] => fail a => FAILING Build: g/[a! b>]
    Build: g>[a> b%] => fail a => FAILING Build: g/[a! b%]
  FAILING becomes IN_PROGRESS when the failed child is retried or skipped
    Build: g/[a! b>] => retry a => IN_PROGRESS Build: g>[a> b>]
    Build: g/[a! b>] => skip a => IN_PROGRESS Build: g>[a- b>]
  FAILING stays while another child is failed
    Build: g/[a! b! c>] => retry a => FAILING Build: g/[a> b! c>]
    Build: g/[a! b> c>] => fail b => FAILING Build: g/[a! b! c>]
  FAILING becomes FAILED when the last running or pending child ends while one is failed
    Build: g/[a! b>] => complete b => FAILED Build: g![a! b+]
    Build: g/[a! b>] => fail b => FAILED Build: g![a! b!]
    Build: g/[a! b>] => skip b => FAILED Build: g![a! b-]
  FAILED becomes IN_PROGRESS when the failed task is retried or skipped
    Build: a! b. => retry a => IN_PROGRESS Build: a> b.
    Build: a! b. => skip a => IN_PROGRESS Build: a- b>
  skipping the failed last task completes the release
    Build: a! => skip a => COMPLETED Build: a-
  FAILED becomes FAILING while one of two failed children is retried
    Build: g![a! b!] => retry a => FAILING Build: g/[a> b!]
  restart pauses the release unless it resumes
    Build: a> b. => restart Build => PAUSED Build-: a- b- | Build (2): a. b.
    Build: a! b. => restart Build => PAUSED Build-: a- b- | Build (2): a. b.
    Build: g/[a! b>] => restart Build => PAUSED Build-: g-[a- b-] | Build (2): g.[a. b.]
    Build: a+ b! => restart Build resume => IN_PROGRESS Build-: a+ b- | Build (2): a> b.
  a PAUSED release can be restarted again
    PAUSED Build-: a- | Two: b. => restart Two => PAUSED Build-: a- | Two-: b- | Two (2): b.
  resume starts the restarted phase
    PAUSED Build-: a- | Two: b. c. => resume => IN_PROGRESS Build-: a- | Two: b> c.
  abort ends all unfinished parts, including parts that have not started
    Build: a. b= | Ship: c. => abort => ABORTED Build: a# b# | Ship: c#
    Build: a+ b- | Test: c+ d> e. | Ship: f_ => abort => ABORTED Build: a+ b- | Test: c+ d# e# | Ship: f#
    Build: a! b. => abort => ABORTED Build: a# b#
    Build: g/[a! b%] => abort => ABORTED Build: g#[a# b#]
    PAUSED Build-: a- | Two: b. => abort => ABORTED Build-: a- | Two: b#
  tasks that were decided in advance end when the flow reaches them
    Build: a> b= c_ | Ship: d= | End: e. => complete a => IN_PROGRESS Build: a+ b+ c- | Ship: d+ | End: e>
`);

test.each(transitions)('%s: %s, %s', (_, sketch, inputText, expected) => {
  expect(formatPlan(decide(plan(sketch), parseInput(inputText)).release)).toBe(expected);
});

const logs = examples(`
  start
    Build: a. => start => RELEASE_STARTED 1, PHASE_STARTED Build, TASK_STARTED a
  the next phase and the completion
    Build: a> | Ship: c. => complete a => TASK_COMPLETED a, PHASE_COMPLETED Build, PHASE_STARTED Ship, TASK_STARTED c
    Ship: c> => complete c => TASK_COMPLETED c, PHASE_COMPLETED Ship, RELEASE_COMPLETED 1
  failure and retry
    Build: a> => fail a => TASK_FAILED a, PHASE_FAILED Build, RELEASE_FAILED 1
    Build: a! => retry a => TASK_RESTARTED a, TASK_STARTED a, PHASE_RESTARTED Build, RELEASE_RESTARTED 1
  the start and end of FAILING
    Build: g>[a> b>] => fail a => TASK_FAILED a, TASK_FAILING g, PHASE_FAILING Build, RELEASE_FAILING 1
    Build: g/[a! b>] => skip a => TASK_SKIPPED a, TASK_RESTARTED g, PHASE_RESTARTED Build, RELEASE_RESTARTED 1
    Build: g/[a! b>] => fail b => TASK_FAILED b, TASK_FAILED g, PHASE_FAILED Build, RELEASE_FAILED 1
  restart and resume
    Build: a> => restart Build => RELEASE_RESTARTED 1, TASK_SKIPPED a, PHASE_CLOSED Build, PHASE_RESTARTED Build
    PAUSED Build-: a- | Two: b. => resume => RELEASE_RESTARTED 1, PHASE_STARTED Two, TASK_STARTED b
  abort
    Build: a> => abort => RELEASE_ABORTED 1
  tasks that were decided in advance
    Build: a> b= c_ => complete a => TASK_COMPLETED a, TASK_COMPLETED b, TASK_SKIPPED c, PHASE_COMPLETED Build, RELEASE_COMPLETED 1
`);

test.each(logs)('the log of %s: %s, %s', (_, sketch, inputText, expected) => {
  expect(log(decide(plan(sketch), parseInput(inputText))).join(', ')).toBe(expected);
});

const refusals = examples(`
  start requires a PLANNED release
    IN_PROGRESS Build: a> => start => Conflict: cannot start release 'Release1' while it is IN_PROGRESS
    FAILED Build: a! => start => Conflict: cannot start release 'Release1' while it is FAILED
    PAUSED Build: a. => start => Conflict: cannot start release 'Release1' while it is PAUSED
    TEMPLATE Build: a. => start => Conflict: cannot start release 'Release1' while it is TEMPLATE
    COMPLETED Build: a+ => start => Conflict: cannot start a release while release 'Release1' is COMPLETED
  resume requires a PAUSED release
    Build: a> => resume => Conflict: cannot resume release 'Release1' while it is IN_PROGRESS
    PLANNED Build: a. => resume => Conflict: cannot resume release 'Release1' while it is PLANNED
    ABORTED Build: a# => resume => Conflict: cannot resume a release while release 'Release1' is ABORTED
  restart requires a started release
    PLANNED Build: a. => restart Build => Conflict: cannot restart release 'Release1' while it is PLANNED
    TEMPLATE Build: a. => restart Build => Conflict: cannot restart release 'Release1' while it is TEMPLATE
    COMPLETED Build: a+ => restart Build => Conflict: cannot restart a release while release 'Release1' is COMPLETED
  abort requires a planned or active release
    TEMPLATE Build: a. => abort => Conflict: cannot abort a release: 'Release1' is a template
    ABORTED Build: a# => abort => Conflict: cannot abort a release while release 'Release1' is ABORTED
    COMPLETED Build: a+ => abort => Conflict: cannot abort a release while release 'Release1' is COMPLETED
  an active release cannot be deleted
    Build: a> => erase => Conflict: cannot delete release 'Release1' while it is IN_PROGRESS: abort it first
    Build: a! => erase => Conflict: cannot delete release 'Release1' while it is FAILED: abort it first
    Build: g/[a! b>] => erase => Conflict: cannot delete release 'Release1' while it is FAILING: abort it first
    PAUSED Build: a. => erase => Conflict: cannot delete release 'Release1' while it is PAUSED: abort it first
`);

test.each(refusals)('%s: %s, %s', (_, sketch, inputText, message) => {
  expect(refusal(plan(sketch), parseInput(inputText))).toBe(message);
});

test.each(['PLANNED Build: a.', 'TEMPLATE Build: a.', 'COMPLETED Build: a+', 'ABORTED Build: a#'])(
  '%s can be deleted',
  (sketch) => {
    const release = plan(sketch);
    expect(decide(release, parseInput('erase')).release).toBe(release);
  },
);

const changes: readonly Input[] = [
  ...['start', 'abort', 'complete a', 'skip a', 'assign a bob', 'lock a'].map(parseInput),
  command({ type: 'updateRelease', patch: { title: 'Other' } }),
  command({ type: 'addPhase', phase: {} }),
  command({ type: 'updatePhase', phaseId: 'PhaseBuild', patch: { title: 'x' } }),
  command({ type: 'addTask', containerId: 'PhaseBuild', task: {} }),
  command({ type: 'updateTask', taskId: 'Taska', patch: { title: 'x' } }),
  command({ type: 'addVariable', variable: { key: 'v', type: 'StringVariable' } }),
  command({ type: 'replaceVariables', variables: [] }),
  command({ type: 'updateCondition', conditionId: 'GateCondition1', checked: true }),
];

describe.each(['COMPLETED Build: a+', 'ABORTED Build: a#'])('a finished release (%s)', (sketch) => {
  test.each(changes)('refuses every change: $command', (input) => {
    expect(refusal(plan(sketch), input)).toMatch(/^Conflict: cannot .* is (COMPLETED|ABORTED)$/);
  });

  test('accepts comments, and ignores facts', () => {
    const release = plan(sketch);
    const commented = decide(release, parseInput('comment a well done'));
    expect(commented.release).toBe(release);
    expect(commented.comments).toEqual([
      { id: 'Commentn1', taskId: 'Taska', text: 'well done', version: 1, author: 'amy', date: noon },
    ]);
    for (const inputText of ['time', 'look', 'answer a true', 'taken a']) {
      expect(decide(release, parseInput(inputText))).toMatchObject({ release, entries: [], comments: [] });
    }
  });
});

test('an archived release rejects comments and deletion, and ignores facts', () => {
  const release = plan('COMPLETED Build: a+', { archived: true });
  const message = "Conflict: release 'Release1' is archived and cannot be changed";
  expect(refusal(release, parseInput('comment a hello'))).toBe(message);
  expect(refusal(release, parseInput('erase'))).toBe(message);
  expect(decide(release, parseInput('time')).release).toBe(release);
});

test.each(['PLANNED Build: a.', 'Build: a> b.', 'Build: a!', 'Build: g/[a! b>]', 'PAUSED Build: a.'])(
  'time changes nothing if nothing is due: %s',
  (sketch) => {
    const { release } = decide(plan(sketch), parseInput('time'));
    expect(decide(release, parseInput('time'))).toMatchObject({ entries: [], ended: [] });
    expect(decide(release, parseInput('time')).release).toBe(release);
  },
);

test('a log entry contains its user, its time and its object', () => {
  const complete = command({ type: 'completeTask', taskId: 'Taska', comment: 'ok' }, caller('bob'));
  expect(decide(plan('Build: a>'), complete).entries[0]).toEqual({
    activityType: 'COMMENT_ADDED',
    targetType: 'Task',
    targetId: 'Taska',
    message: "Commented on task 'a'",
    code: 'activity.taskCommented',
    params: { task: { id: 'Taska', title: 'a' }, causes: [] },
    username: 'bob',
    eventTime: noon,
  });
  const byItself = decide(plan('Build: a.', { autoStart: true }), parseInput('time')).entries[0];
  expect(byItself).toMatchObject({ username: 'SYSTEM', message: "Started release 'Webshop 1.0'" });
});

test('abortOnFailure aborts at once, without the status FAILED', () => {
  const release = plan('Build: g>[a> b>] | Ship: c.', { abortOnFailure: true });
  const outcome = decide(release, parseInput('fail a'));
  expect(formatPlan(outcome.release)).toBe('ABORTED Build: g#[a# b#] | Ship: c#');
  expect(log(outcome)).toEqual(['TASK_FAILED a', 'RELEASE_ABORTED 1']);
  expect(outcome.release.abortComment).toBe("Task 'a' has failed");
  expect(outcome.entries.map(({ message }) => message).at(-1)).toBe(
    `Aborted release '${outcome.release.title}': Task 'a' has failed`,
  );
});

describe('moving a template', () => {
  const moving = (folderId: string) => command({ type: 'moveTemplate', folderId });

  test('changes its folder, and logs nothing if it is already there', () => {
    const template = plan('TEMPLATE Build: a.');
    const outcome = decide(template, moving('Folder2'));
    expect([outcome.release.folderId, log(outcome)]).toEqual(['Folder2', ['TEMPLATE_MOVED 1']]);
    expect(decide(template, moving('Folder1')).release).toBe(template);
  });

  test('is refused for a release', () => {
    expect(refusal(plan('Build: a.'), moving('Folder2'))).toBe("Conflict: cannot move 'Release1': it is a release");
  });
});

test.each([
  ['enough', ': enough'],
  [' two\nlines ', ': two?lines'],
  ['x'.repeat(101), `: ${'x'.repeat(100)}…`],
  ['  ', ''],
  [undefined, ''],
])('the log contains the comment %j of an abort in one line', (abortComment, logged) => {
  const release = plan('Build: a>');
  const { entries } = decide(release, command({ type: 'abortRelease', abortComment }));
  expect(entries.map(({ message }) => message)).toEqual([`Aborted release '${release.title}'${logged}`]);
});
