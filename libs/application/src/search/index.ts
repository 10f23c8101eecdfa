export { filterOf, orderOf } from './filter.ts';
export { renderMyTasks } from './my-tasks.ts';
export { findReleasePage, type PageEdge, type PageSearch } from './release-page.ts';
export { countByStatus, findReleaseIds, findReleaseIdsByTitle, findTemplateIds, type Search } from './search.ts';
