import { EventEmitter, once } from 'node:events';
import type { Message, Queue } from './queue.ts';

/** A message that wakes a release, immediately or at a time. */
export const createWake = (releaseId: string, at = 0): Message<'wake'> => ({
  data: { releaseId, at },
  id: `wake-${releaseId}-${at}`,
  at,
});

/** The jobs that a queue has delivered, and a way to wait for them. */
export interface ConsumedWakes {
  readonly releaseIds: readonly string[];
  until(isDone: (ids: readonly string[]) => boolean): Promise<readonly string[]>;
}

/** Consumes the wakes of a queue from now on. */
export function consumeWakes(queue: Queue): ConsumedWakes {
  const releaseIds: string[] = [];
  const emitter = new EventEmitter();
  queue.serve(
    'wake',
    async ({ releaseId }) => {
      releaseIds.push(releaseId);
      emitter.emit('seen');
    },
    { concurrency: 4 },
  );
  return {
    releaseIds,
    until: async (isDone) => {
      while (!isDone(releaseIds)) await once(emitter, 'seen');
      return releaseIds.toSorted();
    },
  };
}
