import { isDoraMetric } from './deployments/dora-metrics.ts';

/** How a tile shows the values of its metric. */
export const tileCharts = ['line', 'bar', 'number', 'table', 'heatmap'] as const;
export const tileSizes = ['small', 'medium', 'large'] as const;
export const intervals = ['day', 'week', 'month'] as const;
export const groupings = ['folder', 'template', 'tag', 'owner', 'application', 'environment'] as const;
export type Grouping = (typeof groupings)[number];

export const maxTiles = 24;
export const maxTileDays = 730;
export const defaultTile = { days: 90, chart: 'line', size: 'medium' } as const;

/** The selected releases or deployments of a tile. Ids are without their folders, so that objects can be moved. */
interface TileFilter {
  readonly folderId?: string | undefined;
  readonly subfolders?: boolean | undefined;
  readonly templateIds?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly owners?: readonly string[] | undefined;
  readonly environments?: readonly string[] | undefined;
  readonly applications?: readonly string[] | undefined;
}

/** A metric on a dashboard. It contains no values: they are computed with the permissions of each reader. */
export interface DashboardTile {
  readonly metric: string;
  /** absent: the label of the metric */
  readonly title?: string | undefined;
  readonly filter?: TileFilter | undefined;
  readonly groupBy?: Grouping | undefined;
  /** absent: one value for the whole period */
  readonly interval?: (typeof intervals)[number] | undefined;
  /** the length of the period, which ends now */
  readonly days: number;
  readonly chart: (typeof tileCharts)[number];
  readonly size: (typeof tileSizes)[number];
}

const ofDeployments: readonly Grouping[] = ['folder', 'application', 'environment'];
const ofReleases: readonly Grouping[] = ['folder', 'template', 'tag', 'owner'];

/** Returns the objects by which the values of a metric can be grouped. */
export const groupingsOf = (metric: string): readonly Grouping[] => (isDoraMetric(metric) ? ofDeployments : ofReleases);
