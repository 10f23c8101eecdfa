import { expect, test } from 'vitest';
import type { InsightsResponse } from '../data/responses.ts';
import { groupNames } from './targets.ts';

const point = (n: number) => ({ from: '2026-05-01T00:00:00Z', to: '2026-05-08T00:00:00Z', n });

/** A response with these numbers of deployments in the weeks of each group. */
const response = (
  groups: readonly (readonly [name: string | null, counts: readonly number[]])[],
): InsightsResponse => ({
  ...{ asOf: '2026-05-15T00:00:00Z', lagSeconds: 0, tz: 'UTC', exact: true, truncated: false, total: [] },
  backfill: { state: 'done', done: 1, total: 1, oldest: '2026-01-01T00:00:00Z' },
  series: groups.map(([name, counts]) => ({
    metric: 'dora.deploymentFrequency',
    ...(name !== null && { group: { id: name, title: name } }),
    points: counts.map(point),
  })),
});

test('the groups with the most deployments are first, then they are in alphabetical order', () => {
  const groups = [
    ['Shop', [1, 1]],
    ['Cards', [0, 2]],
    ['App', [5]],
    ['', [1]],
    ['Never', []],
  ] as const;
  expect(groupNames(response(groups))).toEqual(['App', 'Cards', 'Shop', '', 'Never']);
});

test('a response without groups, and none, have no names', () => {
  expect(groupNames(undefined)).toEqual([]);
  expect(groupNames(response([]))).toEqual([]);
  expect(groupNames(response([[null, [3]]]))).toEqual([]);
});
