import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { message, plainText } from '../messages/message.ts';
import { hasCondition, resultOfEvent } from './event-result.ts';

const conditionFailed = (text: string) => message('eventResult.conditionFailed', { problem: plainText(text) });

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
      reason: message('eventResult.conditionRejected'),
    });
  });

  test('fails if its condition fails, with the reason as comment', () => {
    const reason = conditionFailed('the script failed');
    expect(resultOfEvent('Task1', 'Delivery1', { failed: 'the script failed' })).toEqual({
      does: 'ends',
      command: { type: 'failTask', taskId: 'Task1', comment: textOf(reason) },
      outcome: 'failed',
      reason,
    });
  });

  test('keeps waiting if the event is too large for its condition', () => {
    expect(resultOfEvent('Task1', 'Delivery1', { failed: 'the event is too large', unasked: true })).toEqual({
      does: 'nothing',
      outcome: 'failed',
      reason: conditionFailed('the event is too large'),
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
