import { deliveryBatchSize } from '@slipway/engine';

/** Deliveries that wait here while they come faster than they are processed; what is beyond a scheduler processes. */
const mostQueued = 10_000;

/** A delivery that waits, and since when by `performance.now`, in milliseconds. */
export interface QueuedDelivery {
  readonly id: string;
  readonly since: number;
}

/** A queue of deliveries for each endpoint. The endpoints take turns, however much one of them is sent. */
export function createEndpointQueues() {
  const queues = new Map<string, QueuedDelivery[]>();
  let size = 0;
  return {
    add: (endpointId: string, one: QueuedDelivery): void => {
      if (size >= mostQueued) return;
      const queue = queues.get(endpointId);
      if (queue === undefined) queues.set(endpointId, [one]);
      else queue.push(one);
      size += 1;
    },
    /** Puts those that need another turn before all that have come meanwhile. */
    putBack: (endpointId: string, left: readonly QueuedDelivery[]): void => {
      if (left.length === 0) return;
      queues.set(endpointId, [...left, ...(queues.get(endpointId) ?? [])]);
      size += left.length;
    },
    /** Takes the oldest deliveries to the endpoint whose turn it is, as many as are processed together. */
    take: (): { readonly endpointId: string; readonly taken: readonly QueuedDelivery[] } | undefined => {
      const [turn] = queues;
      if (turn === undefined) return undefined;
      const [endpointId, queue] = turn;
      const taken = queue.splice(0, deliveryBatchSize);
      size -= taken.length;
      queues.delete(endpointId);
      if (queue.length > 0) queues.set(endpointId, queue);
      return { endpointId, taken };
    },
  };
}
