import type { Entry } from '@slipway/domain';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { answeredDate } from '../format/scalars.ts';
import { fullId, type Show } from '../format/show.ts';
import { showType } from '../format/type-name.ts';

/** One line of the activity log (models.txt, ActivityLogEntry). */
export const activityAnswer = z
  .object({
    id: z.string(),
    type: z.string(),
    username: z.string(),
    activityType: z.string(),
    message: z.string(),
    eventTime: answeredDate,
    targetType: z.string(),
    targetId: z.string(),
    dataId: z.string().optional().describe('the result, such as the release that a trigger created'),
  })
  .meta({ id: 'ActivityLogEntry' });

export type ActivityAnswer = z.output<typeof activityAnswer>;

/** An entry; triggers have types of their own. */
interface Line extends Omit<Entry, 'activityType' | 'targetType'> {
  readonly activityType: string;
  readonly targetType: string;
}

/** Renders an entry; `id` is its own. */
export function showActivity(id: string, entry: Line, show: Show): ActivityAnswer {
  return {
    id,
    type: showType('ActivityLogEntry', show.prefix),
    username: entry.username,
    activityType: entry.activityType,
    message: entry.message,
    eventTime: showDate(entry.eventTime),
    targetType: showType(entry.targetType, show.prefix),
    targetId: fullId(entry.targetId, show),
  };
}
