import { expect, test } from 'vitest';
import { createLines, type Line } from './lines.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const at = (time: string) => `2026-11-23T${time}:00.000+00:00`;
const ms = (time: string) => Date.parse(at(time));

type Phases = Parameters<typeof createLines>[0]['phases'];
type Preview = NonNullable<Parameters<typeof createLines>[1]>['phases'];
const plan = (...tasks: readonly object[]) => ({
  phases: [{ id: 'Phase1', title: 'Build', status: 'IN_PROGRESS', plannedDuration: 0, tasks }] as unknown as Phases,
});
const task = (id: string, fields: object = {}) => ({
  id,
  title: id,
  status: 'PLANNED',
  plannedDuration: 0,
  ...fields,
});
const lineOf = (fields: object, estimated: readonly object[] = []): Line =>
  createLines(
    plan(task('Task1', fields)),
    {
      phases: [{ id: 'Phase1', startDate: at('11:00'), endDate: at('16:00'), tasks: estimated }] as unknown as Preview,
    },
    now,
  )[1]!;

test('a planned range is calculated from the dates, or from one date and the duration', () => {
  const planned = (fields: object) => lineOf(fields).planned;
  expect([
    planned({ scheduledStartDate: at('09:00'), dueDate: at('10:00') }),
    planned({ scheduledStartDate: at('09:00'), plannedDuration: 60 }),
    planned({ dueDate: at('10:00'), plannedDuration: 3600 }),
    planned({ scheduledStartDate: at('10:00'), dueDate: at('09:00') }),
    planned({ plannedDuration: 60 }),
  ]).toEqual([
    { from: ms('09:00'), to: ms('10:00') },
    { from: ms('09:00'), to: ms('09:01') },
    { from: ms('09:00'), to: ms('10:00') },
    { from: ms('10:00'), to: ms('10:00') },
    null,
  ]);
});

test('a running item lasts until the current time, and a finished item has no estimate', () => {
  const estimated = [{ id: 'Task1', startDate: at('11:00'), endDate: at('15:00'), tasks: [] }];
  const runs = lineOf({ startDate: at('11:00') }, estimated);
  const ended = lineOf({ startDate: at('11:00'), endDate: at('11:30') }, estimated);
  expect([runs.actual, runs.estimated, ended.actual, ended.estimated]).toEqual([
    { from: ms('11:00'), to: now },
    { from: ms('11:00'), to: ms('15:00') },
    { from: ms('11:00'), to: ms('11:30') },
    null,
  ]);
});

test('nested tasks are deeper, and without a preview there are no estimates', () => {
  const lines = createLines(plan(task('Task1', { tasks: [task('Task2')] }), task('Task3')), undefined, now);
  expect(lines.map(({ id, depth, estimated }) => [id, depth, estimated])).toEqual([
    ['Phase1', 0, null],
    ['Task1', 1, null],
    ['Task2', 2, null],
    ['Task3', 1, null],
  ]);
});
