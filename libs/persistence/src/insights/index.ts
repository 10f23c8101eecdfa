export { readDayRows } from './day-rows.ts';
export { writeDeploymentEvents } from './deployments/deployment-events.ts';
export {
  countDeployments,
  type DeploymentRow,
  findDeployment,
  readDeploymentRows,
} from './deployments/deployment-rows.ts';
export {
  type DeploymentSumsQuery,
  type DeploymentSumsRow,
  hasDeploymentSource,
  readDeploymentDays,
  sumDeployments,
  sumLeadTimes,
} from './deployments/deployment-sums.ts';
export {
  findDeploymentAt,
  findIncident,
  findIncidentTarget,
  type IncidentTarget,
  readIncident,
  type StoredIncident,
  saveIncident,
} from './deployments/incidents.ts';
export { markDeployment } from './deployments/marks.ts';
export { lockDeployments } from './deployments/places.ts';
export type { DeploymentSelection } from './deployments/selection.ts';
export { lockInsightSettings, readInsightSettings, saveInsightSettings } from './deployments/settings.ts';
export {
  deleteDeployments,
  insertDeployments,
  moveDeployments,
  type ReleaseDeployment,
  replaceDeployments,
} from './deployments/write-deployments.ts';
export { type ReleaseTimes, readReleaseTimes } from './durations.ts';
export { buildMonth, isInsightWorkDue, nextMonth } from './months/build.ts';
export { type AggregateState, readAggregateState } from './months/parts.ts';
export { addEstimates, addExactPercentiles, countAggregates, sumAggregates } from './months/sums.ts';
export { countTaskRuns, readTaskAggregates } from './months/tasks.ts';
export { countWaits, readWaitAggregates } from './months/waits.ts';
export { hasMovedFolder, moveFacts } from './moved-folders.ts';
export { type InsightLag, readInsightLag, removePending, takePending } from './pending.ts';
export { countActiveReleases, readTemplateTitles } from './pipeline-runs.ts';
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
  advanceDeployments,
  countBackfill,
  type InsightState,
  queueMissingFacts,
  readBackfillPage,
  readDeploymentsPage,
  readInsightState,
  requestDeployments,
  requestRebuild,
  tryLockFacts,
} from './state.ts';
export { readTaskRows, type TaskPage } from './task-rows.ts';
export { readTypicalDurations } from './typical-durations.ts';
export { readWaitRows, type WaitQuery } from './wait-rows.ts';
export { deleteFacts, insertFacts } from './write-facts.ts';
