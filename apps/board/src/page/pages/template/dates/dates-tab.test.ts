import { expect, test } from 'vitest';
import { rowsOf } from './dates-tab.tsx';

const dates = { startDate: '2031-01-01T00:00:00.000+00:00', endDate: '2031-01-02T00:00:00.000+00:00' };
const task = (title: string, more: object = {}) => ({
  id: `Task${title}`,
  title,
  type: 'rel.Task',
  status: 'PLANNED' as const,
  ...dates,
  skipped: false,
  needsPerson: false,
  defaultDuration: false,
  waitsFor: [],
  missingVariables: [],
  tasks: [],
  ...more,
});

test('phases and tasks have rows in order, with the titles of their containers and notes', () => {
  const waitsFor = [
    { targetId: 'Release1', state: 'done' as const },
    { targetId: 'Release2', state: 'open' as const },
  ];
  const tasks = [
    task('group', {
      tasks: [task('inner', { needsPerson: true, defaultDuration: true, missingVariables: ['version'] })],
    }),
    task('gate', { waitsFor, heldBy: 'blackout', heldUntil: dates.endDate }),
    task('never', { skipped: true }),
    task('test', { needsPerson: true, typicalDuration: 2700 }),
  ];
  const phase = { id: 'Phase1', title: 'Build', status: 'PLANNED' as const, ...dates, tasks };
  const rows = rowsOf({
    id: 'Release1',
    title: 'Plan',
    ...dates,
    defaultDurations: true,
    missingVariables: [],
    phases: [phase],
  });
  expect(rows.map(({ title, isPhase, notes, delayedBy: heldBy }) => [title, isPhase, notes, heldBy])).toEqual([
    ['Build', true, [], undefined],
    ['Build › group', false, [], undefined],
    ['Build › group › inner', false, ['Manual', 'Estimated as 1 hour', 'version has no value'], undefined],
    ['Build › gate', false, ['Waiting for 1 dependency'], 'blackout'],
    ['Build › never', false, ['Skipped'], undefined],
    ['Build › test', false, ['Manual', 'Usually 45\u00a0min'], undefined],
  ]);
});
