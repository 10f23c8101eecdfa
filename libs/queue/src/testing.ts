import { EventEmitter, once } from 'node:events';
import type { Message, Queue } from './queue.ts';

/** A message that a release is to be woken, at once or at a moment. */
export const wake = (releaseId: string, at = 0): Message<'wake'> => ({
  data: { releaseId, at },
  id: `wake-${releaseId}-${at}`,
  at,
});

/** What a queue has handed over so far, and a way to wait for it. */
export interface Taken {
  readonly seen: readonly string[];
  until(enough: (ids: readonly string[]) => boolean): Promise<readonly string[]>;
}

/** Takes the wakes of a queue from now on. */
export function takeWakes(queue: Queue): Taken {
  const seen: string[] = [];
  const event = new EventEmitter();
  queue.serve(
    'wake',
    async ({ releaseId }) => {
      seen.push(releaseId);
      event.emit('seen');
    },
    { concurrency: 4 },
  );
  return {
    seen,
    until: async (enough) => {
      while (!enough(seen)) await once(event, 'seen');
      return seen.toSorted();
    },
  };
}
