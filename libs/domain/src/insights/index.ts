export { type Category, categories } from './categories.ts';
export { recordCategories } from './category-history.ts';
export { type CategoryTimes, type CategoryTotals, categoryTimesOf } from './category-times.ts';
export {
  type Measure,
  type Metric,
  measures,
  type PercentileValue,
  percentileValues,
  type ReleaseMetricId,
  releaseMetrics,
} from './metrics.ts';
export {
  type EndedRelease,
  type ReleaseFacts,
  releaseFactsOf,
  type TaskFacts,
  taskFactsOf,
} from './release-facts.ts';
export { type WaitFacts, waitFactsOf } from './wait-facts.ts';
