export { compareRandomDays } from './check.ts';
export { readDayRows } from './day-rows.ts';
export { type InsightLag, readInsightLag, removePending, takePending } from './pending.ts';
export {
  type Bucket,
  countSelected,
  hasTopLevelReleases,
  readBuckets,
  type SumsQuery,
  type SumsRow,
  sumAggregates,
  sumFacts,
} from './query-sums.ts';
export { readEndedReleases } from './read-ended.ts';
export {
  countFactRows,
  type FactKey,
  type FactRow,
  type Population,
  readFactRows,
} from './release-rows.ts';
export type { InsightSelection } from './selection.ts';
export {
  advanceBackfill,
  countBackfill,
  type InsightState,
  queueMissingFacts,
  readBackfillPage,
  readInsightState,
  rebuildAggregates,
  requestRebuild,
  tryLockFacts,
} from './state.ts';
export {
  readTaskRows,
  readWaitRows,
} from './task-rows.ts';
export { readTypicalDurations } from './typical-durations.ts';
export { deleteFacts, insertFacts } from './write-facts.ts';
