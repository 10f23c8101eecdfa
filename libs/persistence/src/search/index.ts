export { type MyTasksFilter, readMyTasks, type TaskKey } from './my-tasks.ts';
export { listSavedViews, removeSavedView, saveView } from './saved-views.ts';
export {
  countReleases,
  type ReleaseMatch,
  listTemplates,
  type Page,
  type SearchScope,
  type ReleaseFilter,
  type ReleaseKey,
  type ReleaseOrder,
  type RiskFilter,
  findReleasesByTitle,
  searchReleases,
  searchAfterKey,
} from './search.ts';
