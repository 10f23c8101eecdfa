import type { Instant } from '@slipway/domain';
import type { EventResult } from '@slipway/persistence';
import type { EventContext } from './event-context.ts';
import type { EventReader } from './read-event.ts';

/** A received event, and what has come of it so far. */
export interface EventProgress {
  readonly id: string;
  readonly receivedAt: Instant;
  /** names its processing in traces; null where nobody sees that */
  readonly traceparent: string | null;
  readonly read: EventReader;
  readonly results: EventResult[];
  /** unexpected ones: with any, the event is processed again */
  readonly errors: unknown[];
}

/** Does what is about one received event alone; an unexpected error is reported and kept, and hinders no other received event. */
export async function keepingErrors(
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
