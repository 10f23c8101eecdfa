export { readInsightProgress } from './freshness.ts';
export { listMetrics, queryInsights } from './query.ts';
export {
  readInsightReleases,
  renderInsightCalendar,
  renderInsightReleases,
  renderInsightTasks,
  renderInsightWaits,
} from './rows.ts';
export type { InsightContext } from './selection.ts';
