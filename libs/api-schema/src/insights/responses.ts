import { frequencyBands, leadTimeVariants } from '@slipway/domain/insights';
import { z } from 'zod';
import { list } from '../format/scalars.ts';

const number = z.number();
const optionalNumber = number.optional();

export const insightMetricResponse = z
  .object({
    id: z.string(),
    subject: z.enum(['release', 'deployment']),
    kind: z.enum(['percentiles', 'ratio', 'count', 'rate', 'sum']),
    unit: z.enum(['seconds', 'ratio', 'count', 'perDay']),
    label: z.string(),
    formula: z.string(),
    population: z.string(),
  })
  .meta({ id: 'InsightMetric' });

const values = {
  from: z.string(),
  to: z.string(),
  n: z.int().describe('the number of values'),
  value: optionalNumber.describe('absent: there are no values'),
  p50: optionalNumber.describe('only for durations and variances; absent: there are no values'),
  p85: optionalNumber.describe('absent: there are fewer than 7 values'),
  p95: optionalNumber.describe('absent: there are fewer than 20 values'),
};
const point = z.object(values).meta({ id: 'InsightPoint' });
const total = z
  .object({
    metric: z.string(),
    ...values,
    band: z.enum(frequencyBands).optional().describe('only for dora.deploymentFrequency, over three months'),
    variant: z.enum(leadTimeVariants).optional().describe('only for dora.changeLeadTime: the values that it counts'),
    open: z.int().optional().describe('only for dora.recoveryTime: failures that have not recovered'),
  })
  .meta({ id: 'InsightTotal' });
const group = z.object({ id: z.string(), title: z.string() }).meta({ id: 'InsightGroup' }).optional();

const backfill = z
  .object({
    state: z.enum(['running', 'done']),
    done: z.int(),
    total: z.int().optional().describe('absent: not counted yet'),
    oldest: z.string().describe('releases that ended at or after this time are in insights'),
  })
  .meta({ id: 'InsightBackfill' });

export const freshness = {
  asOf: z.string().describe('the time of the oldest ended release that is not counted yet, else the current time'),
  lagSeconds: number,
  backfill,
};

export const insightQueryResponse = z
  .object({
    ...freshness,
    tz: z.string(),
    exact: z.boolean().describe('false: percentiles are estimates with a relative error of at most 1 %'),
    truncated: z.boolean().describe('whether only the largest groups are included'),
    configured: z
      .boolean()
      .optional()
      .describe('only for deployments; false: no visible folder has a setting for them'),
    series: list(z.object({ metric: z.string(), group, points: list(point) }).meta({ id: 'InsightSeries' })),
    total: list(total),
    previous: list(total).optional().describe('only with `compare`'),
  })
  .meta({ id: 'InsightQueryResult' });

const seconds = z
  .object({
    machine: number,
    people: number,
    dependency: number,
    capacity: number,
    schedule: number,
    failed: number,
    paused: number,
    other: number,
  })
  .meta({ id: 'InsightSeconds' });

const releaseRow = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.string(),
    folderId: z.string(),
    folderTitle: z.string().optional(),
    templateId: z.string().optional(),
    templateTitle: z.string().optional(),
    owner: z.string().optional().describe('only if insights name persons'),
    tags: list(z.string()),
    created: z.string().optional(),
    started: z.string().optional(),
    ended: z.string(),
    due: z.string().optional(),
    plannedSeconds: optionalNumber,
    durationSeconds: optionalNumber,
    seconds: seconds.optional().describe('absent: the release started before the product recorded them'),
    tasks: z.int(),
    automated: z.int(),
    failures: z.int(),
    restarts: z.int(),
    maxRisk: z.int(),
    troubled: z.boolean().describe('whether it was FAILED or FAILING at least once'),
    state: z.enum(['live', 'archived', 'purged']),
  })
  .meta({ id: 'InsightRelease' });

export const insightReleasesResponse = z
  .object({ ...freshness, count: z.int(), next: z.string().optional(), rows: list(releaseRow) })
  .meta({ id: 'InsightReleases' });

const taskRow = z
  .object({
    templateId: z.string().optional(),
    templateTitle: z.string().optional(),
    phaseTitle: z.string(),
    taskTitle: z.string(),
    taskType: z.string(),
    n: z.int().describe('completed runs'),
    p50: optionalNumber,
    p85: optionalNumber,
    sum: number.describe('the sum of the durations in seconds'),
    share: optionalNumber.describe('the sum divided by the durations of all selected releases'),
    runs: z.int(),
    failures: z.int(),
    failedRuns: z.int(),
    failureRate: number,
    failedSeconds: number,
  })
  .meta({ id: 'InsightTask' });

const exact = z.boolean().describe('false: percentiles are estimates with a relative error of at most 1 %');

export const insightTasksResponse = z.object({ ...freshness, exact, rows: list(taskRow) }).meta({ id: 'InsightTasks' });

const side = z
  .object({ kind: z.enum(['folder', 'team', 'release']), id: z.string().optional(), title: z.string().optional() })
  .meta({ id: 'InsightSide' });

export const insightWaitsResponse = z
  .object({
    ...freshness,
    exact,
    cells: list(
      z
        .object({ waiting: side, awaited: side, source: z.string(), seconds: number, n: z.int(), p50: number })
        .meta({ id: 'InsightWait' }),
    ),
  })
  .meta({ id: 'InsightWaits' });

export const insightCalendarResponse = z
  .object({
    ...freshness,
    tz: z.string(),
    days: list(
      z
        .object({
          day: z.string(),
          started: z.int(),
          ended: z.int(),
          failed: z.int(),
          runningAtNoon: z.int(),
          blackout: z.boolean(),
        })
        .meta({ id: 'InsightDay' }),
    ),
  })
  .meta({ id: 'InsightCalendar' });

export const insightProgressResponse = z
  .object({
    ...freshness,
    tz: z.string().describe('the time zone of reports, the default of requests'),
    pending: z.int(),
    mismatches: z.int(),
  })
  .meta({ id: 'InsightProgress' });

export type InsightFreshness = Pick<z.output<typeof insightProgressResponse>, keyof typeof freshness>;
export type InsightProgressResponse = z.output<typeof insightProgressResponse>;
export type InsightQueryResponse = z.output<typeof insightQueryResponse>;
export type InsightReleaseRow = z.output<typeof releaseRow>;
export type InsightReleasesResponse = z.output<typeof insightReleasesResponse>;
export type InsightTasksResponse = z.output<typeof insightTasksResponse>;
export type InsightWaitsResponse = z.output<typeof insightWaitsResponse>;
export type InsightCalendarResponse = z.output<typeof insightCalendarResponse>;
