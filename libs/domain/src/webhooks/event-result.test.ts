import { describe, expect, test } from 'vitest';
import { hasCondition, resultOfEvent } from './event-result.ts';

describe('a task that waits for an event', () => {
  test('completes if its condition accepts the event, with the event id in the comment', () => {
    expect(resultOfEvent('Task1', 'Delivery1', { wants: true })).toEqual({
      does: 'ends',
      command: { type: 'completeTask', taskId: 'Task1', comment: 'Received the expected event: Delivery1.' },
      outcome: 'completed',
      reason: null,
    });
  });

  test('keeps waiting if its condition does not accept the event', () => {
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

  test('keeps waiting if the event is too large for its condition', () => {
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
  ])('with the condition %j has a condition: %s', (condition, expected) => {
    expect(hasCondition(condition)).toBe(expected);
  });
});
