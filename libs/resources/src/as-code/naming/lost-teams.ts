import { clip, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { CodeItem } from '@slipway/formats';
import { foldersAtTitles } from '@slipway/persistence';
import type { ResourceContext } from '../../model/context.ts';
import { keyOf, pathOf } from '../run/run.ts';

/**
 * The items without teams of folders that do not exist, each of which is named in a warning. A folder that the caller may
 * not view is treated like one that does not exist.
 */
export async function withoutLostTeams(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  items: readonly CodeItem[],
  warn: (what: string) => void,
): Promise<readonly CodeItem[]> {
  const created = new Set(items.flatMap((item) => (item.kind === 'folder' ? [keyOf(item.path)] : [])));
  const asked = items.flatMap((item) => (item.kind === 'teams' && !created.has(keyOf(item.path)) ? [item] : []));
  if (asked.length === 0) return items;
  const found = await foldersAtTitles(
    database,
    asked.map(({ path }) => path),
  );
  const lost = new Set<CodeItem>();
  for (const [index, item] of asked.entries()) {
    const folder = found.get(index);
    const isSeen =
      folder !== undefined &&
      (folder.id === rootFolderId || (await caller.at({ folderId: folder.id })).may(neededToRead.folder));
    if (isSeen) continue;
    lost.add(item);
    warn(`permissions of '${clip(pathOf(item.path))}' are ignored: there is no such folder`);
  }
  return items.filter((item) => !lost.has(item));
}
