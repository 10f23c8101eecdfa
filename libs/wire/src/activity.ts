import type { Entry } from '@slipway/domain';
import { z } from 'zod';
import { showDate } from './dates.ts';
import { shownDate } from './scalars.ts';
import { fullId, type Show } from './show.ts';
import { showType } from './type-name.ts';

/** One line of the activity log (models.txt, ActivityLogEntry). */
export const activityAnswer = z
  .object({
    id: z.string(),
    type: z.string(),
    username: z.string(),
    activityType: z.string(),
    message: z.string(),
    eventTime: shownDate,
    targetType: z.string(),
    targetId: z.string(),
    dataId: z.string().nullable(),
  })
  .meta({ id: 'ActivityLogEntry' });

/** Renders an entry; `id` is its own. */
export function showActivity(id: string, entry: Entry, show: Show): z.output<typeof activityAnswer> {
  return {
    id,
    type: showType('ActivityLogEntry', show.prefix),
    username: entry.username,
    activityType: entry.activityType,
    message: entry.message,
    eventTime: showDate(entry.eventTime),
    targetType: showType(entry.targetType, show.prefix),
    targetId: fullId(entry.targetId, show),
    dataId: null,
  };
}
