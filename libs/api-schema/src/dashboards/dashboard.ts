import {
  type DashboardTile,
  defaultTile,
  groupings,
  groupingsOf,
  intervals,
  maxTileDays,
  maxTiles,
  tileCharts,
  tileSizes,
} from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import {
  expectsOneOf,
  list,
  listUpTo,
  oneOf,
  optional,
  required,
  responseDate,
  wholeNumber,
} from '../format/scalars.ts';
import { insightFilter, insightMetric } from '../insights/index.ts';

const expectsTitle = expects(message('expected.title', { max: 255 }));
const title = z.string(expectsTitle).max(255, expectsTitle);

const tileBody = z
  .object({
    metric: required(optional(insightMetric), message('expected.name')).describe('the id of a metric'),
    title: optional(title).describe('absent: the label of the metric'),
    filter: optional(insightFilter),
    groupBy: optional(oneOf(groupings)).describe('one series for each group'),
    interval: optional(oneOf(intervals)).describe('the length of the points; one point by default'),
    days: optional(wholeNumber(1, maxTileDays)).describe('the length of the period, which ends now; 90 by default'),
    chart: optional(oneOf(tileCharts)).describe('line by default'),
    size: optional(oneOf(tileSizes)).describe('medium by default'),
  })
  .superRefine(({ metric, groupBy }, context) => {
    const groupings = groupingsOf(metric);
    if (groupBy !== undefined && !groupings.includes(groupBy))
      context.addIssue({ code: 'custom', path: ['groupBy'], message: expects(expectsOneOf(groupings)).error });
  })
  .transform(
    ({ title: ownTitle, days, chart, size, ...tile }): DashboardTile => ({
      ...tile,
      title: ownTitle?.trim() === '' ? undefined : ownTitle,
      days: days ?? defaultTile.days,
      chart: chart ?? defaultTile.chart,
      size: size ?? defaultTile.size,
    }),
  );

/** A dashboard in a request. */
export const dashboardBody = z
  .object({
    title: title.refine((text) => text.trim() !== '', expectsTitle),
    folderId: optional(z.string()).describe('absent: a dashboard of the installation'),
    tiles: optional(listUpTo(maxTiles, tileBody)),
    version: optional(wholeNumber()).describe('the version that the change is based on: another version returns 409'),
  })
  .meta({ id: 'DashboardRequest' });
export type DashboardBody = z.output<typeof dashboardBody>;

const names = list(z.string()).optional();
const tileResponse = z
  .object({
    metric: z.string(),
    title: z.string().optional(),
    filter: z
      .object({
        folderId: z.string().optional(),
        subfolders: z.boolean().optional(),
        templateIds: names,
        tags: names,
        owners: names,
        environments: names,
        applications: names,
      })
      .meta({ id: 'DashboardFilter' })
      .optional(),
    groupBy: z.enum(groupings).optional(),
    interval: z.enum(intervals).optional(),
    days: z.int(),
    chart: z.enum(tileCharts),
    size: z.enum(tileSizes),
  })
  .meta({ id: 'DashboardTile' });

/** A dashboard: metrics to show together (an extension). It contains no values. */
export const dashboardResponse = z
  .object({
    id: z.string(),
    title: z.string(),
    folderId: z.string().optional().describe('absent: a dashboard of the installation'),
    folderTitle: z.string().optional(),
    version: z.int().describe('increases with each change'),
    changed: responseDate,
    changedBy: z.string().optional(),
    mayEdit: z.boolean().describe('whether the caller can change and delete the dashboard'),
    tiles: list(tileResponse),
  })
  .meta({ id: 'Dashboard' });
export type DashboardResponse = z.output<typeof dashboardResponse>;

/** A stored dashboard. */
interface StoredDashboard {
  readonly id: string;
  readonly title: string;
  readonly folderPath: readonly string[] | null;
  readonly folderTitle: string | null;
  readonly tiles: readonly DashboardTile[];
  readonly version: number;
  readonly changedAt: Instant;
  readonly changedBy: string | null;
}

interface DashboardContext {
  readonly mayEdit: boolean;
  /** the ids with folders of the objects in filters */
  readonly fullIds: ReadonlyMap<string, string>;
}

/** Renders a dashboard for a caller. */
export function showDashboard(stored: StoredDashboard, { mayEdit, fullIds }: DashboardContext): DashboardResponse {
  const fullId = (id: string): string => fullIds.get(id) ?? id;
  const showFilter = ({ folderId, templateIds, ...filter }: NonNullable<DashboardTile['filter']>) => ({
    ...filter,
    folderId: folderId === undefined ? undefined : fullId(folderId),
    templateIds: templateIds?.map(fullId),
  });
  const { id, title: ownTitle, folderPath, folderTitle, version, changedAt, changedBy, tiles } = stored;
  return {
    ...{ id, title: ownTitle, version, mayEdit },
    folderId: folderPath?.join('/'),
    folderTitle: folderTitle ?? undefined,
    changed: showDate(changedAt),
    changedBy: changedBy ?? undefined,
    tiles: tiles.map(({ filter, ...tile }) => ({
      ...tile,
      filter: filter === undefined ? undefined : showFilter(filter),
    })),
  };
}
