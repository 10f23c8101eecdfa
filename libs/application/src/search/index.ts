export { renderFolderTasks } from './folder-tasks.ts';
export { renderMyTasks } from './my-tasks.ts';
export { findReleasePage, type PageEdge, type PageSearch, type ReleasePage } from './release-page.ts';
export { changeView, deleteOwnView, deleteView, savedViewsOf, saveOwnView } from './saved-views.ts';
export {
  countByStatus,
  filterOf,
  findReleaseIds,
  findReleaseIdsByTitle,
  findTemplateIds,
  orderOf,
  type Search,
} from './search.ts';
export { readVisibleTitles } from './visible-titles.ts';
