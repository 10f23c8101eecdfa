import { describe, expect, test } from 'vitest';
import type { Blackout } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, caller, command, decide, env, fact, log, refusal, task, variable } from '../testing/inputs.ts';
import { at, formatPlan, plan, type TaskOverrides } from '../testing/notation.ts';
import { startAfterBlackouts } from './start-delays.ts';

const blackout = (from: string, to: string): Blackout => ({ id: from, startDate: at(from), endDate: at(to) });
const during = (now: string, ...blackouts: readonly Blackout[]) =>
  env({ now: at(now), data: { ...env().data, blackouts } });
const lunch = blackout('11:00', '13:00');
const next = (b: TaskOverrides, variables = [variable('v')]) => plan('Ship: a> b. c.', { task: { b }, variables });

describe('a blackout', () => {
  const releaseWithDelayedTask = next({ delayDuringBlackout: true, scheduledStartDate: at('09:00') });

  test('postpones a task that respects it until one minute after its end', () => {
    const outcome = decide(releaseWithDelayedTask, parseInput('complete a'), during('12:00', lunch));
    expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Ship: a+ b~ c.');
    expect(log(outcome)).toEqual(['TASK_COMPLETED a', 'TASK_DELAYED b', 'TASK_DELAYED_DUE_TO_BLACKOUT b']);
    expect(task(outcome.release, 'b').run).toMatchObject({ postponedUntil: at('13:01'), hasBeenDelayed: true });
    expect(task(outcome.release, 'b').definition.scheduledStartDate).toBe(at('09:00'));
    expect(outcome.wakeAt).toBe(at('13:01'));
  });

  test.each([
    ['that has ended', '13:00', [lunch], 'b>'],
    ['that begins now', '11:00', [lunch], 'b~'],
    ['that has not begun', '10:59', [lunch], 'b>'],
  ])('%s', (_, now, blackouts, expected) => {
    const { release } = decide(releaseWithDelayedTask, parseInput('complete a'), during(now, ...blackouts));
    expect(formatPlan(release)).toBe(`IN_PROGRESS Ship: a+ ${expected} c.`);
  });

  test.each([
    ['overlapping ones', [lunch, blackout('12:30', '14:00')], '14:01'],
    ['back-to-back ones', [lunch, blackout('13:00', '14:00')], '14:01'],
    ['one inside another', [blackout('10:00', '16:00'), lunch], '16:01'],
    ['one that begins within a minute', [lunch, blackout('13:01', '13:30')], '13:31'],
    ['none that begins later', [lunch, blackout('13:02', '14:00')], '13:01'],
  ])('delays a task together with others: %s', (_, blackouts, until) => {
    expect(decide(releaseWithDelayedTask, parseInput('complete a'), during('12:00', ...blackouts)).wakeAt).toBe(
      at(until),
    );
  });

  test('is merged with a thousand consecutive ones in linear time', () => {
    let looks = 0;
    const row = Array.from({ length: 1_000 }, (_, index) => ({
      id: `Blackout${index}`,
      get startDate() {
        looks += 1;
        return index * 120_000;
      },
      endDate: (index + 1) * 120_000,
    }));
    expect(startAfterBlackouts(0, row)).toBe(2_001 * 60_000);
    expect(looks).toBeLessThan(2_001);
  });

  test('does not affect a task that ignores blackouts, or a running task', () => {
    expect(formatPlan(decide(next({}), parseInput('complete a'), during('12:00', lunch)).release)).toBe(
      'IN_PROGRESS Ship: a+ b> c.',
    );
    const running = plan('Ship: a>', { task: { a: { delayDuringBlackout: true } } });
    expect(decide(running, parseInput('time'), during('12:00', lunch)).release.phases).toBe(running.phases);
  });

  const postponed = applyInputs(releaseWithDelayedTask, during('12:00', lunch), parseInput('complete a'));

  test('is checked again only at the new date, also if it is deleted or extended', () => {
    expect(decide(postponed, parseInput('time'), during('12:30')).release).toBe(postponed);
    const grown = during('13:01', blackout('11:00', '15:00'));
    const delayedAgain = decide(postponed, parseInput('time'), grown);
    expect(formatPlan(delayedAgain.release)).toBe('IN_PROGRESS Ship: a+ b~ c.');
    expect(delayedAgain.wakeAt).toBe(at('15:01'));
    expect(formatPlan(applyInputs(postponed, during('13:01', lunch), parseInput('time')))).toBe(
      'IN_PROGRESS Ship: a+ b> c.',
    );
  });

  test('at the scheduled date of a task postpones it again', () => {
    const waiting = next({ delayDuringBlackout: true, scheduledStartDate: at('15:00') });
    const delayed = applyInputs(waiting, during('12:00'), parseInput('complete a'));
    expect(decide(delayed, parseInput('time'), during('15:00', blackout('14:00', '16:00'))).wakeAt).toBe(at('16:01'));
  });

  test('is overridden by startNow only with the required permission', () => {
    expect(formatPlan(applyInputs(postponed, during('12:00', lunch), parseInput('startNow b')))).toBe(
      'IN_PROGRESS Ship: a+ b> c.',
    );
    const denied = command({ type: 'startTaskNow', taskId: 'Taskb' }, caller('bob', 'release#edit_blackout'));
    const refusalText = 'Forbidden: Permission release#edit_blackout on APPLICATIONS on Taskb is not granted to you.';
    expect(refusal(postponed, denied, during('12:00', lunch))).toBe(refusalText);
    const dated = applyInputs(next({ scheduledStartDate: at('15:00') }), env(), parseInput('complete a'));
    expect(formatPlan(decide(dated, denied).release)).toBe('IN_PROGRESS Ship: a+ b> c.');
    const delayedRelease = applyInputs(
      next({ scheduledStartDate: at('15:00'), delayDuringBlackout: true }),
      env(),
      parseInput('complete a'),
    );
    expect(refusal(delayedRelease, denied, during('12:00', lunch))).toBe(refusalText);
    expect(formatPlan(decide(delayedRelease, denied, during('12:00')).release)).toBe('IN_PROGRESS Ship: a+ b> c.');
  });

  test('no longer delays a task that gets a new date', () => {
    const moved = command({ type: 'updateTask', taskId: 'Taskb', patch: { scheduledStartDate: at('18:00') } });
    const { release, wakeAt } = decide(postponed, moved, during('12:00', lunch));
    expect(task(release, 'b').run.postponedUntil).toBe(null);
    expect(wakeAt).toBe(at('18:00'));
  });

  test.each([
    ['null', null],
    ['its old date', at('09:00')],
  ])('is checked again when the new date of the task is %s', (_, scheduledStartDate) => {
    const request = command({ type: 'updateTask', taskId: 'Taskb', patch: { scheduledStartDate } });
    const stillDelayed = decide(postponed, request, during('12:10', lunch));
    expect([formatPlan(stillDelayed.release), stillDelayed.wakeAt]).toEqual([
      'IN_PROGRESS Ship: a+ b~ c.',
      at('13:01'),
    ]);
    expect(formatPlan(decide(postponed, request, during('12:10')).release)).toBe('IN_PROGRESS Ship: a+ b> c.');
  });

  test('still postpones a task that gets the date for which it waits', () => {
    const request = command({ type: 'updateTask', taskId: 'Taskb', patch: { scheduledStartDate: at('13:01') } });
    const { release } = decide(postponed, request, during('12:10', lunch));
    expect(task(release, 'b').run.postponedUntil).toBe(at('13:01'));
  });

  test('still postpones a task when other fields of the task change', () => {
    const flagged = command({ type: 'updateTask', taskId: 'Taskb', patch: { flagStatus: 'AT_RISK' } });
    const { release } = decide(postponed, flagged, during('12:00', lunch));
    expect(task(release, 'b').run).toMatchObject({ postponedUntil: at('13:01'), hasBeenFlagged: true });
  });

  test('is overridden by a script whose run-as user has the permission', () => {
    const sketch = plan('Ship: p>[a% b~]', { task: { b: { run: { postponedUntil: at('13:01') } } } });
    const acting = (by: Caller) =>
      fact({
        type: 'scriptFinished',
        runId: 'Scripta',
        attempt: 0,
        result: { status: 'succeeded', value: true, output: null },
        actions: [{ type: 'startTaskNow', taskId: 'Taskb' }],
        by,
      });
    expect(formatPlan(decide(sketch, acting(caller('bob'))).release)).toBe('IN_PROGRESS Ship: p>[a> b>]');
    expect(formatPlan(decide(sketch, acting(caller('bob', 'admin', 'release#edit_blackout'))).release)).toBe(
      'IN_PROGRESS Ship: p>[a> b~]',
    );
  });
});
