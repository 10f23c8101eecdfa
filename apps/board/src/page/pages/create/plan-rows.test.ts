import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import { expect, test } from 'vitest';
import { blackoutAt, blackoutsFor, holdingBlackout, holdMs, planRows } from './plan-rows.ts';

const at = (hour: number) => new Date(hour * 3_600_000).toISOString();
const ms = (hour: number) => hour * 3_600_000;
type Preview = Parameters<typeof planRows>[0];
type Task = Preview['phases'][number]['tasks'][number];
const task = (title: string, from: number, to: number, more: Partial<Task> = {}) =>
  ({ id: title, title, type: 'xlrelease.Task', startDate: at(from), endDate: at(to), tasks: [], ...more }) as Task;
const held = (until: number, heldBy: 'date' | 'blackout' = 'blackout') => ({ heldUntil: at(until), heldBy });

test('phases have the colors of the template, and their tasks are ready when the tasks before them end', () => {
  const parallel = { type: 'xlrelease.ParallelGroup', tasks: [task('linked', 9, 10, held(9))] };
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
  const template = { phases: [{ id: 'Applications/Release1/Phase1', color: '#c2417c' }] };
  const rows = planRows({ phases } as unknown as Preview, template as unknown as Parameters<typeof planRows>[1]);
  expect(rows.map(({ title, color, from, to }) => [title, color, from, to])).toEqual([
    ['Build', '#c2417c', ms(1), ms(12)],
    ['Deploy', 'var(--phase-2)', ms(12), ms(12)],
  ]);
  expect(rows.map(({ parts }) => parts)).toEqual([
    [
      { from: ms(1), to: ms(2) },
      { from: ms(6), to: ms(12) },
    ],
    [{ from: ms(12), to: ms(12) }],
  ]);
  expect(rows[0]!.holds.map((hold) => [hold.title, hold.by, hold.readyAt, hold.until, holdMs(hold)])).toEqual([
    ['second', 'blackout', ms(2), ms(6), ms(4)],
    ['linked', 'blackout', null, ms(9), 0],
    ['dated', 'date', ms(10), ms(12), ms(2)],
  ]);
});

test('blackouts of other folders do not apply, and the last blackout before a start holds its task', () => {
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
  const hold = { title: '', by: 'blackout', readyAt: null, until: ms(5) + 60_000 } as const;
  expect([
    holdingBlackout(known, hold)?.label,
    holdingBlackout([], hold),
    blackoutAt(known, ms(3))?.label,
    blackoutAt(known, ms(5)),
  ]).toEqual(['parent', undefined, 'parent', undefined]);
});
