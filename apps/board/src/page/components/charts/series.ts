import type { InsightReleaseRow } from '@slipway/api-schema/insights';
import type { Unit } from './values.ts';

/** A category of waiting. */
export type Category = keyof NonNullable<InsightReleaseRow['seconds']>;

/** The look of a series: its color, and its pattern of dashes or its hatching. The style sheet contains both. */
export type SeriesKind = 'p50' | 'p85' | 'p95' | 'single' | Category;

/** One series of values: a value for each point of the chart; null if it is unknown. */
export interface Series {
  readonly kind: SeriesKind;
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** A point of the horizontal axis, with the address of the rows behind its values. */
export interface ChartPoint {
  /** The label on the axis. */
  readonly label: string;
  /** The full name of the point. */
  readonly title: string;
  /** The number of rows behind the point. */
  readonly n: number;
  /** Why some values are unknown; absent if all are known. */
  readonly note?: string | undefined;
  readonly to: string;
}

/** The content of a chart over time. */
export interface PlotContent {
  /** The name of the chart for screen readers. */
  readonly label: string;
  readonly points: readonly ChartPoint[];
  readonly series: readonly Series[];
  readonly unit: Unit;
}
