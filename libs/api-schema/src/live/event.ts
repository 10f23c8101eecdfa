import { z } from 'zod';

/** The lists that a client can watch. */
export const watchedLists = ['releases', 'templates', 'archive'] as const;
export type WatchedList = (typeof watchedLists)[number];

/** An event of a stream. One of `release`, `task`, `list` and `inbox` identifies the changed object. */
export const liveEvent = z
  .object({
    release: z.string().optional().meta({ description: 'the id of a release or template, as requested' }),
    task: z.string().optional().meta({ description: 'the id of a task, as requested' }),
    list: z.enum(watchedLists).optional(),
    inbox: z.literal(true).optional(),
    version: z.int().optional().meta({ description: 'absent: there is none any more that the caller may see' }),
    at: z.string().meta({ description: 'when it was seen: Slipway-Read-After, for what may be read from a replica' }),
  })
  .meta({ id: 'LiveEvent' });
export type LiveEvent = z.output<typeof liveEvent>;
