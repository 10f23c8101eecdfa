import type { BlackoutPlan } from '@slipway/domain/calendar';
import { message } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { date, list, optional, ownType, requiredDate, responseDate } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** The parent object in the ids of all blackouts (rest-operations.md, Blackouts and calendar). */
const calendarId = 'Configuration/Calendar';

/** A period in which tasks with `delayDuringBlackout` do not start. */
export const blackoutResponse = z
  .object({
    id: z.string(),
    type: ownType('Blackout'),
    label: z.string(),
    startDate: responseDate,
    endDate: responseDate,
    folderId: z.string().optional().describe('only for what is in this folder and below it; absent: for everything'),
  })
  .meta({ id: 'Blackout' });

export type BlackoutResponse = z.output<typeof blackoutResponse>;

const expectsLabel = expects(message('expected.title', { max: 255 }));
const label = z
  .string(expectsLabel)
  .max(255, expectsLabel)
  .refine((text) => text.trim() !== '', expectsLabel);

/** A request for a new blackout. The id in the request is used if it is free. */
export const blackoutBody = z
  .object({
    id: optional(z.string()),
    label,
    startDate: requiredDate,
    endDate: requiredDate,
    // An empty text is not equal to null: a blackout for all folders would delay all releases.
    folderId: z.string().nullish(),
  })
  .meta({ id: 'BlackoutRequest' });
export type BlackoutBody = z.output<typeof blackoutBody>;

/** The changes of a blackout. Absent members stay. A folder of null means all folders. */
export const blackoutChanges = z
  .object({
    label: optional(label),
    startDate: optional(date),
    endDate: optional(date),
    folderId: z.string().nullish(),
  })
  .meta({ id: 'BlackoutChanges' });
export type BlackoutChanges = z.output<typeof blackoutChanges>;

export const blackoutIdOf = (id: string): string => joinIds(calendarId, id);

interface BlackoutView {
  readonly id: string;
  readonly label: string;
  readonly startDate: Instant;
  readonly endDate: Instant;
  /** ids from the root to the folder; null: all folders */
  readonly folderPath: readonly string[] | null;
}

export const showBlackout = (blackout: BlackoutView, show: RenderContext): BlackoutResponse => ({
  id: blackoutIdOf(blackout.id),
  type: showType('Blackout', show.prefix),
  label: blackout.label,
  startDate: showDate(blackout.startDate),
  endDate: showDate(blackout.endDate),
  folderId: blackout.folderPath?.join('/'),
});

/** The overlaps of a release with the blackouts of its folder. */
export const blackoutPlanResponse = z.object({
  periods: list(z.object({ startDate: responseDate, endDate: responseDate })).describe(
    'blackouts that are not over and touch the time of the release, merged; the next 100',
  ),
  conflicts: list(
    z.object({
      id: z.string(),
      title: z.string(),
      scheduledStartDate: responseDate,
      blackoutId: z.string(),
      firstFree: responseDate.describe('the first moment after that at which no blackout is in its way'),
    }),
  ).describe(
    'tasks that mind blackouts (those that are answered here), or the planned release itself, scheduled to start in one',
  ),
  firstFree: responseDate
    .optional()
    .describe('from the scheduled start of a planned release on, the first moment outside blackouts; absent: at once'),
});

/** Renders the overlaps of a release with blackouts. `releaseId` is its full id. */
export const showBlackoutPlan = (
  { periods, conflicts, firstFree }: BlackoutPlan,
  releaseId: string,
): z.output<typeof blackoutPlanResponse> => ({
  periods: periods.map(({ startDate, endDate }) => ({ startDate: showDate(startDate), endDate: showDate(endDate) })),
  conflicts: conflicts.map(({ path, title, scheduledStartDate, blackoutId, firstFree: firstFreeOfTask }) => ({
    id: joinIds(releaseId, ...path),
    title,
    scheduledStartDate: showDate(scheduledStartDate),
    blackoutId: blackoutIdOf(blackoutId),
    firstFree: showDate(firstFreeOfTask),
  })),
  firstFree: showDate(firstFree),
});

/** The next available slot outside blackouts. */
export const firstFreeResponse = z.object({ firstFree: responseDate }).meta({ id: 'FirstFree' });
export type FirstFreeResponse = z.output<typeof firstFreeResponse>;

export const showFirstFree = (firstFree: Instant): FirstFreeResponse => ({ firstFree: showDate(firstFree) });
