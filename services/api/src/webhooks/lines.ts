import { deliveryBatchSize } from '@slipway/engine';

/** Ids that wait here while triggers are slower than their callers; a scheduler tells of what is beyond. */
const mostWaiting = 10_000;

/** A delivery that waits, and since when by the clock of its process, in milliseconds. */
export interface Waiting {
  readonly id: string;
  readonly since: number;
}

/** Deliveries that wait, endpoint by endpoint: each has its turn, however much the others are sent. */
export function createLines() {
  const lines = new Map<string, Waiting[]>();
  let size = 0;
  return {
    add: (endpointId: string, one: Waiting): void => {
      if (size >= mostWaiting) return;
      const line = lines.get(endpointId);
      if (line === undefined) lines.set(endpointId, [one]);
      else line.push(one);
      size += 1;
    },
    /** Those that want another turn, before all that have come meanwhile. */
    putBack: (endpointId: string, left: readonly Waiting[]): void => {
      if (left.length === 0) return;
      lines.set(endpointId, [...left, ...(lines.get(endpointId) ?? [])]);
      size += left.length;
    },
    /** What has waited longest of the endpoint whose turn it is, as much as is told together. */
    take: (): { readonly endpointId: string; readonly taken: readonly Waiting[] } | undefined => {
      const [turn] = lines;
      if (turn === undefined) return undefined;
      const [endpointId, line] = turn;
      const taken = line.splice(0, deliveryBatchSize);
      size -= taken.length;
      lines.delete(endpointId);
      if (line.length > 0) lines.set(endpointId, line);
      return { endpointId, taken };
    },
  };
}
