import { z } from 'zod';
import { list, textMap } from '../format/scalars.ts';
import { triggerResponse } from './trigger.ts';

/** The context of triggers, for the caller. */
export const triggerContext = z.object({
  titles: textMap.describe('of their folders and templates that the caller may see, by id'),
  changeable: list(z.string()).describe('ids of those that the caller may change'),
});

/** One page of triggers. */
export const triggerPage = z
  .object({
    content: list(triggerResponse),
    number: z.int(),
    size: z.int(),
    numberOfElements: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
    first: z.boolean(),
    last: z.boolean(),
    $metadata: triggerContext.optional().describe('if requested'),
  })
  .meta({ id: 'TriggerPage' });
export type TriggerPageResponse = z.output<typeof triggerPage>;
