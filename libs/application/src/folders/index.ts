export { createFolder, deleteFolder, moveFolder, renameFolder } from './change.ts';
export { getFolder, getFolderAt } from './find.ts';
export { renderFolder, renderFoldersIn } from './render.ts';
