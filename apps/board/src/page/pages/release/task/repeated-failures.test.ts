import { expect, test } from 'vitest';
import { groupRepeatedFailures } from './repeated-failures.ts';

/** Returns entries in the order of time, each from `type` or `type by user`, the latest first. */
const history = (...steps: readonly string[]) =>
  steps
    .map((step, index) => {
      const [activityType = '', username = 'SYSTEM'] = step.split(' by ');
      const eventTime = `2026-01-01T08:00:0${index}Z`;
      return {
        ...{ id: String(index), type: 'rel.ActivityLogEntry', message: activityType, activityType, username },
        ...{ eventTime, targetType: 'rel.Task', targetId: 'Task1' },
      };
    })
    .toReversed();

/** Returns each item as the ids of its entries, with the number of failures. */
const grouped = (...steps: readonly string[]) =>
  groupRepeatedFailures(history(...steps)).map(
    ({ entry, times, entries }) => `${entry.id}: ${entries.map(({ id }) => id).join('')} ×${times.length}`,
  );

test('failures with retries are one item with their times, the latest first', () => {
  const steps = ['TASK_STARTED', 'COMMENT_ADDED', 'TASK_FAILED'];
  const retry = ['TASK_RESTARTED by ann', ...steps];
  expect(grouped('TASK_CREATED', ...steps, ...retry)).toEqual(['7: 7654321 ×2', '0: 0 ×0']);
  expect(groupRepeatedFailures(history(...steps, ...retry))[0]?.times).toEqual([
    ...['2026-01-01T08:00:06Z', '2026-01-01T08:00:02Z'],
  ]);
});

test('the comment of a retry does not separate failures', () => {
  const steps = ['TASK_STARTED', 'TASK_FAILED', 'COMMENT_ADDED by ann'];
  expect(grouped(...steps, 'TASK_RESTARTED by ann', 'TASK_FAILED')).toEqual(['4: 43210 ×2']);
});

test('a failure is single if it occurs once, or if the entries between differ', () => {
  expect(grouped('TASK_STARTED', 'TASK_FAILED')).toEqual(['1: 1 ×0', '0: 0 ×0']);
  expect(grouped('TASK_STARTED', 'TASK_FAILED', 'TASK_UPDATED', 'TASK_RESTARTED', 'TASK_FAILED')).toEqual([
    ...['4: 4 ×0', '3: 3 ×0', '2: 2 ×0', '1: 1 ×0', '0: 0 ×0'],
  ]);
  expect(grouped('TASK_STARTED', 'TASK_COMPLETED', 'TASK_STARTED', 'TASK_COMPLETED')).toHaveLength(4);
  expect(grouped('TASK_FAILED', 'TASK_FAILED')).toHaveLength(2);
});

test('a success after repeated failures stays separate', () => {
  expect(
    grouped('TASK_STARTED', 'TASK_FAILED', 'TASK_RESTARTED', 'TASK_FAILED', 'TASK_RESTARTED', 'TASK_COMPLETED'),
  ).toEqual(['5: 5 ×0', '4: 4 ×0', '3: 3210 ×2']);
});

test('a failure whose handler retries the task is a failure', () => {
  const attempt = ['TASK_STARTED', 'TASK_FAILURE_HANDLER_STARTED'];
  expect(grouped(...attempt, 'TASK_RESTARTED', ...attempt)).toEqual(['4: 43210 ×2']);
});

test('an attempt includes the precondition between its restart and its start', () => {
  const attempt = ['TASK_RESTARTED', 'TASK_PRECONDITION_STARTED', 'TASK_STARTED', 'TASK_FAILED'];
  expect(grouped(...attempt, ...attempt)).toEqual(['7: 76543210 ×2']);
});
