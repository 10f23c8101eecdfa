export { type FilterBody, filterBody, riskFilter } from './filter.ts';
export {
  type FolderTaskResponse,
  type FolderTasksResponse,
  folderTasksResponse,
  type MyTasksResponse,
  myTasksResponse,
  showFolderTask,
  showWaitingTask,
  type WaitingTaskResponse,
} from './my-tasks.ts';
export {
  type ListedRelease,
  overviewResponse,
  type ReleaseOverview,
  type ReleasePageResponse,
  releasePageResponse,
  showOverview,
} from './overview.ts';
export {
  needsForecast,
  type ReleaseCsvColumn,
  releaseCsvColumns,
  releaseCsvHead,
  releaseCsvLine,
} from './release-csv.ts';
export {
  type SavedViewBody,
  type SavedViewResponse,
  savedViewBody,
  savedViewResponse,
  showSavedView,
} from './saved-view.ts';
