export { compareRandomDays } from './check.ts';
export { type InsightLag, type PendingRelease, readInsightLag, removePending, takePending } from './pending.ts';
export { readEndedReleases } from './read-ended.ts';
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
export { readTypicalDurations } from './typical-durations.ts';
export { deleteFacts, insertFacts } from './write-facts.ts';
