import type { JobData, JobName, Queue } from '@slipway/queue';

export type JobQueue = Pick<Queue, 'serve' | 'health'>;

type Handlers = { [Name in JobName]?: (data: JobData<Name>) => Promise<void> };

/**
 * A queue whose consumers can be removed and replaced: messages in between are dropped, because a new consumer first
 * processes all due work.
 */
export function pausableQueue(queue: JobQueue): { readonly queue: JobQueue; pause(): void } {
  const handlers: Handlers = {};
  const consumed = new Set<JobName>();
  return {
    queue: {
      health: queue.health,
      serve: <Name extends JobName>(
        name: Name,
        handler: NonNullable<Handlers[Name]>,
        settings: { readonly concurrency: number },
      ) => {
        handlers[name] = handler;
        if (consumed.has(name)) return;
        consumed.add(name);
        queue.serve(name, async (data) => await handlers[name]?.(data), settings);
      },
    },
    pause: () => {
      for (const name of consumed) delete handlers[name];
    },
  };
}
