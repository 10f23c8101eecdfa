export { type FolderTasksFilter, readFolderTasks, type WaitKey } from './folder-tasks.ts';
export { type MyTasksFilter, readMyTasks, type TaskKey } from './my-tasks.ts';
export {
  createView,
  findOwnView,
  findSavedView,
  listSavedViews,
  readSavedView,
  removeSavedView,
  type SavedViewRow,
  updateView,
  type ViewReader,
  type ViewSharing,
} from './saved-views.ts';
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
