import type { Instant } from '@slipway/domain/model';
import type { ScriptLanguage } from '@slipway/domain/scripts';
import type { Database } from '@slipway/persistence/database';
import { type EventResult, recordTimeout } from '@slipway/persistence/webhooks';
import type { DispatchInput } from '../commands/dispatch-input.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import type { Firing } from '../triggers/firing.ts';
import type { RunFilter } from './filter-event.ts';
import type { EventReader, RunSource } from './read-event.ts';

/** Runs the scripts of event sources and filters, usually in another process. */
export interface EventScripts {
  readonly source: RunSource;
  readonly filter: RunFilter;
  readonly languageOf: (script: string) => ScriptLanguage;
}

export interface EventContext {
  readonly context: EngineContext;
  readonly scripts: EventScripts;
  /** applies one input to a live release */
  readonly dispatch: (releaseId: string, input: DispatchInput) => Promise<unknown>;
  readonly onFired: (firing: Firing) => void;
  /** Receives unexpected errors, with the id of the trigger or task. The received event is then processed again. */
  readonly report: (error: unknown, id: string) => void;
}

/** A received event with its results so far. */
export interface EventProgress {
  readonly id: string;
  readonly receivedAt: Instant;
  /** The trace of its processing; null without tracing. */
  readonly traceparent: string | null;
  readonly read: EventReader;
  readonly results: EventResult[];
  /** unexpected errors; after any, the event is processed again */
  readonly errors: unknown[];
}

/**
 * Runs work about one received event. An unexpected error is reported and stored, and does not affect other received
 * events.
 */
export async function collectErrors(
  { report }: Pick<EventContext, 'report'>,
  id: string,
  { errors }: EventProgress,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    report(error, id);
    errors.push(error);
  }
}

/** The number of times that a script may reach its time limit for one event. */
const maxAttempts = 3;

/** A script timed out. Its event is processed again later, as with a busy runner. */
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

/**
 * The maximum number of listed results without a match for one received event. Hundreds of releases can wait for their
 * own events at one endpoint.
 */
const maxUnwanted = 100;

/** Selects the results for tasks of one received event that are listed. */
export function createResultFilter(): (result: EventResult) => boolean {
  let unwanted = 0;
  return ({ outcome }) => {
    if (outcome !== 'filtered' && outcome !== 'unasked') return true;
    unwanted += 1;
    return unwanted <= maxUnwanted;
  };
}
