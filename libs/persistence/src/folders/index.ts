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
export {
  findByTitlePaths,
  findReferenced,
  type Locations,
  locationTag,
  readFullIds,
  readLocations,
  readTitlePaths,
} from './paths.ts';
export { changeFolderTeams } from './scopes.ts';
export { lockTreeShared } from './tree-lock.ts';
