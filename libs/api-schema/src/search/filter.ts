import { flagStatuses, maxSearchTags, releaseStatuses } from '@slipway/domain/model';
import { z } from 'zod';
import { date, flag, json, listUpTo, oneOf, optional, wholeNumber } from '../format/scalars.ts';

const timeFrames = [
  'LAST_SEVEN_DAYS',
  'LAST_MONTH',
  'LAST_THREE_MONTHS',
  'LAST_SIX_MONTHS',
  'LAST_YEAR',
  'RANGE',
] as const;
const orders = ['risk', 'start_date', 'end_date', 'title'] as const;
const directions = ['ASC', 'DESC'] as const;

const flags = {
  active: optional(flag),
  planned: optional(flag),
  inProgress: optional(flag),
  paused: optional(flag),
  failing: optional(flag),
  failed: optional(flag),
  inactive: optional(flag),
  completed: optional(flag),
  aborted: optional(flag),
};

/** The filter of releases (rest-api.md, section Search releases; rest-operations.md, filter object). */
export const filterBody = z
  .object({
    ...flags,
    title: optional(z.string()),
    tags: optional(listUpTo(maxSearchTags, z.string())),
    taskTags: optional(listUpTo(maxSearchTags, z.string())),
    timeFrame: optional(oneOf(timeFrames)),
    from: optional(date),
    to: optional(date),
    queryStartDate: optional(date),
    queryEndDate: optional(date),
    statuses: optional(listUpTo(maxSearchTags, oneOf(releaseStatuses))),
    onlyMine: optional(flag),
    owner: optional(z.string()).describe('the owner of the releases, in any letter case (an extension)'),
    onlyFlagged: optional(flag),
    onlyArchived: optional(flag),
    parentId: optional(z.string()),
    orderBy: optional(z.string().toLowerCase().pipe(oneOf(orders))),
    orderDirection: optional(z.string().toUpperCase().pipe(oneOf(directions))),
    riskStatusWithThresholds: json.optional(),
  })
  .meta({ id: 'ReleasesFilters' });

export type FilterBody = z.output<typeof filterBody>;

/** The risk of a filter. Any other value means no restriction. */
export const riskFilter = z.object({
  riskStatus: z.enum(flagStatuses),
  attentionNeededFrom: optional(wholeNumber()),
  atRiskFrom: optional(wholeNumber()),
});
