export {
  type FolderBody,
  type FolderResponse,
  folderBody,
  folderResponse,
  folderTitle,
  type PermissionsByFolder,
  showFolder,
} from './folder.ts';
