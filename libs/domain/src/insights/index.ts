export { categories } from './categories.ts';
export type { CategoryTotals } from './category-times.ts';
export {
  type DashboardTile,
  defaultTile,
  groupingsOf,
  maxTileDays,
  maxTiles,
  tileCharts,
  tileGroupings,
  tileIntervals,
  tileSizes,
} from './dashboard.ts';
export {
  type Measure,
  type Metric,
  measures,
  type PercentileValue,
  percentileValues,
  type ReleaseMetricId,
  releaseMetricIds,
  releaseMetrics,
} from './metrics.ts';
export { estimateOf, measuresOf, type Percentiles, pointOf, type Sums } from './points.ts';
export {
  type EndedRelease,
  releaseFactsOf,
  taskFactsOf,
} from './release-facts.ts';
export { type WaitFacts, waitFactsOf } from './wait-facts.ts';
