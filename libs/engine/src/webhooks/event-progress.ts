import type { Instant } from '@slipway/domain/model';
import type { EventResult } from '@slipway/persistence/webhooks';
import type { EventContext } from './event-context.ts';
import type { EventReader } from './read-event.ts';

/** A received event with its results up to now. */
export interface EventProgress {
  readonly id: string;
  readonly receivedAt: Instant;
  /** The trace of its processing; null without tracing. */
  readonly traceparent: string | null;
  readonly read: EventReader;
  readonly results: EventResult[];
  /** unexpected ones: with any, the event is processed again */
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
