import {
  doraMetricIds,
  type Grouping,
  groupings,
  groupingsOf,
  intervals,
  releaseMetricIds,
} from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import { maxSearchTags } from '@slipway/domain/model';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { date, expectsOneOf, flag, listUpTo, name, oneOf, optional, required, wholeNumber } from '../format/scalars.ts';

const metric = oneOf(releaseMetricIds);
/** The id of a metric. */
export const insightMetric = oneOf([...releaseMetricIds, ...doraMetricIds]);
const names = optional(listUpTo(maxSearchTags, z.string()));

/** The selected releases. */
export const insightFilter = z
  .object({
    folderId: optional(z.string()).describe('the releases in this folder'),
    subfolders: optional(flag).describe('whether releases in its subfolders count; true by default'),
    templateIds: names.describe('the releases of these templates'),
    tags: names.describe('the releases with one of these tags'),
    owners: names.describe(
      'the releases of these owners, in any letter case; other owners only if insights name persons',
    ),
    applications: names.describe('the deployments of these applications; releases are not restricted'),
    environments: names.describe('the deployments to these environments; releases are not restricted'),
  })
  .meta({ id: 'InsightFilter' });

export const period = {
  from: required(optional(date), message('expected.date')).describe('the first time, inclusive'),
  to: required(optional(date), message('expected.date')).describe('the end of the period, exclusive'),
  tz: optional(name).describe('the IANA time zone of days, weeks and months; REPORT_TIMEZONE by default'),
  filter: optional(insightFilter),
};

/** Rejects a group that one of the metrics does not have. */
function checkGroups(
  { metrics, groupBy }: { readonly metrics: readonly (string | undefined)[]; readonly groupBy?: Grouping | undefined },
  context: z.RefinementCtx,
): void {
  if (groupBy === undefined) return;
  const groupings = metrics.flatMap((id) => (id === undefined ? [] : [groupingsOf(id)]));
  const unsuitable = groupings.find((allowed) => !allowed.includes(groupBy));
  if (unsuitable !== undefined)
    context.addIssue({ code: 'custom', path: ['groupBy'], message: expects(expectsOneOf(unsuitable)).error });
}

/** The body of a query for metrics. */
export const insightQueryBody = z
  .object({
    ...period,
    metrics: listUpTo(20, insightMetric).describe('the ids of the metrics, at most 20'),
    interval: optional(oneOf(intervals)).describe('the length of the points; one point by default'),
    groupBy: optional(oneOf(groupings)).describe(
      'one series for each group; templates, tags and owners for releases, applications and environments for deployments; owners only if insights name persons',
    ),
    workingTime: optional(flag).describe(
      'whether duration, timeToStart and leadTime count only the configured working hours; refused with durations of deployments',
    ),
    compare: optional(oneOf(['previous'])).describe('previous: also the total of the same duration before `from`'),
  })
  .superRefine(checkGroups)
  .meta({ id: 'InsightQuery' });

export const page = {
  after: optional(z.string()).describe('`next` of the page before'),
  limit: optional(wholeNumber(1, 1_000)).describe('100 by default, at most 1000'),
};

/** The body of a request for the releases behind a point. */
export const insightReleasesBody = z
  .object({
    ...period,
    ...page,
    metric: optional(metric).describe('the releases that this metric counts'),
    order: optional(oneOf(['ended', 'duration', 'people', 'failures'])).describe('largest first; ended by default'),
  })
  .meta({ id: 'InsightReleasesQuery' });

const limit = optional(wholeNumber(1, 1_000)).describe('50 by default, at most 1000');

export const insightTasksBody = z
  .object({ ...period, limit, order: optional(oneOf(['slowest', 'mostFailed'])).describe('slowest by default') })
  .meta({ id: 'InsightTasksQuery' });

export const insightWaitsBody = z
  .object({
    ...period,
    limit,
    rows: optional(oneOf(['folder', 'team'])).describe('the objects that wait; folder by default'),
    columns: optional(oneOf(['team', 'release', 'folder'])).describe('the awaited objects; team by default'),
  })
  .meta({ id: 'InsightWaitsQuery' });

export const insightCalendarBody = z.object(period).meta({ id: 'InsightCalendarQuery' });

export type InsightQueryBody = z.output<typeof insightQueryBody>;
export type InsightReleasesBody = z.output<typeof insightReleasesBody>;
export type InsightTasksBody = z.output<typeof insightTasksBody>;
export type InsightWaitsBody = z.output<typeof insightWaitsBody>;
export type InsightCalendarBody = z.output<typeof insightCalendarBody>;
