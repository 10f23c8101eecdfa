import { textOf } from '../messages/english.ts';
import { type Message, message, plainText } from '../messages/message.ts';

/** The result of evaluating the condition of a task for an event. */
export type ConditionResult =
  | { readonly wants: boolean }
  | {
      readonly failed: string;
      /** The event is too large for a script, so the condition did not run. */
      readonly unasked?: true;
      /** The script reached its time limit, possibly on a busy machine. */
      readonly timedOut?: true;
    };

/** The effect of an event on a task that waits for one. */
export type EventResult =
  | { readonly does: 'nothing'; readonly outcome: 'filtered' | 'failed'; readonly reason: Message }
  | {
      readonly does: 'ends';
      readonly command: {
        readonly type: 'completeTask' | 'failTask';
        readonly taskId: string;
        readonly comment: string;
      };
      readonly outcome: 'completed' | 'failed';
      readonly reason: Message | null;
    };

/** Whether a task has a condition. A task without a condition accepts every event. */
export const hasCondition = (condition: string | null): condition is string =>
  condition !== null && condition.trim() !== '';

/**
 * Returns the effect of a received event on a task that waits for events. The task completes if its condition is true,
 * fails if the condition fails, and otherwise keeps waiting (script-api.md, From event to release). An event that is
 * too large for the condition does not end the task.
 */
export function resultOfEvent(taskId: string, receivedEventId: string, conditionResult: ConditionResult): EventResult {
  if ('failed' in conditionResult) {
    const reason = message('eventResult.conditionFailed', { problem: plainText(conditionResult.failed) });
    // Otherwise a sender of large events could end tasks that wait for events of other senders.
    if (conditionResult.unasked) return { does: 'nothing', outcome: 'failed', reason };
    return { does: 'ends', command: { type: 'failTask', taskId, comment: textOf(reason) }, outcome: 'failed', reason };
  }
  if (!conditionResult.wants) {
    return { does: 'nothing', outcome: 'filtered', reason: message('eventResult.conditionRejected') };
  }
  const comment = textOf(message('eventResult.received', { id: receivedEventId }));
  return { does: 'ends', command: { type: 'completeTask', taskId, comment }, outcome: 'completed', reason: null };
}
