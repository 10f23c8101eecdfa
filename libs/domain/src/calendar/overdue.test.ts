import { describe, expect, test } from 'vitest';
import { parseInput } from '../testing/examples.ts';
import { command, decide, env, log, task, timePassed } from '../testing/inputs.ts';
import { at, noon, type PlanOverrides, plan, type TaskOverrides } from '../testing/notation.ts';

const passed = (sketch: string, now: string, details: TaskOverrides = {}, more: PlanOverrides = {}) =>
  decide(plan(sketch, { task: { a: details }, ...more }), timePassed, env({ now: at(now) }));
/** [overdue, due soon] of task a. */
const markers = ({ release }: ReturnType<typeof passed>) => {
  const { overdueNotified, dueSoonNotified } = task(release, 'a').run;
  return [overdueNotified, dueSoonNotified];
};

// Running tasks in a sketch have started at noon.
const due: TaskOverrides = { dueDate: at('16:00') };

describe('a task', () => {
  test.each([
    ['long before it is due', 'Ship: a>', '14:59', due, [false, false]],
    ['with a quarter of its time left', 'Ship: a>', '15:00', due, [false, true]],
    ['when it is due', 'Ship: a>', '16:00', due, [true, true]],
    ['after its planned duration', 'Ship: a>', '13:00', { plannedDuration: 3600 }, [true, true]],
    ['within its planned duration', 'Ship: a>', '12:50', { plannedDuration: 3600 }, [false, true]],
    [
      'with a due date, regardless of its duration',
      'Ship: a>',
      '13:00',
      { ...due, plannedDuration: 60 },
      [false, false],
    ],
    ['that was due before it started', 'Ship: a>', '12:00', { dueDate: at('11:00') }, [true, false]],
    ['that has not started', 'Ship: b> a.', '15:59', due, [false, false]],
    ['that has not started at its due date', 'Ship: b> a.', '16:00', due, [true, false]],
    ['that failed', 'Ship: a!', '16:00', due, [true, true]],
    ['that was completed in advance', 'Ship: b> a=', '16:00', due, [false, false]],
    ['that has ended', 'Ship: a+ b>', '16:00', due, [false, false]],
    ['of a template', 'TEMPLATE Ship: a.', '16:00', due, [false, false]],
    ['of a finished release', 'Ship: a+', '16:00', due, [false, false]],
    ['without dates', 'Ship: a>', '16:00', {}, [false, false]],
  ])('%s', (_, sketch, now, details, expected) => {
    expect(markers(passed(sketch, now, details))).toEqual(expected);
  });

  test('is marked once, without a log entry', () => {
    const first = passed('Ship: a>', '16:00', due);
    expect(log(first)).toEqual([]);
    expect(decide(first.release, timePassed, env({ now: at('17:00') })).release).toBe(first.release);
  });

  test('keeps its markers when it ends, and loses them when its due date moves ahead', () => {
    const { release } = passed('Ship: a> b.', '16:00', due);
    const done = decide(release, parseInput('complete a'), env({ now: at('16:30') })).release;
    expect(task(done, 'a').run).toMatchObject({ overdueNotified: true, dueSoonNotified: true });
    const moved = command({ type: 'updateTask', taskId: 'Taska', patch: { dueDate: at('20:00') } });
    const later = decide(release, moved, env({ now: at('16:30') }));
    expect(task(later.release, 'a').run).toMatchObject({ overdueNotified: false, dueSoonNotified: false });
    expect(later.wakeAt).toBe(at('18:00'));
  });

  test('leaves other tasks as the same objects', () => {
    const before = plan('Ship: p>[a> b>] | Done+: c+', { task: { a: due } });
    const { release } = decide(before, timePassed, env({ now: at('15:00') }));
    expect(task(release, 'b')).toBe(task(before, 'b'));
    expect(release.phases[1]).toBe(before.phases[1]);
  });
});

describe('a release and its phases', () => {
  test('are marked when they are due, and unmarked when the due date moves ahead', () => {
    const before = plan('Build: a+ | Ship: b>', { dueDate: at('13:00') });
    const phases = before.phases.map((phase) => ({ ...phase, dueDate: at('13:00') }));
    const { release } = decide({ ...before, phases }, timePassed, env({ now: at('13:00') }));
    expect([release, ...release.phases].map(({ overdueNotified }) => overdueNotified)).toEqual([true, false, true]);
    const later = decide(release, command({ type: 'updateRelease', patch: { dueDate: null } })).release;
    expect([later.overdueNotified, later.riskScore]).toEqual([false, 0]);
  });

  test('are also due after their planned duration', () => {
    const { release } = passed('Ship: a>', '13:00', {}, { plannedDuration: 3600 });
    expect([release.overdueNotified, release.riskScore]).toEqual([true, 30]);
  });
});

test('each such time has a wake-up, the earliest first', () => {
  const before = plan('Ship: a> b.', { task: { a: due, b: { dueDate: at('19:00') } }, dueDate: at('21:00') });
  const phases = before.phases.map((phase) => ({ ...phase, dueDate: at('20:00') }));
  const wakes = [];
  for (let now: number | null = noon; now !== null; ) {
    now = decide({ ...before, phases }, timePassed, env({ now })).wakeAt;
    wakes.push(now);
  }
  expect(wakes).toEqual([...['15:00', '16:00', '19:00', '20:00', '21:00'].map((time) => at(time)), null]);
});
