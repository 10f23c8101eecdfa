import type { BlackoutPlan, Instant } from '@slipway/domain';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { answeredDate, date, list, optional, ownType, requiredDate } from '../format/scalars.ts';
import { type Show, under } from '../format/show.ts';
import { showType } from '../format/type-name.ts';

/** The object that all blackouts belong to (rest-operations.md, Blackouts and calendar). */
const calendarId = 'Configuration/Calendar';

/** A time in which tasks with `delayDuringBlackout` do not start. */
export const blackoutAnswer = z
  .object({
    id: z.string(),
    type: ownType('Blackout'),
    label: z.string(),
    startDate: answeredDate,
    endDate: answeredDate,
    folderId: z.string().optional().describe('only for what is in this folder and below it; absent: for everything'),
  })
  .meta({ id: 'Blackout' });

export type BlackoutAnswer = z.output<typeof blackoutAnswer>;

const expectsLabel = { error: 'expected a text of 1 to 255 characters' };
const label = z
  .string(expectsLabel)
  .max(255, expectsLabel)
  .refine((text) => text.trim() !== '', expectsLabel);

/** A blackout to be made; an id that the client chose is kept when it is free. */
export const blackoutBody = z
  .object({
    id: optional(z.string()),
    label,
    startDate: requiredDate,
    endDate: requiredDate,
    // an empty text is no folder: taken for none, a mistake would freeze everything
    folderId: z.string().nullish(),
  })
  .meta({ id: 'BlackoutRequest' });
export type BlackoutBody = z.output<typeof blackoutBody>;

/** The changes of a blackout; absent members stay, and a folder of null means all folders. */
export const blackoutChanges = z
  .object({
    label: optional(label),
    startDate: optional(date),
    endDate: optional(date),
    folderId: z.string().nullish(),
  })
  .meta({ id: 'BlackoutChanges' });
export type BlackoutChanges = z.output<typeof blackoutChanges>;

export const blackoutIdOf = (id: string): string => under(calendarId, id);

interface BlackoutView {
  readonly id: string;
  readonly label: string;
  readonly startDate: Instant;
  readonly endDate: Instant;
  /** ids from the root to its folder; null: for everything */
  readonly folderPath: readonly string[] | null;
}

export const showBlackout = (blackout: BlackoutView, show: Show): BlackoutAnswer => ({
  id: blackoutIdOf(blackout.id),
  type: showType('Blackout', show.prefix),
  label: blackout.label,
  startDate: showDate(blackout.startDate),
  endDate: showDate(blackout.endDate),
  folderId: blackout.folderPath?.join('/'),
});

/** The overlaps of a release with the blackouts of its folder. */
export const blackoutPlanAnswer = z.object({
  periods: list(z.object({ startDate: answeredDate, endDate: answeredDate })).describe(
    'blackouts that are not over and touch the time of the release, merged; the next 100',
  ),
  conflicts: list(
    z.object({
      id: z.string(),
      title: z.string(),
      scheduledStartDate: answeredDate,
      blackoutId: z.string(),
      firstFree: answeredDate.describe('the first moment after that at which no blackout is in its way'),
    }),
  ).describe(
    'tasks that mind blackouts (those that are answered here), or the planned release itself, scheduled to start in one',
  ),
  firstFree: answeredDate
    .optional()
    .describe('from the scheduled start of a planned release on, the first moment outside blackouts; absent: at once'),
});

/** Renders the overlaps of a release with blackouts; `releaseId` is its full id. */
export const showBlackoutPlan = (
  { periods, conflicts, firstFree }: BlackoutPlan,
  releaseId: string,
): z.output<typeof blackoutPlanAnswer> => ({
  periods: periods.map(({ startDate, endDate }) => ({ startDate: showDate(startDate), endDate: showDate(endDate) })),
  conflicts: conflicts.map(({ path, title, scheduledStartDate, blackoutId, firstFree: free }) => ({
    id: under(releaseId, ...path),
    title,
    scheduledStartDate: showDate(scheduledStartDate),
    blackoutId: blackoutIdOf(blackoutId),
    firstFree: showDate(free),
  })),
  firstFree: showDate(firstFree),
});

/** When something fits outside blackouts. */
export const firstFreeAnswer = z.object({ firstFree: answeredDate }).meta({ id: 'FirstFree' });
export type FirstFreeAnswer = z.output<typeof firstFreeAnswer>;

export const showFirstFree = (firstFree: Instant): FirstFreeAnswer => ({ firstFree: showDate(firstFree) });
