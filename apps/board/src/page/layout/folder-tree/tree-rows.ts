import { lastSegment, rootId } from '../../navigation/ids.ts';
import { type Levels, type Row, rowsOf } from '../../pages/folders/tree/rows.ts';

/** A row of the folders in the sidebar: a folder, a link to all folders, or the state of a level that is not loaded. */
export type SidebarRow = Row | LoadingRow;

interface LoadingRow {
  readonly kind: 'loading' | 'failed';
  readonly key: string;
  /** The last segment of the id of the parent folder. */
  readonly parent: string;
  readonly depth: number;
}

/** The number of levels that the sidebar shows. */
const maxDepth = 2;

/** The maximum number of folders of a level. A link opens all others. */
const maxFolders = 20;

/** Returns the levels without the folders that the sidebar does not show. */
const shorten = (levels: Levels): Levels =>
  new Map(
    [...levels].map(([parent, { folders, hasMore }]) => [
      parent,
      { folders: folders.slice(0, maxFolders), hasMore: hasMore || folders.length > maxFolders },
    ]),
  );

/** Returns the rows of the first two levels, from top to bottom. A folder of the second level has no children. */
export function sidebarRows(
  levels: Levels,
  openKeys: ReadonlySet<string>,
  failedKeys: ReadonlySet<string>,
): readonly SidebarRow[] {
  const stateOf = (parent: string, depth: number): SidebarRow => {
    const kind = failedKeys.has(parent) ? 'failed' : 'loading';
    return { kind, key: `${kind} ${parent}`, parent, depth };
  };
  const topLevel = levels.get(rootId);
  if (topLevel === undefined) return [stateOf(rootId, 1)];
  const topKeys = new Set(topLevel.folders.map(({ id }) => lastSegment(id)));
  const rows = rowsOf(shorten(levels), new Set([...openKeys].filter((key) => topKeys.has(key))));
  return rows.flatMap((row): readonly SidebarRow[] => {
    if (row.kind === 'folder' && row.depth >= maxDepth) return [{ ...row, isOpen: null }];
    const isUnloaded = row.kind === 'folder' && row.isOpen === true && !levels.has(row.key);
    return isUnloaded ? [row, stateOf(row.key, row.depth + 1)] : [row];
  });
}
