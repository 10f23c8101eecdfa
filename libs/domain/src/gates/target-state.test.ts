import { expect, test } from 'vitest';
import { phaseStatuses, releaseStatuses, taskStatuses } from '../model/status.ts';
import { targetStateOf } from './target-state.ts';

test('the state of a target is done when completed or skipped, and a template is not a target', () => {
  const states = Map.groupBy(new Set([...releaseStatuses, ...phaseStatuses, ...taskStatuses]), targetStateOf);
  expect({ ...Object.fromEntries(states), open: undefined }).toEqual({
    done: ['COMPLETED', 'SKIPPED'],
    aborted: ['ABORTED'],
    missing: ['TEMPLATE'],
    open: undefined,
  });
});
