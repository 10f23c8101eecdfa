import { describe, expect, test } from 'vitest';
import type { Blackout } from '../decision/env.ts';
import { examples, parseInput } from '../testing/examples.ts';
import { applyInputs, command, decide, env, finished, log, onTask, task, variable } from '../testing/inputs.ts';
import { at, formatPlan, noon, plan, type TaskOverrides } from '../testing/notation.ts';

const blackout = (from: string, to: string): Blackout => ({ id: from, startDate: at(from), endDate: at(to) });
const during = (now: string, ...blackouts: readonly Blackout[]) =>
  env({ now: at(now), data: { ...env().data, blackouts } });
const next = (b: TaskOverrides, variables = [variable('v')]) => plan('Ship: a> b. c.', { task: { b }, variables });
const uses = { uses: { description: ['v'] } };

describe('the activation order (states.md, Task)', () => {
  const everything = next({
    scheduledStartDate: at('15:00'),
    delayDuringBlackout: true,
    hasPrecondition: true,
    ...uses,
  });

  test('checks the date, then blackouts, then missing input, then the precondition, before the task starts', () => {
    const delayed = applyInputs(everything, env(), parseInput('complete a'));
    expect(formatPlan(delayed)).toBe('IN_PROGRESS Ship: a+ b~ c.');
    const inBlackout = applyInputs(delayed, during('15:00', blackout('14:00', '16:00')), parseInput('time'));
    expect(formatPlan(inBlackout)).toBe('IN_PROGRESS Ship: a+ b~ c.');
    const requesting = applyInputs(inBlackout, during('16:01'), parseInput('time'));
    expect(formatPlan(requesting)).toBe('IN_PROGRESS Ship: a+ b? c.');
    const checking = applyInputs(
      requesting,
      env(),
      command({ type: 'startTask', taskId: 'Taskb', values: { v: '1' } }),
    );
    expect(formatPlan(checking)).toBe('IN_PROGRESS Ship: a+ b% c.');
    expect(formatPlan(applyInputs(checking, env(), finished('n1', true)))).toBe('IN_PROGRESS Ship: a+ b> c.');
  });

  test.each([
    ['one minute after its date', 'complete a', 'a+ b> c.', { scheduledStartDate: at('11:59') }],
    ['at its date', 'complete a', 'a+ b> c.', { scheduledStartDate: noon }],
    ['not before its date', 'complete a', 'a+ b~ c.', { scheduledStartDate: at('12:01') }],
    [
      'at once if it does not wait for its date',
      'complete a',
      'a+ b> c.',
      { scheduledStartDate: at('15:00'), waitForScheduledStartDate: false },
    ],
    ['with a facet check that always passes', 'complete a', 'a+ b> c.', { checkAttributes: true }],
    ['only after its variable has a value', 'complete a', 'a+ b? c.', uses],
    ['only after its precondition is true', 'complete a', 'a+ b% c.', { hasPrecondition: true }],
  ])('a task starts %s', (_, inputText, expected, details) => {
    expect(formatPlan(decide(next(details), parseInput(inputText)).release)).toBe(`IN_PROGRESS Ship: ${expected}`);
  });

  const answers = examples(`
    a task starts if its precondition is true
      Ship: b% c. => answer b true => IN_PROGRESS Ship: b> c.
    a task is skipped if its precondition is false
      Ship: b% c. => answer b false => IN_PROGRESS Ship: b- c>
    a task fails, and is not skipped, if its precondition fails or times out
      Ship: b% c. => answer b NameError => FAILED Ship: b! c.
  `);
  test.each(answers)('%s: %s, %s', (_, sketch, inputText, expected) => {
    expect(formatPlan(decide(plan(sketch), parseInput(inputText)).release)).toBe(expected);
  });

  test('each step is logged', () => {
    const delayed = decide(next({ scheduledStartDate: at('15:00') }), parseInput('complete a'));
    expect(log(delayed)).toEqual(['TASK_COMPLETED a', 'TASK_DELAYED b']);
    expect(task(delayed.release, 'b').run).toMatchObject({ hasBeenDelayed: true, postponedUntil: null });
    expect(log(decide(next(uses), parseInput('complete a')))).toEqual(['TASK_COMPLETED a', 'TASK_WAITING_FOR_INPUT b']);
    const decision = decide(next({ hasPrecondition: true }), parseInput('complete a'));
    expect(log(decision)).toEqual(['TASK_COMPLETED a', 'TASK_PRECONDITION_STARTED b']);
  });

  test('is the same for a retry', () => {
    const failed = { scheduledStartDate: at('15:00') };
    expect(formatPlan(decide(plan('Ship: b!', { task: { b: failed } }), parseInput('retry b')).release)).toBe(
      'IN_PROGRESS Ship: b~',
    );
    const failedPrecondition = plan('Ship: b!', { task: { b: { hasPrecondition: true } } });
    expect(formatPlan(decide(failedPrecondition, parseInput('retry b')).release)).toBe('IN_PROGRESS Ship: b%');
  });
});

describe('a task that waits for its date', () => {
  const delayed = applyInputs(next({ scheduledStartDate: at('15:00') }), env(), parseInput('complete a'));

  test('has a wake-up time and pending work', () => {
    const { wakeAt, awaits } = decide(delayed, parseInput('time'));
    expect(wakeAt).toBe(at('15:00'));
    expect(awaits).toEqual([{ taskId: 'Taskb', kind: 'date', purpose: null, reference: 'start', until: at('15:00') }]);
  });

  test('does not start at an earlier time', () => {
    const early = decide(delayed, parseInput('time'), env({ now: at('14:59') }));
    expect([early.release, early.entries, early.wakeAt]).toEqual([delayed, [], at('15:00')]);
    expect(early.release).toBe(delayed);
  });

  test('starts at the date, once', () => {
    const afterWake = applyInputs(delayed, env({ now: at('15:00') }), parseInput('time'));
    expect(formatPlan(afterWake)).toBe('IN_PROGRESS Ship: a+ b> c.');
    expect(decide(afterWake, parseInput('time'), env({ now: at('15:01') })).release).toBe(afterWake);
  });

  test('waits for the new date after a change', () => {
    const moved = (scheduledStartDate: number | null) =>
      decide(delayed, command({ type: 'updateTask', taskId: 'Taskb', patch: { scheduledStartDate } }));
    expect(moved(at('18:00')).wakeAt).toBe(at('18:00'));
    expect(formatPlan(moved(at('11:00')).release)).toBe('IN_PROGRESS Ship: a+ b> c.');
    expect(formatPlan(moved(null).release)).toBe('IN_PROGRESS Ship: a+ b> c.');
  });

  test('starts at once with startTaskNow, after the steps 3 to 6', () => {
    expect(formatPlan(applyInputs(delayed, env(), parseInput('startNow b')))).toBe('IN_PROGRESS Ship: a+ b> c.');
    const requesting = applyInputs(next({ scheduledStartDate: at('15:00'), ...uses }), env(), parseInput('complete a'));
    expect(formatPlan(applyInputs(requesting, env(), parseInput('startNow b')))).toBe('IN_PROGRESS Ship: a+ b? c.');
    const checked = applyInputs(
      next({ scheduledStartDate: at('15:00'), hasPrecondition: true }),
      env(),
      parseInput('complete a'),
    );
    expect(formatPlan(applyInputs(checked, env(), parseInput('startNow b')))).toBe('IN_PROGRESS Ship: a+ b% c.');
  });
});

describe('the pending work of a waiting plan', () => {
  test.each([
    ['its own due date', plan('Ship: a>', { dueDate: at('18:00') }), at('18:00')],
    ['a due date of an open task', plan('Ship: a> b.', { task: { b: { dueDate: at('17:00') } } }), at('17:00')],
    [
      'the earliest due date',
      plan('Ship: a> b.', { dueDate: at('18:00'), task: { b: { dueDate: at('17:00') } } }),
      at('17:00'),
    ],
    ['no past due date', plan('Ship: a>', { dueDate: at('11:00') }), null],
    ['no due date of a completed task', plan('Ship: a+ b>', { task: { a: { dueDate: at('17:00') } } }), null],
    ['its planned start', plan('Ship: a.', { autoStart: true, scheduledStartDate: at('16:00') }), at('16:00')],
    ['no start without autoStart', plan('Ship: a.', { scheduledStartDate: at('16:00') }), null],
    ['no due date of a template', plan('TEMPLATE Ship: a.', { dueDate: at('18:00') }), null],
    ['no due date of a completed release', plan('Ship: a+', { dueDate: at('18:00') }), null],
  ])('has the wake-up time of %s', (_, release, expected) => {
    expect(decide(release, onTask('commentTask', 'a')).wakeAt).toBe(expected);
  });

  test('contains the start of a release that waits for its date and its values', () => {
    const release = plan('Ship: a.', { autoStart: true, scheduledStartDate: at('16:00'), variables: [variable('v')] });
    const waits = { taskId: null, purpose: null };
    expect(decide(release, parseInput('time')).awaits).toEqual([
      { ...waits, kind: 'date', reference: 'start', until: at('16:00') },
      { ...waits, kind: 'input', reference: 'v', until: null },
    ]);
  });

  test('contains the missing values and scripts of its tasks', () => {
    const release = plan('Ship: p>[a? b% c& d* e>]', { task: { a: uses }, variables: [variable('v')] });
    expect(
      decide(release, parseInput('time')).awaits.map(({ taskId, kind, purpose, reference }) => [
        taskId,
        kind,
        purpose,
        reference,
      ]),
    ).toEqual([
      ['Taska', 'input', null, 'v'],
      ['Taskb', 'script', 'precondition', 'Scriptb'],
      ['Taskc', 'script', 'task', 'Scriptc'],
      ['Taskd', 'script', 'failureHandler', 'Scriptd'],
    ]);
  });
});
