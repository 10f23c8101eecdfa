export { type MyTasksFilter, readMyTasks, type TaskKey } from './my-tasks.ts';
export { listSavedViews, removeSavedView, saveView } from './saved-views.ts';
export {
  countReleases,
  type FoundRelease,
  listTemplates,
  type Page,
  type Place,
  type ReleaseFilter,
  type ReleaseKey,
  type ReleaseOrder,
  type RiskFilter,
  releasesByTitle,
  searchReleases,
  searchStretch,
} from './search.ts';
