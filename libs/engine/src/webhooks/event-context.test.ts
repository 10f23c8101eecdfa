import type { EventResult } from '@slipway/persistence/webhooks';
import { expect, test } from 'vitest';
import { createResultFilter } from './event-context.ts';

const result = { triggerId: null, taskId: 'Task1', run: null, releaseId: null, reason: null };
const count = (outcome: EventResult['outcome'], times: number, isNamed: ReturnType<typeof createResultFilter>) =>
  Array.from({ length: times }, () => isNamed({ ...result, outcome })).filter(Boolean).length;

test('the results list at most a hundred tasks that reject an event, and all others, also after these', () => {
  const isNamed = createResultFilter();
  expect([count('failed', 150, isNamed), count('filtered', 150, isNamed), count('completed', 150, isNamed)]).toEqual([
    150, 100, 150,
  ]);
  expect([count('filtered', 1, isNamed), count('filtered', 1, createResultFilter())]).toEqual([0, 1]);
});
