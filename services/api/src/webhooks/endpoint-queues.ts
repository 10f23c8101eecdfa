import { eventBatchSize } from '@slipway/engine';

/** The maximum number of queued events in this process; a scheduler processes the others. */
const maxQueued = 10_000;

/** A queued event. `since` is the time at which it was queued, from `performance.now()` in milliseconds. */
export interface QueuedEvent {
  readonly id: string;
  readonly since: number;
}

/**
 * Creates a queue of received events for each endpoint. The queues take turns, so that one endpoint cannot delay
 * others.
 */
export function createEndpointQueues() {
  const queues = new Map<string, QueuedEvent[]>();
  let size = 0;
  return {
    add: (endpointId: string, event: QueuedEvent): void => {
      if (size >= maxQueued) return;
      const queue = queues.get(endpointId);
      if (queue === undefined) queues.set(endpointId, [event]);
      else queue.push(event);
      size += 1;
    },
    /** Puts unprocessed events back to the head of their queue, before newer events. */
    requeue: (endpointId: string, remaining: readonly QueuedEvent[]): void => {
      if (remaining.length === 0) return;
      queues.set(endpointId, [...remaining, ...(queues.get(endpointId) ?? [])]);
      size += remaining.length;
    },
    /** Removes the oldest events of the next endpoint, at most one batch. Returns undefined if all queues are empty. */
    dequeue: (): { readonly endpointId: string; readonly events: readonly QueuedEvent[] } | undefined => {
      const [nextQueue] = queues;
      if (nextQueue === undefined) return undefined;
      const [endpointId, queue] = nextQueue;
      const events = queue.splice(0, eventBatchSize);
      size -= events.length;
      queues.delete(endpointId);
      if (queue.length > 0) queues.set(endpointId, queue);
      return { endpointId, events };
    },
  };
}
