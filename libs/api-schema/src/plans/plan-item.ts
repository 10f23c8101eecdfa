import { flagStatuses } from '@slipway/domain/model';
import { z } from 'zod';
import { date, list, oneOf, optional, responseDate, wholeNumber } from '../format/scalars.ts';

/** What releases, phases and tasks answer alike (rest-api.md, Resources and their fields). */
export const planItemResponse = {
  id: z.string(),
  type: z.string(),
  title: z.string(),
  description: z.string().optional(),
  owner: z.string().optional(),
  scheduledStartDate: responseDate.optional(),
  dueDate: responseDate.optional(),
  startDate: responseDate.optional(),
  endDate: responseDate.optional(),
  plannedDuration: z.int().describe('seconds; 0 where nothing is planned'),
  flagStatus: z.enum(flagStatuses),
  flagComment: z.string().optional(),
  overdueNotified: z.boolean(),
  warnings: list(z.string())
    .optional()
    .describe('only after a change: the saved scripts that do not compile; absent if all of them do'),
};

/** What clients may set on releases, phases and tasks alike; null empties a field that may be empty. */
export const planItemBody = {
  id: optional(z.string()),
  title: optional(z.string()),
  description: z.string().nullish(),
  owner: z.string().nullish(),
  scheduledStartDate: date.nullish(),
  dueDate: date.nullish(),
  plannedDuration: wholeNumber()
    .nullish()
    .transform((seconds) => (seconds === 0 ? null : seconds)),
  flagStatus: optional(oneOf(flagStatuses)),
  flagComment: z.string().nullish(),
};
