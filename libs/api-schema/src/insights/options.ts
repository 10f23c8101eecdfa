import { endsAfterStart } from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { weekdays } from '@slipway/domain/notification-choices';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { expectsOneOf, flag, list, optional } from '../format/scalars.ts';
import { timeOfDay, timeZone } from '../notifications/index.ts';

const endOfHours = 'after `from`, on the same day; 00:00 is the end of the day';

const expectsWeekdays = expects(expectsOneOf(weekdays));
const workingHoursBody = z
  .object({
    weekdays: z.array(z.enum(weekdays, expectsWeekdays)).min(1, expectsWeekdays).max(weekdays.length, expectsWeekdays),
    from: timeOfDay,
    to: timeOfDay.describe(endOfHours),
    timeZone: timeZone.describe('an IANA time zone'),
  })
  .refine(endsAfterStart, { ...expects(message('expected.afterFrom')), path: ['to'] });

/** The settings of insights in a request. */
export const insightOptionsBody = z
  .object({
    showPersons: optional(flag).describe('whether insights may name persons; false by default'),
    workingHours: optional(workingHoursBody).describe('absent: durations have calendar time only'),
  })
  .meta({ id: 'InsightOptionsRequest' });
export type InsightOptionsBody = z.output<typeof insightOptionsBody>;

export const insightOptionsResponse = z
  .object({
    showPersons: z.boolean().describe('whether insights may name persons'),
    workingHours: z
      .object({
        weekdays: list(z.enum(weekdays)),
        from: z.string(),
        to: z.string().describe(endOfHours),
        timeZone: z.string(),
      })
      .optional()
      .describe('absent: durations have calendar time only'),
  })
  .meta({ id: 'InsightOptions' });
export type InsightOptionsResponse = z.output<typeof insightOptionsResponse>;

/** Renders the stored settings; null: the defaults. */
export const showInsightOptions = (stored: Json): InsightOptionsResponse =>
  insightOptionsResponse.safeParse(stored).data ?? { showPersons: false };
