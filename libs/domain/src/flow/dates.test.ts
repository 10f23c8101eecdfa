import { describe, expect, test } from 'vitest';
import { parseInput } from '../testing/examples.ts';
import { command, decide, env, task, variable } from '../testing/inputs.ts';
import { at, formatPlan, noon, plan } from '../testing/notation.ts';

const first = env({ now: at('13:00') });

describe('the dates of a plan', () => {
  test('contain the time of the start and of the end', () => {
    const started = decide(plan('Build: a.'), parseInput('start'), first).release;
    expect([started.startDate, started.endDate]).toEqual([at('13:00'), null]);
    const done = decide(started, parseInput('complete a'), env({ now: at('14:00') })).release;
    expect([done.startDate, done.endDate, done.phases[0]?.endDate]).toEqual([at('13:00'), at('14:00'), at('14:00')]);
    expect(task(done, 'a').run).toMatchObject({ startDate: at('13:00'), endDate: at('14:00') });
  });

  test('contain an end for all unfinished parts after an abort, and a start if they had none', () => {
    const { release } = decide(plan('Build: a+ b> | Ship: c.'), parseInput('abort'), first);
    expect(release).toMatchObject({ startDate: noon, endDate: at('13:00'), abortComment: 'enough' });
    expect(release.phases.map(({ startDate }) => startDate)).toEqual([noon, at('13:00')]);
    expect(release.phases.map(({ endDate }) => endDate)).toEqual([at('13:00'), at('13:00')]);
    expect(task(release, 'a').run.endDate).toBe(noon);
    expect(task(release, 'b').run).toMatchObject({ startDate: noon, endDate: at('13:00') });
    expect(task(release, 'c').run).toMatchObject({ startDate: at('13:00'), endDate: at('13:00') });
  });

  test('contain a start and an end after the abort of a planned release, without an empty comment', () => {
    const { release } = decide(plan('Build: a.'), command({ type: 'abortRelease' }), first);
    expect(release).toMatchObject({ startDate: at('13:00'), endDate: at('13:00'), abortComment: null });
  });

  test('keep the first start after a retry, without the end', () => {
    const { release } = decide(plan('Build: a!'), parseInput('retry a'), first);
    expect(task(release, 'a').run).toMatchObject({ startDate: noon, endDate: null, failuresCount: 1 });
  });

  test('do not delay a phase with a future date', () => {
    const release = plan('Build: a> | Ship: c.');
    const phases = release.phases.map((phase) => ({ ...phase, scheduledStartDate: at('18:00') }));
    expect(formatPlan(decide({ ...release, phases }, parseInput('complete a')).release)).toBe(
      'IN_PROGRESS Build: a+ | Ship: c>',
    );
  });

  test('are followed by a report of the ended parts, so that waiting gates can continue', () => {
    expect(decide(plan('Build: a> | Ship: b.'), parseInput('complete a')).ended).toEqual(['Taska', 'PhaseBuild']);
    expect(decide(plan('Build: a>'), parseInput('complete a')).ended).toEqual(['Taska', 'PhaseBuild', 'Release1']);
    expect(decide(plan('Build: a+ b>'), parseInput('abort')).ended).toEqual(['Taskb', 'PhaseBuild', 'Release1']);
    expect(decide(plan('Build: a> b.'), parseInput('complete b')).ended).toEqual([]);
  });
});

describe('a release starts automatically', () => {
  const due = { autoStart: true, scheduledStartDate: noon } as const;
  test.each([
    ['at its date', due, 'IN_PROGRESS Build: a>'],
    ['when its date is in the past', { ...due, scheduledStartDate: at('08:00') }, 'IN_PROGRESS Build: a>'],
    ['at once without a date', { autoStart: true }, 'IN_PROGRESS Build: a>'],
    ['not before its date', { ...due, scheduledStartDate: at('12:01') }, 'PLANNED Build: a.'],
    ['not without autoStart', { scheduledStartDate: noon }, 'PLANNED Build: a.'],
    ['not while a value for the start is missing', { ...due, variables: [variable('v')] }, 'PLANNED Build: a.'],
    [
      'while other variables have no value',
      { ...due, variables: [variable('v', '', { showOnReleaseStart: false })] },
      'IN_PROGRESS Build: a>',
    ],
  ])('%s', (_, more, expected) => {
    expect(formatPlan(decide(plan('Build: a.', more), parseInput('time')).release)).toBe(expected);
  });

  test('on request, or after its missing values are set', () => {
    const autoStartOff = command({ type: 'updateRelease', patch: { autoStart: true } });
    expect(formatPlan(decide(plan('Build: a.'), autoStartOff).release)).toBe('IN_PROGRESS Build: a>');
    const request = command({ type: 'updateVariable', variableId: 'Variablev', patch: { value: '1' } });
    const waiting = plan('Build: a.', { ...due, variables: [variable('v')] });
    expect(formatPlan(decide(waiting, request).release)).toBe('IN_PROGRESS Build: a>');
  });
});

describe('a changed date while a release waits for it', () => {
  const waiting = plan('Build: a.', { autoStart: true, scheduledStartDate: at('18:00') });
  test.each([
    ['to a later one: it waits longer', { scheduledStartDate: at('19:00') }, 'PLANNED Build: a.', at('19:00')],
    ['to an earlier one: it waits less', { scheduledStartDate: at('17:00') }, 'PLANNED Build: a.', at('17:00')],
    ['to the past: it starts', { scheduledStartDate: at('08:00') }, 'IN_PROGRESS Build: a>', null],
    ['to none: it starts', { scheduledStartDate: null }, 'IN_PROGRESS Build: a>', null],
    ['without autoStart: it does not start', { autoStart: false }, 'PLANNED Build: a.', null],
  ])('%s', (_, patch, expected, wakeAt) => {
    const outcome = decide(waiting, command({ type: 'updateRelease', patch }));
    expect([formatPlan(outcome.release), outcome.wakeAt]).toEqual([expected, wakeAt]);
  });
});

describe('a changed date while a task waits for it', () => {
  const waiting = decide(
    plan('Build: a> b.', { task: { b: { scheduledStartDate: at('18:00') } } }),
    parseInput('complete a'),
  );
  test.each([
    ['to a later one: it waits longer', { scheduledStartDate: at('19:00') }, 'a+ b~', at('19:00')],
    ['to an earlier one: it waits less', { scheduledStartDate: at('17:00') }, 'a+ b~', at('17:00')],
    ['to the past: it starts', { scheduledStartDate: at('08:00') }, 'a+ b>', null],
    ['to none: it starts', { scheduledStartDate: null }, 'a+ b>', null],
    ['that the task no longer waits for: it starts', { waitForScheduledStartDate: false }, 'a+ b>', null],
  ])('%s', (_, patch, expected, wakeAt) => {
    const outcome = decide(waiting.release, command({ type: 'updateTask', taskId: 'Taskb', patch }));
    expect([formatPlan(outcome.release), outcome.wakeAt]).toEqual([`IN_PROGRESS Build: ${expected}`, wakeAt]);
  });
});
