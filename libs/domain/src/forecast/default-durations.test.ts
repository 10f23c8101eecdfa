import { expect, test } from 'vitest';
import { at, env, plan, pluginType } from '../testing.ts';
import { type TypicalDurations, taskKey } from './planned-end.ts';
import { preview } from './preview.ts';

const estimate = (sketch: string, kind = 'Task', typicalDurations: TypicalDurations = new Map()) => {
  const task = { a: { plannedDuration: 600 }, x: { type: kind } };
  const { automatedTypes } = env();
  const context = { now: at('12:00'), blackouts: [], preconditions: new Map(), targets: new Map(), automatedTypes };
  return preview(plan(sketch, { task }), { ...context, typicalDurations });
};

test.each([
  ['P: a. x. y+ z-', true, ['x']],
  ['P: a. y+ z_', false, []],
  ['P: g>[x> a>]', true, []],
])('%s shows whether the default duration is used', (sketch, isUsed, titles) => {
  const { defaultDurations, phases } = estimate(sketch);
  const markedTasks = phases.flatMap(({ tasks }) =>
    tasks.filter((task) => task.defaultDuration).map(({ title }) => title),
  );
  expect([defaultDurations, markedTasks]).toEqual([isUsed, titles]);
});

test.each([
  ['Task', 60],
  ['UserInputTask', 60],
  ['unknown.Type', 60],
  ['GateTask', 0],
  ['CreateReleaseTask', 0],
  ['events.WaitForJsonEvent', 0],
  [pluginType, 0],
])('a task of type %s without a planned duration takes %i minutes', (kind, minutes) => {
  const { startDate, endDate } = estimate('P: x.', kind);
  expect(endDate - startDate).toBe(minutes * 60_000);
});

test('a manual task takes the median of its last runs, if one is known', () => {
  const runs = new Map([[taskKey('P', 'x', 'Task'), 90_000]]);
  const known = estimate('P: x.', 'Task', runs);
  expect([known.endDate - known.startDate, known.defaultDurations]).toEqual([90_000, false]);
  expect(known.phases[0]?.tasks[0]).toMatchObject({ defaultDuration: false, typicalDuration: 90_000 });
  const [planned, other] = ['P: a.', 'Q: x.'].map((sketch) => estimate(sketch, 'Task', runs));
  expect(planned?.phases[0]?.tasks[0]).toMatchObject({ defaultDuration: false, typicalDuration: null });
  expect(other?.phases[0]?.tasks[0]).toMatchObject({ defaultDuration: true, typicalDuration: null });
  const gate = estimate('P: x.', 'GateTask', new Map([[taskKey('P', 'x', 'GateTask'), 90_000]]));
  expect(gate.endDate - gate.startDate).toBe(0);
});
