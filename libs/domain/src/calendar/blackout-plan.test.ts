import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Blackout } from '../decision/env.ts';
import { at, noon, type PlanOverrides, plan, type TaskOverrides } from '../testing/notation.ts';
import { nextBoundary, noBlackoutPlan, planBlackouts } from './blackout-plan.ts';
import { startAfterBlackouts } from './start-delays.ts';

const blackout = (from: string, to: string): Blackout => ({
  id: `Blackout${from}`,
  startDate: at(from),
  endDate: at(to),
});
const lunch = blackout('13:00', '14:00');
const tea = blackout('16:00', '17:00');
const night = blackout('22:00', '23:00');
const period = (from: string, to: string) => ({ startDate: at(from), endDate: at(to) });
const blackoutPlanOf = (more: PlanOverrides, ...blackouts: readonly Blackout[]) =>
  planBlackouts(plan('Ship: a.', more), blackouts, noon);

describe('blackout periods', () => {
  const begins = { scheduledStartDate: at('15:00') };
  test.each([
    ['all future ones, without dates', {}, ['13', '16', '22']],
    ['those after the scheduled start', begins, ['16', '22']],
    ['up to the due date', { ...begins, dueDate: at('18:00') }, ['16']],
    ['none that begins at the due date', { ...begins, dueDate: at('16:00') }, []],
    ['up to the end of the planned duration', { ...begins, plannedDuration: 7200 }, ['16']],
    ['without an end, if only a duration is known', { plannedDuration: 7200 }, ['13', '16', '22']],
    ['without an end, when it is overdue', { ...begins, dueDate: at('15:30'), overdueNotified: true }, ['16', '22']],
  ])('are %s', (_, more, hours) => {
    const { periods } = blackoutPlanOf(more, night, blackout('10:00', '12:00'), tea, lunch);
    expect(periods.map(({ startDate }) => new Date(startDate).toISOString().slice(11, 13))).toEqual(hours);
  });

  test('of a running release begin now, regardless of its scheduled start', () => {
    const release = plan('Ship: a>', { scheduledStartDate: at('15:00'), dueDate: at('16:30') });
    expect(planBlackouts(release, [lunch, tea, night], noon).periods).toEqual([
      period('13:00', '14:00'),
      period('16:00', '17:00'),
    ]);
  });

  test('are merged if they overlap or are adjacent', () => {
    const { periods } = blackoutPlanOf({}, lunch, blackout('13:30', '13:45'), blackout('14:00', '15:00'), tea);
    expect(periods).toEqual([period('13:00', '15:00'), period('16:00', '17:00')]);
  });

  test('are limited to a hundred', () => {
    const many = Array.from({ length: 150 }, (_, day) => ({
      id: `${day}`,
      startDate: at('13:00', day),
      endDate: at('14:00', day),
    }));
    expect(blackoutPlanOf({}, ...many).periods).toHaveLength(100);
  });
});

describe('conflicts', () => {
  const delayedByBlackout = (more: TaskOverrides = {}): TaskOverrides => ({
    delayDuringBlackout: true,
    scheduledStartDate: at('13:30'),
    ...more,
  });
  const conflictsOf = (sketch: string, details: TaskOverrides, ...blackouts: readonly Blackout[]) =>
    planBlackouts(plan(sketch, { task: { a: details } }), blackouts, noon).conflicts;
  const inLunch = { blackoutId: lunch.id, firstFree: at('14:00') };
  const conflict = { path: ['PhaseShip', 'Taska'], title: 'a', scheduledStartDate: at('13:30'), ...inLunch };

  test.each([
    ['a planned task that respects blackouts', 'Ship: b> a.', delayedByBlackout(), [conflict]],
    ['a waiting task', 'Ship: a~', delayedByBlackout(), [conflict]],
    [
      'a task in a group',
      'Ship: p>[b> a~]',
      delayedByBlackout(),
      [{ ...conflict, path: ['PhaseShip', 'Taskp', 'Taska'] }],
    ],
    ['no task that ignores blackouts', 'Ship: b> a.', delayedByBlackout({ delayDuringBlackout: false }), []],
    ['no task without a date', 'Ship: b> a.', delayedByBlackout({ scheduledStartDate: null }), []],
    [
      'no task that starts at the end of a blackout',
      'Ship: b> a.',
      delayedByBlackout({ scheduledStartDate: at('14:00') }),
      [],
    ],
    ['no running task', 'Ship: a>', delayedByBlackout(), []],
    ['no task that was completed in advance', 'Ship: b> a=', delayedByBlackout(), []],
    ['no postponed task', 'Ship: a~', delayedByBlackout({ run: { postponedUntil: at('14:01') } }), []],
  ])('exist with %s', (_, sketch, details, expected) => {
    expect(conflictsOf(sketch, details, lunch)).toEqual(expected);
  });

  test('contain the first of several blackouts, and no past one', () => {
    const wide = blackout('11:00', '15:00');
    expect(conflictsOf('Ship: a~', delayedByBlackout(), lunch, wide)).toEqual([
      { ...conflict, blackoutId: wide.id, firstFree: at('15:00') },
    ]);
    const sameTimeBlackout = { ...wide, id: 'Blackout0' };
    const inTwin = { ...conflict, blackoutId: sameTimeBlackout.id, firstFree: at('15:00') };
    expect(conflictsOf('Ship: a~', delayedByBlackout(), wide, sameTimeBlackout)).toEqual([inTwin]);
    expect(conflictsOf('Ship: a~', delayedByBlackout(), sameTimeBlackout, wide)).toEqual([inTwin]);
    const endedBlackout = blackout('10:00', '12:00');
    expect(conflictsOf('Ship: a~', delayedByBlackout({ scheduledStartDate: at('11:00') }), endedBlackout)).toEqual([]);
  });

  test('include their period, even after the due date', () => {
    const release = plan('Ship: b> a.', { dueDate: at('12:30'), task: { a: delayedByBlackout() } });
    expect(planBlackouts(release, [lunch, tea], noon).periods).toEqual([period('13:00', '14:00')]);
  });

  test.each([
    ['PLANNED Ship: a.', {}, at('13:00'), []],
    ['PLANNED Ship: a.', {}, at('13:01'), [period('13:00', '14:00')]],
    ['Ship: a>', {}, at('12:30'), []],
    ['Ship: a>', { overdueNotified: true }, at('12:30'), []],
    ['Ship: a>', { dueDate: at('13:30') }, at('12:30'), [period('13:00', '14:00')]],
    ['Ship: a>', { dueDate: at('11:00'), overdueNotified: true }, at('12:30'), [period('13:00', '14:00')]],
    ['Ship: a>', { plannedDuration: 5400 }, at('12:30'), [period('13:00', '14:00')]],
    ['Ship: a>', {}, null, [period('13:00', '14:00')]],
  ])('of %s with %j and the estimated end %s include only periods before its end', (sketch, more, end, periods) => {
    expect(planBlackouts(plan(sketch, more), [lunch], noon, end).periods).toEqual(periods);
  });

  test('exist for the release itself while it is planned', () => {
    const scheduled = { scheduledStartDate: at('13:30') };
    const releaseConflict = { path: [], title: 'Release', scheduledStartDate: at('13:30'), ...inLunch };
    expect(blackoutPlanOf(scheduled, lunch).conflicts).toMatchObject([
      { ...releaseConflict, title: expect.any(String) },
    ]);
    expect(planBlackouts(plan('Ship: a>', scheduled), [lunch], noon).conflicts).toEqual([]);
  });
});

describe('the next available slot', () => {
  test.each([
    ['is the end of the blackout of the scheduled start', { scheduledStartDate: at('13:30') }, [lunch], '14:00'],
    ['is the scheduled start outside blackouts', { scheduledStartDate: at('14:00') }, [lunch], '14:00'],
    [
      'is after the next blackout if that follows at once',
      { scheduledStartDate: at('13:30') },
      [lunch, blackout('14:00', '15:00')],
      '15:00',
    ],
    ['is after the current blackout, without a date', {}, [blackout('11:00', '12:30')], '12:30'],
    [
      'is after the current blackout, with a date in the past',
      { scheduledStartDate: at('09:00') },
      [blackout('11:00', '12:30')],
      '12:30',
    ],
    ['is a date in the past without a current blackout', { scheduledStartDate: at('09:00') }, [lunch], '09:00'],
  ] as const)('%s', (_, more, blackouts, expected) => {
    expect(blackoutPlanOf(more, ...blackouts).firstFree).toBe(at(expected));
  });

  test('is null without a date, and for a running release', () => {
    expect(blackoutPlanOf({}, lunch).firstFree).toBe(null);
    expect(planBlackouts(plan('Ship: a>'), [blackout('11:00', '12:30')], noon).firstFree).toBe(null);
  });
});

test('templates and finished releases have no blackout plan', () => {
  for (const sketch of ['TEMPLATE Ship: a.', 'Ship: a+', 'Ship: a#']) {
    expect(planBlackouts(plan(sketch, { scheduledStartDate: at('13:30') }), [lunch], noon)).toEqual(noBlackoutPlan);
  }
  expect(planBlackouts({ ...plan('Ship: a+'), archived: true }, [lunch], noon)).toEqual(noBlackoutPlan);
});

test('the next boundary is the next begin or end of a blackout', () => {
  expect(nextBoundary([tea, lunch], noon)).toBe(at('13:00'));
  expect(nextBoundary([tea, lunch], at('13:00'))).toBe(at('14:00'));
  expect(nextBoundary([lunch], at('14:00'))).toBe(null);
});

test('the result stays the same until the next boundary', () => {
  const hour = fc.integer({ min: 0, max: 47 }).map((halves) => noon + halves * 1_800_000);
  const calendar = fc.array(
    fc.record({ id: fc.string(), startDate: hour, lasts: fc.integer({ min: 1, max: 6 }) }).map((blackout) => ({
      id: blackout.id,
      startDate: blackout.startDate,
      endDate: blackout.startDate + blackout.lasts * 1_740_000,
    })),
    { maxLength: 6 },
  );
  const date = fc.option(hour);
  fc.assert(
    fc.property(calendar, hour, fc.nat(99), date, date, (blackouts, now, percent, scheduledStartDate, dueDate) => {
      const task = { a: { delayDuringBlackout: true, scheduledStartDate } };
      const release = plan('Ship: a.', { scheduledStartDate, dueDate, task });
      const next = nextBoundary(blackouts, now) ?? now + 86_400_000;
      const later = Math.floor(now + ((next - now) * percent) / 100);
      const planned = planBlackouts(release, blackouts, now);
      expect(planBlackouts(release, blackouts, later)).toEqual(planned);
      const { firstFree } = planned;
      const ahead = blackouts.filter(({ endDate }) => endDate > now).toSorted((a, b) => a.startDate - b.startDate);
      if (firstFree !== null) expect(startAfterBlackouts(firstFree, ahead)).toBe(firstFree);
    }),
  );
});
