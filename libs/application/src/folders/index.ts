export { createFolder, deleteFolder, moveFolder, renameFolder } from './change.ts';
export { getFolder, getFolderAt, renderFolder, renderFoldersIn } from './find.ts';
