import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import { expect, test } from 'vitest';
import { blackoutAt, blackoutsFor, delayingBlackout, delayMs, idleMs, planRows } from './plan-rows.ts';

const at = (hour: number) => new Date(hour * 3_600_000).toISOString();
const ms = (hour: number) => hour * 3_600_000;
type Preview = Parameters<typeof planRows>[0];
type Task = Preview['phases'][number]['tasks'][number];
const task = (title: string, from: number, to: number, more: Partial<Task> = {}) =>
  ({ id: title, title, type: 'xlrelease.Task', startDate: at(from), endDate: at(to), tasks: [], ...more }) as Task;
const held = (until: number, heldBy: 'date' | 'blackout' = 'blackout') => ({ heldUntil: at(until), heldBy });

test('phases have the colors of the template, and their tasks are ready when the tasks before them end', () => {
  const parallel = { type: 'xlrelease.ParallelGroup', tasks: [task('waiting', 9, 10, held(9))] };
  const tasks = [
    task('first', 1, 2),
    task('second', 6, 7, held(6)),
    task('group', 7, 10, parallel),
    task('dated', 12, 12, held(12, 'date')),
  ];
  const phases = [
    { id: 'Applications/Release1/Phase1', title: 'Build', startDate: at(1), endDate: at(12), tasks },
    { id: 'Applications/Release1/Phase2', title: 'Deploy', startDate: at(12), endDate: at(12), tasks: [] },
  ];
  const template = { phases: [{ id: 'Applications/Release1/Phase1', color: '#c2417c', tasks: [] }] };
  const rows = planRows({ phases } as unknown as Preview, template as unknown as Parameters<typeof planRows>[1]);
  expect(rows.map(({ title, color, from, to }) => [title, color, from, to])).toEqual([
    ['Build', '#c2417c', ms(1), ms(12)],
    ['Deploy', 'var(--phase-2)', ms(12), ms(12)],
  ]);
  expect(rows.map(({ parts }) => parts)).toEqual([
    [
      { from: ms(1), to: ms(2) },
      { from: ms(6), to: ms(7) },
      { from: ms(9), to: ms(12) },
    ],
    [{ from: ms(12), to: ms(12) }],
  ]);
  expect(rows[0]!.delays.map((delay) => [delay.title, delay.by, delay.readyAt, delay.until, delayMs(delay)])).toEqual([
    ['second', 'blackout', ms(2), ms(6), ms(4)],
    ['waiting', 'blackout', ms(7), ms(9), ms(2)],
    ['dated', 'date', ms(10), ms(12), ms(2)],
  ]);
});

test('tasks of a parallel group wait together, and linked tasks are ready after their sources', () => {
  const nested = { type: 'xlrelease.SequentialGroup', tasks: [task('inner', 2, 3), task('after', 8, 9, held(8))] };
  const tasks = [
    task('group', 1, 12, {
      type: 'xlrelease.ParallelGroup',
      tasks: [
        // The target of a link can precede its source.
        task('linked', 10, 12, held(10)),
        task('source', 1, 4),
        task('free', 5, 6, held(5)),
        task('nested', 2, 9, { ...held(2, 'date'), ...nested }),
      ],
    }),
  ];
  const phases = [{ id: 'Applications/Release1/Phase1', title: 'Build', startDate: at(1), endDate: at(12), tasks }];
  const group = 'Applications/Release1/Phase1/group';
  const links = [
    { source: `${group}/source`, target: `${group}/linked` },
    { source: `${group}/unknown`, target: `${group}/linked` },
  ];
  const template = { phases: [{ id: 'Applications/Release1/Phase1', tasks: [{ tasks: [{ links, tasks: [] }] }] }] };
  const [row] = planRows({ phases } as unknown as Preview, template as unknown as Parameters<typeof planRows>[1]);
  expect(row!.delays.map(({ title, by, readyAt, until }) => [title, by, readyAt, until])).toEqual([
    ['linked', 'blackout', ms(4), ms(10)],
    ['free', 'blackout', ms(1), ms(5)],
    ['nested', 'date', ms(1), ms(2)],
    ['after', 'blackout', ms(3), ms(8)],
  ]);
  // The chart has gaps only while no other task runs, and gaps that overlap count once.
  expect(row!.parts).toEqual([
    { from: ms(1), to: ms(4) },
    { from: ms(5), to: ms(6) },
    { from: ms(8), to: ms(9) },
    { from: ms(10), to: ms(12) },
  ]);
  expect(idleMs(row!)).toBe(ms(4));
});

test('blackouts of other folders do not apply, and the last blackout before a start delays its task', () => {
  const blackout = (label: string, from: number, to: number, folderId?: string) =>
    ({ label, startDate: at(from), endDate: at(to), folderId }) as BlackoutResponse;
  const all = [
    blackout('all', 1, 3),
    blackout('parent', 2, 5, 'Applications/Folder1'),
    blackout('other', 2, 6, 'Applications/Folder3'),
    blackout('later', 8, 9),
  ];
  const known = blackoutsFor(all, 'Applications/Folder1/Folder2');
  expect(known.map(({ label }) => label)).toEqual(['all', 'parent', 'later']);
  const delay = { title: '', by: 'blackout', readyAt: ms(1), until: ms(5) + 60_000 } as const;
  expect([
    delayingBlackout(known, delay)?.label,
    delayingBlackout([], delay),
    blackoutAt(known, ms(3))?.label,
    blackoutAt(known, ms(5)),
  ]).toEqual(['parent', undefined, 'parent', undefined]);
});
