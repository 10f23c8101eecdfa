import { expect, test } from 'vitest';
import { criticalPath, type Step, stepsOf } from './critical-path.ts';

const step = (id: string, from: number, to: number, more: Partial<Step> = {}): Step => ({
  ...{ id, from: from * 3_600_000, to: to * 3_600_000 },
  ...{ isDone: false, isParallel: false, after: [], steps: [], ...more },
});
const path = (...phases: readonly Step[]) => [...criticalPath(phases)].toSorted();

test('tasks in order are on the path, up to the finished ones', () => {
  const build = step('build', 0, 4, { isDone: true, steps: [step('compile', 0, 4, { isDone: true })] });
  const done = step('done', 4, 5, { isDone: true });
  const ship = step('ship', 4, 9, { steps: [done, step('deploy', 5, 7), step('check', 7, 9)] });
  expect(path(build, ship)).toEqual(['check', 'deploy', 'ship']);
  expect(path()).toEqual([]);
});

test('in a parallel group only the longest chain is on the path', () => {
  const tasks = [
    step('short', 0, 1),
    step('long', 0, 3),
    step('next', 3, 5, { after: ['short', 'long'] }),
    step('alone', 0, 4),
  ];
  const group = step('group', 0, 5, { isParallel: true, steps: tasks });
  expect(path(step('phase', 0, 6, { steps: [group, step('last', 5, 6)] }))).toEqual([
    'group',
    'last',
    'long',
    'next',
    'phase',
  ]);
});

test('a task that waits for its date ends the path, because earlier tasks have slack', () => {
  const tasks = [step('early', 0, 1), step('dated', 5, 6), step('last', 6, 7)];
  expect(path(step('before', 0, 0), step('phase', 0, 7, { steps: tasks }))).toEqual(['dated', 'last', 'phase']);
});

test('a phase without tasks, and an empty group, do not end the path', () => {
  const empty = step('empty', 2, 2, { isParallel: true });
  expect(path(step('a', 0, 2), step('none', 2, 2), step('b', 2, 3, { steps: [empty, step('t', 2, 3)] }))).toEqual([
    'a',
    'b',
    'empty',
    'none',
    't',
  ]);
});

test('a loop in the order of tasks ends', () => {
  const tasks = [step('a', 0, 1, { after: ['b'] }), step('b', 0, 1, { after: ['a'] })];
  expect(path(step('group', 0, 1, { isParallel: true, steps: tasks }))).toContain('a');
});

test('the steps of a release have its order and its estimates', () => {
  const dates = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-01T01:00:00Z', status: 'PLANNED' };
  const task = (id: string, more: object = {}) => ({ id, type: 'rel.Task', ...dates, ...more, tasks: [] });
  const children = [task('R/P/G/A', { status: 'SKIPPED' }), task('R/P/G/B')];
  const group = {
    ...task('R/P/G'),
    type: 'rel.ParallelGroup',
    links: [{ source: 'A', target: 'R/P/G/B' }],
    tasks: children,
  };
  const phases = [{ ...task('R/P'), tasks: [group] }];
  const read = <Value>(value: unknown) => ({ phases: value }) as Value;
  const [phase] = stepsOf(read<Parameters<typeof stepsOf>[0]>(phases), read<Parameters<typeof stepsOf>[1]>(phases));
  const [parallel] = phase!.steps;
  expect([parallel!.isParallel, parallel!.steps.map(({ after, isDone }) => [after, isDone]), parallel!.to]).toEqual([
    true,
    [
      [[], true],
      [['R/P/G/A'], false],
    ],
    Date.parse(dates.endDate),
  ]);
});
