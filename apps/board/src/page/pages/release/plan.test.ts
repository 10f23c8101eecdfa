import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { expect, test } from 'vitest';
import { taskPosition } from './plan.ts';

const task = (id: string, fields: object = {}): TaskResponse =>
  ({ id: `R/P/${id}`, title: id, locked: false, ...fields }) as TaskResponse;
const phases = (...tasks: readonly TaskResponse[]) =>
  [{ id: 'R/P', title: 'Build', tasks }] as unknown as ReleaseResponse['phases'];

test('the position of a task contains its path, its neighbors and its predecessors', () => {
  const group = task('all', {
    tasks: [task('first'), task('second')],
    links: [{ source: 'R/P/first', target: 'R/P/second' }],
  });
  const plan = { phases: phases(group, task('last')) };
  expect(taskPosition(plan, 'second')).toEqual({
    path: 'Build › all',
    predecessors: ['first'],
    lockedGroup: null,
    previous: 'R/P/first',
    next: 'R/P/last',
  });
  expect(taskPosition(plan, 'all')).toMatchObject({ path: 'Build', previous: null });
  expect(taskPosition(plan, 'last')?.next).toBe(null);
  expect(taskPosition(plan, 'none')).toBe(undefined);
});

test('the lock of a group includes the tasks in its groups, and not the group itself', () => {
  const plan = { phases: phases(task('outer', { locked: true, tasks: [task('inner', { tasks: [task('own')] })] })) };
  expect(['outer', 'inner', 'own'].map((id) => taskPosition(plan, id)?.lockedGroup)).toEqual([null, 'outer', 'outer']);
});
