import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { findFolder, useFolders } from '../../live/folders.ts';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';

/** Shows the folders around a release, and its title, as the breadcrumb. */
export function useReleaseBreadcrumb(release: Pick<ReleaseResponse, 'id' | 'title'> | undefined): void {
  const folders = useFolders();
  const path = release?.id.split('/').slice(1, -1) ?? [];
  const known = path.flatMap((id) => findFolder(folders, id) ?? []);
  const outer = known.map((folder) => ({
    label: folder.titles.at(-1) ?? folder.name,
    to: `/folders/${lastSegment(folder.id)}`,
  }));
  const list = outer.length > 0 ? outer : [{ label: t('Releases'), to: '/releases' }];
  useBreadcrumb(release === undefined ? [] : [...list, { label: release.title, to: null }]);
}
