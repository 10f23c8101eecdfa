/** The result of a condition for an event. */
export type ConditionResult =
  | { readonly wants: boolean }
  | {
      readonly failed: string;
      /** the event is too large for a script, so the condition did not run */
      readonly unasked?: true;
      /** the script reached its time limit, perhaps because the machine is busy */
      readonly timedOut?: true;
    };

/** What an event does to a task that waits for one. */
export type EventResult =
  | { readonly does: 'nothing'; readonly outcome: 'filtered' | 'failed'; readonly reason: string }
  | {
      readonly does: 'ends';
      readonly command: {
        readonly type: 'completeTask' | 'failTask';
        readonly taskId: string;
        readonly comment: string;
      };
      readonly outcome: 'completed' | 'failed';
      readonly reason: string | null;
    };

/** Whether a task has a condition: without one it takes every event. */
export const hasCondition = (condition: string | null): condition is string =>
  condition !== null && condition.trim() !== '';

/**
 * The result of a received event for a task that waits for events. It completes if its condition is true, fails if the
 * condition fails, and continues to wait otherwise (script-api.md, From event to release).
 */
export function resultOfEvent(taskId: string, receivedEventId: string, conditionResult: ConditionResult): EventResult {
  if ('failed' in conditionResult) {
    const reason = `The condition could not be evaluated: ${conditionResult.failed}.`;
    // a sender of large events must not end what waits for those of others
    if (conditionResult.unasked) return { does: 'nothing', outcome: 'failed', reason };
    return { does: 'ends', command: { type: 'failTask', taskId, comment: reason }, outcome: 'failed', reason };
  }
  if (!conditionResult.wants) {
    return { does: 'nothing', outcome: 'filtered', reason: 'the condition of the task does not want it' };
  }
  const comment = `Received the expected event: ${receivedEventId}.`;
  return { does: 'ends', command: { type: 'completeTask', taskId, comment }, outcome: 'completed', reason: null };
}
