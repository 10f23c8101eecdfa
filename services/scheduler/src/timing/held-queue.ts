import type { JobData, JobName, Queue } from '@slipway/queue';

export type Served = Pick<Queue, 'serve' | 'health'>;

type Handlers = { [Name in JobName]?: (data: JobData<Name>) => Promise<void> };

/**
 * A queue whose consumers can be removed and replaced: messages in between are dropped, because a new consumer first
 * processes all due work.
 */
export function heldQueue(queue: Served): { readonly queue: Served; hold(): void } {
  const handlers: Handlers = {};
  const served = new Set<JobName>();
  return {
    queue: {
      health: queue.health,
      serve: <Name extends JobName>(
        name: Name,
        handler: NonNullable<Handlers[Name]>,
        settings: { readonly concurrency: number },
      ) => {
        handlers[name] = handler;
        if (served.has(name)) return;
        served.add(name);
        queue.serve(name, async (data) => await handlers[name]?.(data), settings);
      },
    },
    hold: () => {
      for (const name of served) delete handlers[name];
    },
  };
}
