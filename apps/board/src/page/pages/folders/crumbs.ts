import { findFolder, useFolders } from '../../live/folders.ts';
import { type Crumb, useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { t } from '../../navigation/text.ts';
import { folderUrl } from './url-state.ts';

/** Sets the breadcrumb of a folder: its parents, from the top level. A parent that the user cannot view has its id. */
export function useFolderBreadcrumb({ id, title }: { readonly id: string; readonly title: string }): void {
  const folders = useFolders();
  const parents = id
    .split('/')
    .slice(1, -1)
    .map((parentId): Crumb => {
      const parent = findFolder(folders, parentId);
      return { label: parent?.titles.at(-1) ?? parentId, to: folderUrl(parentId) };
    });
  useBreadcrumb([{ label: t('Folders'), to: '/folders' }, ...parents, { label: title, to: null }]);
}
