import type { Folder } from '../../live/folders.ts';
import type { Crumb } from '../../navigation/breadcrumb.ts';
import { lastSegment, rootId } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';

/** Returns the path to a template: the list, its folders as far as they are known, and its title. */
export function templateCrumbs(folders: readonly Folder[], id: string, title: string): readonly Crumb[] {
  const segments = id.split('/').slice(0, -1);
  const path = segments.flatMap((segment) => folders.find((folder) => lastSegment(folder.id) === segment) ?? []);
  const folderCrumbs = path
    .filter((folder) => folder.id !== rootId)
    .map((folder, index) => ({
      // The user may not see all folders around this one.
      label: folder.titles.slice(path[index - 1]?.titles.length ?? 0).join(' › '),
      to: `/folders/${lastSegment(folder.id)}`,
    }));
  return [{ label: t('Templates'), to: '/templates' }, ...folderCrumbs, { label: title, to: null }];
}
