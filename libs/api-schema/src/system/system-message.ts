import { message } from '@slipway/domain/messages';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { date, flag, optional, responseDate } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** A message to all users (models.txt, SystemMessageSettings). */
export const systemMessageBody = z
  .object({
    title: optional(z.string()),
    enabled: optional(flag),
    message: optional(z.string().max(32_768, expects(message('expected.maxCharacters', { max: 32_768 })))),
    automated: optional(flag),
    startDate: optional(date),
    endDate: optional(date),
  })
  .meta({ id: 'SystemMessageRequest' });

export const systemMessageResponse = z
  .object({
    id: z.string(),
    type: z.string(),
    title: z.string(),
    enabled: z.boolean(),
    message: z.string(),
    automated: z.boolean(),
    startDate: responseDate.optional(),
    endDate: responseDate.optional(),
  })
  .meta({ id: 'SystemMessageSettings' });

/** The stored system message, with times in milliseconds. */
export const storedSystemMessage = z
  .object({
    title: z.string(),
    enabled: z.boolean(),
    message: z.string(),
    automated: z.boolean(),
    startDate: z.number().nullable(),
    endDate: z.number().nullable(),
  })
  .catch({ title: 'System message', enabled: false, message: '', automated: false, startDate: null, endDate: null });
export type SystemMessage = z.output<typeof storedSystemMessage>;

export const showSystemMessage = (stored: SystemMessage, prefix: string): z.output<typeof systemMessageResponse> => ({
  ...stored,
  id: 'Configuration/settings/SystemMessageSettings',
  type: showType('SystemMessageSettings', prefix),
  startDate: showDate(stored.startDate),
  endDate: showDate(stored.endDate),
});
