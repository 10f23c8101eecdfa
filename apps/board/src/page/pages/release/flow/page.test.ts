import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { expect, test } from 'vitest';
import { countCards, flattenTasks, initialOffset, pageOf, tasksOnPage } from './page.ts';

const task = (id: string, status = 'PLANNED', tasks?: readonly TaskResponse[]) =>
  ({ id, status, ...(tasks && { tasks }) }) as TaskResponse;
const phase = (...tasks: readonly TaskResponse[]) => ({ tasks }) as unknown as PhaseResponse;
const many = (count: number, name: string, status?: string) =>
  Array.from({ length: count }, (_, at) => task(`${name}${at}`, status));
const startOf = (phases: readonly PhaseResponse[], id: string | null = null) =>
  initialOffset(flattenTasks({ phases: [...phases] }), id);

test('a page has a hundred tasks including groups, and the ids of the groups that begin on an earlier page', () => {
  const group = task('g', 'PLANNED', [task('h', 'PLANNED', many(150, 'b'))]);
  const phases = [phase(...many(98, 'a'), group), phase(task('last'))];
  const flowTasks = flattenTasks({ phases });
  const pages = [0, 100, 200, 300].map((from) => pageOf(flowTasks, from));
  expect(pages.map(({ ids, ...page }) => ({ ...page, ends: [ids[0], ids.at(-1)] }))).toEqual([
    { from: 0, count: 100, total: 251, groupIds: [], ends: ['a0', 'h'] },
    { from: 100, count: 100, total: 251, groupIds: ['g', 'h'], ends: ['b0', 'b99'] },
    { from: 200, count: 51, total: 251, groupIds: ['g', 'h'], ends: ['b100', 'last'] },
    { from: 0, count: 100, total: 251, groupIds: [], ends: ['a0', 'h'] },
  ]);
  expect(countCards([...many(98, 'a'), group])).toBe(250);
  // Groups with tasks are not counted as tasks.
  expect(pages.slice(0, 3).map((page) => tasksOnPage(phases, page))).toEqual([
    { from: 0, count: 98, total: 249 },
    { from: 98, count: 100, total: 249 },
    { from: 198, count: 51, total: 249 },
  ]);
});

test.each([
  ['runs', 'IN_PROGRESS'],
  ['failed', 'FAILED'],
  ['waits for its date', 'PENDING'],
])('a flow opens at the page of the first task that %s, inside its groups', (_, status) => {
  const group = task('g', 'IN_PROGRESS', [...many(200, 'b', 'COMPLETED'), task('here', status), ...many(9, 'c')]);
  expect(startOf([phase(...many(50, 'a', 'SKIPPED')), phase(group)])).toBe(200);
});

test('a flow opens at the task with the given id, or at the start if no task is active', () => {
  const phases = [phase(...many(250, 'a'))];
  expect([startOf(phases, 'a120'), startOf(phases, 'none'), startOf(phases), startOf([])]).toEqual([100, 0, 0, 0]);
});
