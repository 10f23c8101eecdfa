import { eventBatchSize } from '@slipway/engine';

/** The maximum number of queued events in this process; a scheduler processes the others. */
const mostQueued = 10_000;

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
    add: (endpointId: string, one: QueuedEvent): void => {
      if (size >= mostQueued) return;
      const queue = queues.get(endpointId);
      if (queue === undefined) queues.set(endpointId, [one]);
      else queue.push(one);
      size += 1;
    },
    /** Puts those that need another turn before all that have come meanwhile. */
    putBack: (endpointId: string, left: readonly QueuedEvent[]): void => {
      if (left.length === 0) return;
      queues.set(endpointId, [...left, ...(queues.get(endpointId) ?? [])]);
      size += left.length;
    },
    /** Takes the oldest received events to the endpoint whose turn it is, as many as are processed together. */
    take: (): { readonly endpointId: string; readonly taken: readonly QueuedEvent[] } | undefined => {
      const [turn] = queues;
      if (turn === undefined) return undefined;
      const [endpointId, queue] = turn;
      const taken = queue.splice(0, eventBatchSize);
      size -= taken.length;
      queues.delete(endpointId);
      if (queue.length > 0) queues.set(endpointId, queue);
      return { endpointId, taken };
    },
  };
}
