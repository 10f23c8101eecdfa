export { type FilterBody, filterBody, riskFilter, type SavedView, savedView } from './filter.ts';
export { type MyTasksResponse, myTasksResponse, showWaitingTask, type WaitingTaskResponse } from './my-tasks.ts';
export {
  type ListedRelease,
  overviewResponse,
  type ReleaseOverview,
  type ReleasePageResponse,
  releasePageResponse,
  showOverview,
} from './overview.ts';
