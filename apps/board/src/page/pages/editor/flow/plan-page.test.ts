import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { expect, test } from 'vitest';
import { pageOf } from './plan-page.ts';

const task = (title: string, tasks?: readonly TaskResponse[]) =>
  ({ id: title, title, ...(tasks && { tasks }) }) as TaskResponse;
const phase = (title: string, ...tasks: readonly TaskResponse[]) =>
  ({ id: title, title, tasks }) as unknown as PhaseResponse;
const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => task(`${name}${at}`));

const inside = (tasks: readonly TaskResponse[]): string =>
  tasks.map(({ title, tasks: within }) => (within === undefined ? title : `${title}(${inside(within)})`)).join(' ');
const read = (phases: readonly PhaseResponse[], from: number) => {
  const { phases: shown, ...page } = pageOf({ phases: [...phases] }, from);
  return { ...page, shown: shown.map(({ title, tasks }) => `${title}: ${inside(tasks)}`) };
};

test('a small plan is one page', () => {
  expect(read([phase('A', task('a', [task('b')]), task('c')), phase('B')], 0)).toEqual({
    shown: ['A: a(b) c', 'B: '],
    from: 0,
    count: 5,
    hasMore: false,
    starts: [
      { title: 'A', at: 0 },
      { title: 'B', at: 4 },
    ],
  });
});

test('a page of a large plan has 100 phases and tasks, and their containers', () => {
  const phases = [phase('A', ...many(98, 'a'), task('g', many(150, 'b'))), phase('B', task('last'))];
  const pages = [0, 100, 200].map((from) => read(phases, from));
  expect(pages.map(({ from, count, hasMore }) => [from, count, hasMore])).toEqual([
    [0, 100, true],
    [100, 100, true],
    [200, 52, false],
  ]);
  expect(pages.map(({ shown }) => shown.map((taskText) => taskText.replace(/(\w+) [^()]* (\w+)/g, '$1 … $2')))).toEqual(
    [['A: a0 … g()'], ['A: g(b0 … b99)'], ['A: g(b100 … b149)', 'B: last']],
  );
});

test('an offset after the last row returns the first page', () => {
  expect(read([phase('A', task('a'))], 100)).toMatchObject({ from: 0, count: 2, shown: ['A: a'] });
  expect(read([], 0)).toEqual({ shown: [], from: 0, count: 0, hasMore: false, starts: [] });
});
