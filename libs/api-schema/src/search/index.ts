export { type FilterBody, filterBody, riskFilter } from './filter.ts';
export { type MyTasksResponse, myTasksResponse, showWaitingTask, type WaitingTaskResponse } from './my-tasks.ts';
export { overviewResponse, type ReleaseOverview, showOverview } from './overview.ts';
export { type ListedRelease, type ReleasePageResponse, releasePageResponse } from './release-page.ts';
export { type SavedView, savedView } from './saved-view.ts';
