import type { LogEntry } from '@slipway/domain/decision';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { messageResponse } from '../format/messages.ts';
import { fullId, type RenderContext } from '../format/render-context.ts';
import { responseDate } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** An entry of the activity log (models.txt, ActivityLogEntry). */
export const activityResponse = z
  .object({
    id: z.string(),
    type: z.string(),
    username: z.string(),
    activityType: z.string(),
    message: z.string(),
    code: messageResponse.code.optional().describe('identifies the text; absent for entries of earlier versions'),
    params: messageResponse.params.optional(),
    eventTime: responseDate,
    targetType: z.string(),
    targetId: z.string(),
    dataId: z.string().optional().describe('the result, such as the release that a trigger created'),
  })
  .meta({ id: 'ActivityLogEntry' });

export type ActivityResponse = z.output<typeof activityResponse>;

/** An entry of the activity log. Triggers have additional activity types. */
interface ActivityEntry extends Omit<LogEntry, 'activityType' | 'targetType' | 'code' | 'params'> {
  readonly activityType: string;
  readonly targetType: string;
  /** The text as data; null for entries of earlier versions. */
  readonly code: string | null;
  readonly params: Readonly<Record<string, unknown>> | null;
}

/** Renders an entry of the activity log with this id. */
export function showActivity(id: string, entry: ActivityEntry, show: RenderContext): ActivityResponse {
  return {
    id,
    type: showType('ActivityLogEntry', show.prefix),
    username: entry.username,
    activityType: entry.activityType,
    message: entry.message,
    code: entry.code ?? undefined,
    params: entry.params ?? undefined,
    eventTime: showDate(entry.eventTime),
    targetType: showType(entry.targetType, show.prefix),
    targetId: fullId(entry.targetId, show),
  };
}
