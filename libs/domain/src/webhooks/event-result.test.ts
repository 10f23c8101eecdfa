import { describe, expect, test } from 'vitest';
import { hasCondition, resultOfEvent } from './event-result.ts';

describe('a task that waits for an event', () => {
  test('completes where its condition wants what came, and its comment names the delivery', () => {
    expect(resultOfEvent('Task1', 'Delivery1', { wants: true })).toEqual({
      does: 'ends',
      command: { type: 'completeTask', taskId: 'Task1', comment: 'Received the expected event: Delivery1.' },
      outcome: 'completed',
      reason: null,
    });
  });

  test('waits on where its condition does not want what came', () => {
    expect(resultOfEvent('Task1', 'Delivery1', { wants: false })).toEqual({
      does: 'nothing',
      outcome: 'filtered',
      reason: 'the condition of the task does not want it',
    });
  });

  test('fails if its condition fails, with the reason as comment', () => {
    const reason = 'The condition could not be evaluated: the script failed.';
    expect(resultOfEvent('Task1', 'Delivery1', { failed: 'the script failed' })).toEqual({
      does: 'ends',
      command: { type: 'failTask', taskId: 'Task1', comment: reason },
      outcome: 'failed',
      reason,
    });
  });

  test('continues to wait if its condition could not be evaluated: a large payload does not end the wait', () => {
    expect(resultOfEvent('Task1', 'Delivery1', { failed: 'the event is too large', unasked: true })).toEqual({
      does: 'nothing',
      outcome: 'failed',
      reason: 'The condition could not be evaluated: the event is too large.',
    });
  });

  test.each([
    [null, false],
    ['', false],
    [' \n', false],
    ['True', true],
  ])('with %j for a condition has one: %s', (condition, expected) => {
    expect(hasCondition(condition)).toBe(expected);
  });
});
