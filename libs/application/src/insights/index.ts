export { recordIncident } from './deployments/incidents.ts';
export { setDeploymentOutcome } from './deployments/outcome.ts';
export { readInsightDeployments, renderInsightDeployments } from './deployments/rows.ts';
export { changeInsightSettings, renderInsightSettings } from './deployments/settings.ts';
export { readInsightProgress } from './freshness.ts';
export { changeInsightOptions, readInsightOptions } from './options.ts';
export { listMetrics, queryInsights } from './query.ts';
export {
  readInsightReleases,
  renderInsightCalendar,
  renderInsightReleases,
  renderInsightTasks,
  renderInsightWaits,
} from './rows.ts';
export type { InsightContext } from './selection.ts';
