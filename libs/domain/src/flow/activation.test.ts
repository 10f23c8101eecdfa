import { describe, expect, test } from 'vitest';
import type { Blackout } from '../decision/env.ts';
import { examples, say } from '../testing/examples.ts';
import { command, decided, env, finished, log, once, onTask, task, variable } from '../testing/inputs.ts';
import { at, type Details, noon, plan, show } from '../testing/notation.ts';

const blackout = (from: string, to: string): Blackout => ({ id: from, startDate: at(from), endDate: at(to) });
const during = (now: string, ...blackouts: readonly Blackout[]) =>
  env({ now: at(now), world: { ...env().world, blackouts } });
const next = (b: Details, variables = [variable('v')]) => plan('Ship: a> b. c.', { task: { b }, variables });
const uses = { uses: { description: ['v'] } };

describe('the activation order (states.md, Task)', () => {
  const everything = next({
    scheduledStartDate: at('15:00'),
    delayDuringBlackout: true,
    hasPrecondition: true,
    ...uses,
  });

  test('a date, then a blackout, then input, then the precondition, then it runs', () => {
    const held = once(everything, env(), say('complete a'));
    expect(show(held)).toBe('IN_PROGRESS Ship: a+ b~ c.');
    const dark = once(held, during('15:00', blackout('14:00', '16:00')), say('time'));
    expect(show(dark)).toBe('IN_PROGRESS Ship: a+ b~ c.');
    const asking = once(dark, during('16:01'), say('time'));
    expect(show(asking)).toBe('IN_PROGRESS Ship: a+ b? c.');
    const checking = once(asking, env(), command({ type: 'startTask', taskId: 'Taskb', values: { v: '1' } }));
    expect(show(checking)).toBe('IN_PROGRESS Ship: a+ b% c.');
    expect(show(once(checking, env(), finished('n1', true)))).toBe('IN_PROGRESS Ship: a+ b> c.');
  });

  test.each([
    ['one minute after the date has come', 'complete a', 'a+ b> c.', { scheduledStartDate: at('11:59') }],
    ['at the very moment', 'complete a', 'a+ b> c.', { scheduledStartDate: noon }],
    ['not before', 'complete a', 'a+ b~ c.', { scheduledStartDate: at('12:01') }],
    [
      'at once when it does not wait for its date',
      'complete a',
      'a+ b> c.',
      { scheduledStartDate: at('15:00'), waitForScheduledStartDate: false },
    ],
    ['with a facet check that always passes', 'complete a', 'a+ b> c.', { checkAttributes: true }],
    ['once the variable it uses has a value', 'complete a', 'a+ b? c.', uses],
    ['once its precondition has said so', 'complete a', 'a+ b% c.', { hasPrecondition: true }],
  ])('a task starts %s', (_, words, expected, details) => {
    expect(show(decided(next(details), say(words)).release)).toBe(`IN_PROGRESS Ship: ${expected}`);
  });

  const answers = examples(`
    a precondition that yields true lets the task start
      Ship: b% c. => answer b true => IN_PROGRESS Ship: b> c.
    one that yields false skips it
      Ship: b% c. => answer b false => IN_PROGRESS Ship: b- c>
    one that raises or times out fails it, and never skips it
      Ship: b% c. => answer b NameError => FAILED Ship: b! c.
  `);
  test.each(answers)('%s: %s, %s', (_, sketch, words, expected) => {
    expect(show(decided(plan(sketch), say(words)).release)).toBe(expected);
  });

  test('each step is logged', () => {
    const delayed = decided(next({ scheduledStartDate: at('15:00') }), say('complete a'));
    expect(log(delayed)).toEqual(['TASK_COMPLETED a', 'TASK_DELAYED b']);
    expect(task(delayed.release, 'b').run).toMatchObject({ hasBeenDelayed: true, postponedUntil: null });
    expect(log(decided(next(uses), say('complete a')))).toEqual(['TASK_COMPLETED a', 'TASK_WAITING_FOR_INPUT b']);
    const asked = decided(next({ hasPrecondition: true }), say('complete a'));
    expect(log(asked)).toEqual(['TASK_COMPLETED a', 'TASK_PRECONDITION_STARTED b']);
  });

  test('a retry takes the same path', () => {
    const failed = { scheduledStartDate: at('15:00') };
    expect(show(decided(plan('Ship: b!', { task: { b: failed } }), say('retry b')).release)).toBe(
      'IN_PROGRESS Ship: b~',
    );
    const unsure = plan('Ship: b!', { task: { b: { hasPrecondition: true } } });
    expect(show(decided(unsure, say('retry b')).release)).toBe('IN_PROGRESS Ship: b%');
  });
});

describe('a wait for a date', () => {
  const held = once(next({ scheduledStartDate: at('15:00') }), env(), say('complete a'));

  test('requests a wake, and lists its pending work', () => {
    const { wakeAt, awaits } = decided(held, say('time'));
    expect(wakeAt).toBe(at('15:00'));
    expect(awaits).toEqual([{ taskId: 'Taskb', kind: 'date', purpose: null, reference: 'start', until: at('15:00') }]);
  });

  test('is not ended by an early wake', () => {
    const early = decided(held, say('time'), env({ now: at('14:59') }));
    expect([early.release, early.entries, early.wakeAt]).toEqual([held, [], at('15:00')]);
    expect(early.release).toBe(held);
  });

  test('ends at the date, once', () => {
    const woken = once(held, env({ now: at('15:00') }), say('time'));
    expect(show(woken)).toBe('IN_PROGRESS Ship: a+ b> c.');
    expect(decided(woken, say('time'), env({ now: at('15:01') })).release).toBe(woken);
  });

  test('follows the date when that is moved', () => {
    const moved = (scheduledStartDate: number | null) =>
      decided(held, command({ type: 'updateTask', taskId: 'Taskb', patch: { scheduledStartDate } }));
    expect(moved(at('18:00')).wakeAt).toBe(at('18:00'));
    expect(show(moved(at('11:00')).release)).toBe('IN_PROGRESS Ship: a+ b> c.');
    expect(show(moved(null).release)).toBe('IN_PROGRESS Ship: a+ b> c.');
  });

  test('is skipped over by startNow, rules 3 to 6 follow', () => {
    expect(show(once(held, env(), say('startNow b')))).toBe('IN_PROGRESS Ship: a+ b> c.');
    const asking = once(next({ scheduledStartDate: at('15:00'), ...uses }), env(), say('complete a'));
    expect(show(once(asking, env(), say('startNow b')))).toBe('IN_PROGRESS Ship: a+ b? c.');
    const checked = once(next({ scheduledStartDate: at('15:00'), hasPrecondition: true }), env(), say('complete a'));
    expect(show(once(checked, env(), say('startNow b')))).toBe('IN_PROGRESS Ship: a+ b% c.');
  });
});

describe('the pending work of a waiting plan', () => {
  test.each([
    ['its own due date', plan('Ship: a>', { dueDate: at('18:00') }), at('18:00')],
    ['a due date of an open task', plan('Ship: a> b.', { task: { b: { dueDate: at('17:00') } } }), at('17:00')],
    [
      'the earliest of them',
      plan('Ship: a> b.', { dueDate: at('18:00'), task: { b: { dueDate: at('17:00') } } }),
      at('17:00'),
    ],
    ['nothing that is past', plan('Ship: a>', { dueDate: at('11:00') }), null],
    ['nothing of a task that is done', plan('Ship: a+ b>', { task: { a: { dueDate: at('17:00') } } }), null],
    ['its planned start', plan('Ship: a.', { autoStart: true, scheduledStartDate: at('16:00') }), at('16:00')],
    ['no start that nobody wants', plan('Ship: a.', { scheduledStartDate: at('16:00') }), null],
    ['nothing as a template', plan('TEMPLATE Ship: a.', { dueDate: at('18:00') }), null],
    ['nothing when it is over', plan('Ship: a+', { dueDate: at('18:00') }), null],
  ])('a wake-up for %s', (_, release, expected) => {
    expect(decided(release, onTask('commentTask', 'a')).wakeAt).toBe(expected);
  });

  test('the start of a release that waits for its date and its values', () => {
    const release = plan('Ship: a.', { autoStart: true, scheduledStartDate: at('16:00'), variables: [variable('v')] });
    const waits = { taskId: null, purpose: null };
    expect(decided(release, say('time')).awaits).toEqual([
      { ...waits, kind: 'date', reference: 'start', until: at('16:00') },
      { ...waits, kind: 'input', reference: 'v', until: null },
    ]);
  });

  test('the values and scripts of its tasks', () => {
    const release = plan('Ship: p>[a? b% c& d* e>]', { task: { a: uses }, variables: [variable('v')] });
    expect(
      decided(release, say('time')).awaits.map(({ taskId, kind, purpose, reference }) => [
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
