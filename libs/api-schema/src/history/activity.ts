import type { LogEntry } from '@slipway/domain/decision';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { fullId, type RenderContext } from '../format/render-context.ts';
import { responseDate } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** One line of the activity log (models.txt, ActivityLogEntry). */
export const activityResponse = z
  .object({
    id: z.string(),
    type: z.string(),
    username: z.string(),
    activityType: z.string(),
    message: z.string(),
    eventTime: responseDate,
    targetType: z.string(),
    targetId: z.string(),
    dataId: z.string().optional().describe('the result, such as the release that a trigger created'),
  })
  .meta({ id: 'ActivityLogEntry' });

export type ActivityResponse = z.output<typeof activityResponse>;

/** An entry; triggers have types of their own. */
interface ActivityEntry extends Omit<LogEntry, 'activityType' | 'targetType'> {
  readonly activityType: string;
  readonly targetType: string;
}

/** Renders an entry; `id` is its own. */
export function showActivity(id: string, entry: ActivityEntry, show: RenderContext): ActivityResponse {
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
