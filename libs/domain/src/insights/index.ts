export { categories } from './categories.ts';
export type { CategoryTotals } from './category-times.ts';
export {
  type DashboardTile,
  defaultTile,
  type Grouping,
  groupings,
  groupingsOf,
  intervals,
  maxTileDays,
  maxTiles,
  tileCharts,
  tileSizes,
} from './dashboard.ts';
export {
  assessDeployments,
  type DeploymentOutcome,
  type DeploymentState,
  deploymentOutcomes,
  type Incident,
  type IncidentEventType,
  incidentAfter,
  incidentEventTypes,
  leadTimeOf,
} from './deployments/assessment.ts';
export { deploymentEventOf } from './deployments/deployment-event.ts';
export {
  type DeploymentFacts,
  type DeploymentKind,
  deploymentFactsOf,
  deploymentIdOf,
  deploymentKinds,
} from './deployments/deployment-facts.ts';
export {
  type DeploymentMeasure,
  type DeploymentValue,
  type DoraMetricId,
  doraMetricIds,
  doraMetrics,
  isDoraMetric,
  type LeadTimeVariant,
  leadTimeVariants,
} from './deployments/dora-metrics.ts';
export { type FrequencyBand, frequencyBandOf, frequencyBands } from './deployments/frequency-band.ts';
export {
  defaultInsightSettings,
  type InsightSettings,
  type ReleaseIsDeployment,
} from './deployments/settings.ts';
export { metricText } from './metric-text.ts';
export {
  type AnyMetric,
  type Measure,
  type Metric,
  type MetricUnit,
  measures,
  type PercentileValue,
  percentileValues,
  type ReleaseMetricId,
  releaseMetricIds,
  releaseMetrics,
} from './metrics.ts';
export { estimateOf, measuresOf, type Percentiles, percentilesOfValues, pointOf, type Sums } from './points.ts';
export {
  type EndedRelease,
  releaseFactsOf,
  taskFactsOf,
} from './release-facts.ts';
export { type WaitFacts, waitFactsOf } from './wait-facts.ts';
export { createWorkingTime, endsAfterStart, type WorkingHours } from './working-time.ts';
