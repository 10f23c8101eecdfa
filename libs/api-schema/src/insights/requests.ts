import { releaseMetricIds } from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import { maxSearchTags } from '@slipway/domain/model';
import { z } from 'zod';
import { date, flag, listUpTo, name, oneOf, optional, required, wholeNumber } from '../format/scalars.ts';

/** The id of a metric. */
export const insightMetric = oneOf(releaseMetricIds);
const names = optional(listUpTo(maxSearchTags, z.string()));

/** The selected releases. */
export const insightFilter = z
  .object({
    folderId: optional(z.string()).describe('the releases in this folder'),
    subfolders: optional(flag).describe('whether releases in its subfolders count; true by default'),
    templateIds: names.describe('the releases of these templates'),
    tags: names.describe('the releases with one of these tags'),
    owners: names.describe('the releases of these owners, in any letter case'),
  })
  .meta({ id: 'InsightFilter' });

const period = {
  from: required(optional(date), message('expected.date')).describe('the first time, inclusive'),
  to: required(optional(date), message('expected.date')).describe('the end of the period, exclusive'),
  tz: optional(name).describe('the IANA time zone of days, weeks and months; REPORT_TIMEZONE by default'),
  filter: optional(insightFilter),
};

/** The body of a query for metrics. */
export const insightQueryBody = z
  .object({
    ...period,
    metrics: listUpTo(20, insightMetric).describe('the ids of the metrics, at most 20'),
    interval: optional(oneOf(['day', 'week', 'month'])).describe('the length of the points; one point by default'),
    groupBy: optional(oneOf(['folder', 'template', 'tag'])).describe('one series for each group'),
    compare: optional(oneOf(['previous'])).describe('previous: also the total of the same duration before `from`'),
  })
  .meta({ id: 'InsightQuery' });

const page = {
  after: optional(z.string()).describe('`next` of the page before'),
  limit: optional(wholeNumber(1, 1_000)).describe('100 by default, at most 1000'),
};

/** The body of a request for the releases behind a point. */
export const insightReleasesBody = z
  .object({
    ...period,
    ...page,
    metric: optional(insightMetric).describe('the releases that this metric counts'),
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
