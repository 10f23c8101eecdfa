import { eventBatchSize } from '@slipway/engine';

/** The maximum number of queued events in this process; a scheduler processes the others. */
const maxQueued = 10_000;

/** A received event that waits, and since when by `performance.now`, in milliseconds. */
export interface QueuedEvent {
  readonly id: string;
  readonly since: number;
}

/** A queue of received events for each endpoint. The endpoints take turns, however much one of them is sent. */
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
    /** Puts those that need another turn before all that have come meanwhile. */
    requeue: (endpointId: string, remaining: readonly QueuedEvent[]): void => {
      if (remaining.length === 0) return;
      queues.set(endpointId, [...remaining, ...(queues.get(endpointId) ?? [])]);
      size += remaining.length;
    },
    /** Takes the oldest received events to the endpoint whose turn it is, as many as are processed together. */
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
