import { rootFolderId } from '@slipway/domain/ids';
import { clip } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { CodeItem } from '@slipway/formats';
import { findFoldersByTitlePaths } from '@slipway/persistence/folders';
import type { ResourceContext } from '../../model/context.ts';
import { pathOf, titleKey } from '../run/run.ts';

/**
 * The items without teams of folders that do not exist, each of which is named in a warning. A folder that the caller may
 * not view is treated like one that does not exist.
 */
export async function withoutTeamsOfUnknownFolders(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  items: readonly CodeItem[],
  warn: (warning: string) => void,
): Promise<readonly CodeItem[]> {
  const created = new Set(items.flatMap((item) => (item.kind === 'folder' ? [titleKey(item.path)] : [])));
  const teamItems = items.flatMap((item) => (item.kind === 'teams' && !created.has(titleKey(item.path)) ? [item] : []));
  if (teamItems.length === 0) return items;
  const foldersByIndex = await findFoldersByTitlePaths(
    database,
    teamItems.map(({ path }) => path),
  );
  const dropped = new Set<CodeItem>();
  for (const [index, item] of teamItems.entries()) {
    const folder = foldersByIndex.get(index);
    const isVisible =
      folder !== undefined &&
      (folder.id === rootFolderId || (await caller.callerAt({ folderId: folder.id })).may(neededToRead.folder));
    if (isVisible) continue;
    dropped.add(item);
    warn(`permissions of '${clip(pathOf(item.path))}' are ignored: there is no such folder`);
  }
  return items.filter((item) => !dropped.has(item));
}
