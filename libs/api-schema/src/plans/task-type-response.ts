import { z } from 'zod';

/** A type that a task can have. */
export const taskTypeResponse = z
  .object({
    type: z.string(),
    title: z.string(),
    description: z.string(),
    group: z.boolean().describe('whether its tasks hold other tasks'),
    endedByPeople: z.boolean().describe('whether people may complete and fail its tasks while they are in progress'),
    abortable: z.boolean().describe('whether its tasks may be aborted while they are queued or in progress'),
    plugin: z.string().optional().describe('absent: built in'),
  })
  .meta({ id: 'TaskType' });
export type TaskTypeResponse = z.output<typeof taskTypeResponse>;
