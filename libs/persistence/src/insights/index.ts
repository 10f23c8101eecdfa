export { readDayRows } from './day-rows.ts';
export { buildMonth, nextMonth } from './months/build.ts';
export { type AggregateState, readAggregateState } from './months/parts.ts';
export { addEstimates, addExactPercentiles, countAggregates, sumAggregates } from './months/sums.ts';
export { countTaskRuns, readTaskAggregates } from './months/tasks.ts';
export { countWaits, readWaitAggregates } from './months/waits.ts';
export { type InsightLag, readInsightLag, removePending, takePending } from './pending.ts';
export {
  type Bucket,
  hasTopLevelReleases,
  readBuckets,
  type SumsQuery,
  type SumsRow,
  sumFacts,
} from './query-sums.ts';
export { readEndedReleases } from './read-ended.ts';
export { compareAggregates } from './rebuild/check.ts';
export { advanceRebuild } from './rebuild/rebuild.ts';
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
  requestRebuild,
  tryLockFacts,
} from './state.ts';
export { readTaskRows, type TaskPage } from './task-rows.ts';
export { readTypicalDurations } from './typical-durations.ts';
export { readWaitRows, type WaitQuery } from './wait-rows.ts';
export { deleteFacts, insertFacts } from './write-facts.ts';
