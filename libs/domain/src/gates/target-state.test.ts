import { expect, test } from 'vitest';
import { phaseStatuses, releaseStatuses, taskStatuses } from '../model/status.ts';
import { targetStateOf } from './target-state.ts';

test('a gate is open to what is done, halts at what is aborted, and cannot wait for a template', () => {
  const states = Map.groupBy(new Set([...releaseStatuses, ...phaseStatuses, ...taskStatuses]), targetStateOf);
  expect({ ...Object.fromEntries(states), open: undefined }).toEqual({
    done: ['COMPLETED', 'SKIPPED'],
    aborted: ['ABORTED'],
    missing: ['TEMPLATE'],
    open: undefined,
  });
});
