export { moveFolder, renameFolder } from './folder-tree.ts';
export {
  createFolder,
  deleteFolder,
  type Folder,
  findFolder,
  findFolderByTitles,
  findFoldersByTitlePaths,
  listFoldersBelow,
  listFoldersIn,
  locateFolder,
} from './folders.ts';
export { type Locations, locationTag, readFullIds, readLocations } from './full-ids.ts';
export { changeFolderTeams } from './scopes.ts';
export { findByTitlePaths, readTitlePaths } from './title-paths.ts';
export { lockTreeShared } from './tree-lock.ts';
