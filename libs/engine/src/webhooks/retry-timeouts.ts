import type { Database } from '@slipway/persistence/database';
import { recordTimeout } from '@slipway/persistence/webhooks';

/** The number of times that a script may reach its time limit for one event. */
const maxAttempts = 3;

/** A script timed out. Its event stays unprocessed and is processed again later, as with a busy runner. */
class ScriptTimedOut extends Error {
  override readonly name = 'ScriptTimedOut';
}

interface FailedAnswer {
  readonly failed: string;
  readonly timedOut?: true;
}

/**
 * Wraps a script run for a received event. On a busy machine, a good script can time out, so the first timeouts of a
 * listener throw ScriptTimedOut, which leaves the other listeners alone. The last one is the result, with the number of
 * attempts.
 */
export const withTimeoutRetries =
  <Request, Answer extends object>(
    database: Database,
    receivedEventId: string,
    listenerOf: (request: Request) => string,
    run: (request: Request) => Promise<Answer | FailedAnswer>,
  ) =>
  async (request: Request): Promise<Answer | FailedAnswer> => {
    const answer = await run(request);
    if (!('failed' in answer && 'timedOut' in answer)) return answer;
    const count = await recordTimeout(database, receivedEventId, listenerOf(request));
    if (count !== null && count < maxAttempts)
      throw new ScriptTimedOut(`${answer.failed} (attempt ${count} of ${maxAttempts}; it will be repeated)`);
    return { ...answer, failed: `${answer.failed}; attempts: ${count ?? 1}` };
  };
