export { readInsightProgress } from './freshness.ts';
export { listMetrics, queryInsights } from './query.ts';
export { type InsightReleasePage, readInsightReleases, renderInsightReleases } from './rows.ts';
export type { InsightContext } from './selection.ts';
export { renderInsightCalendar, renderInsightTasks, renderInsightWaits } from './tables.ts';
