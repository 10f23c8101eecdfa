export { type MyTasksFilter, readMyTasks, type TaskKey } from './my-tasks.ts';
export { listSavedViews, removeSavedView, saveView } from './saved-views.ts';
export {
  countReleases,
  findReleasesByTitle,
  listTemplates,
  type Page,
  type ReleaseFilter,
  type ReleaseKey,
  type ReleaseMatch,
  type ReleaseOrder,
  type RiskFilter,
  type SearchScope,
  searchAfterKey,
  searchReleases,
} from './search.ts';
