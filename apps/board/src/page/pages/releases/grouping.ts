import type { ListedRelease } from '@slipway/api-schema/search';
import { statusLabel } from '../../components/marks/status.tsx';
import { type Folder, folderOf } from '../../live/folders.ts';
import { plural, t } from '../../navigation/text.ts';
import type { Grouping } from './query.ts';

/** Returns the title of the group of a release. */
function groupOf(grouping: Exclude<Grouping, ''>, release: ListedRelease, folders: readonly Folder[]): string {
  switch (grouping) {
    case 'folder':
      return folderOf(folders, release)?.name ?? t('Other folders');
    case 'template':
      return release.templateTitle ?? t('Without a visible template');
    case 'status':
      return statusLabel(release.status);
  }
}

/** The releases of a page in the order of their groups, and the heading of each group by release id. */
export interface GroupedPage {
  readonly releases: readonly ListedRelease[];
  readonly headings: ReadonlyMap<string, string> | null;
}

/** Groups the releases of a page. The groups, and the releases of a group, have the order of the list. */
export function groupPage(
  grouping: Grouping,
  releases: readonly ListedRelease[],
  folders: readonly Folder[],
): GroupedPage {
  if (grouping === '') return { releases, headings: null };
  const groups = Map.groupBy(releases, (release) => groupOf(grouping, release, folders));
  const headings = new Map<string, string>();
  for (const [title, members] of groups) {
    const heading = t`${title}: ${plural(members.length, '# release', '# releases')}`;
    for (const { id } of members) headings.set(id, heading);
  }
  return { releases: [...groups.values()].flat(), headings };
}
