export {
  type FolderBody,
  type FolderPermissions,
  type FolderResponse,
  folderBody,
  folderResponse,
  folderTitle,
  showFolder,
} from './folder.ts';
