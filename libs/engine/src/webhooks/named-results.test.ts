import type { EventResult } from '@slipway/persistence';
import { expect, test } from 'vitest';
import { namedResults } from './named-results.ts';

const told = { triggerId: null, taskId: 'Task1', run: null, releaseId: null, reason: null };
const count = (outcome: EventResult['outcome'], times: number, isNamed: ReturnType<typeof namedResults>) =>
  Array.from({ length: times }, () => isNamed({ ...told, outcome })).filter(Boolean).length;

test('results name a hundred tasks that want none of an event, and all others, also after these', () => {
  const isNamed = namedResults();
  expect([count('failed', 150, isNamed), count('filtered', 150, isNamed), count('completed', 150, isNamed)]).toEqual([
    150, 100, 150,
  ]);
  expect([count('filtered', 1, isNamed), count('filtered', 1, namedResults())]).toEqual([0, 1]);
});
