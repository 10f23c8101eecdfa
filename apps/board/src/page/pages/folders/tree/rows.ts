import type { FolderResponse } from '@slipway/api-schema/folders';
import { lastSegment, rootId } from '../../../navigation/ids.ts';

/** The loaded subfolders of a folder. */
export interface Level {
  readonly folders: readonly FolderResponse[];
  /** Whether the folder has more subfolders. */
  readonly hasMore: boolean;
}

/** The loaded levels, by the last segment of the id of the parent folder. */
export type Levels = ReadonlyMap<string, Level>;

/** A row of the tree: a folder, or a link that loads more of its siblings. */
export type Row = FolderRow | MoreRow;

export interface FolderRow {
  readonly kind: 'folder';
  /** The last segment of the id of the folder. */
  readonly key: string;
  readonly folder: Pick<FolderResponse, 'id' | 'title'>;
  /** The depth in the tree; 1 at the top. */
  readonly depth: number;
  /** Null for a folder without subfolders. */
  readonly isOpen: boolean | null;
  /** The position among its siblings, starting at 1. */
  readonly position: number;
  /** The number of siblings, including this row; -1: unknown. */
  readonly siblingCount: number;
}

export interface MoreRow {
  readonly kind: 'more';
  readonly key: string;
  readonly parent: string;
  readonly depth: number;
}

function rowsIn(parent: string, depth: number, levels: Levels, openFolders: ReadonlySet<string>): readonly Row[] {
  const level = levels.get(parent);
  if (level === undefined) return [];
  const rows = level.folders.flatMap((folder, index): readonly Row[] => {
    const key = lastSegment(folder.id);
    const childLevel = levels.get(key);
    const isLeaf = childLevel === undefined ? folder.children.length === 0 : childLevel.folders.length === 0;
    const isOpen = openFolders.has(key) && !isLeaf;
    const siblingCount = level.hasMore ? -1 : level.folders.length;
    const row = {
      kind: 'folder',
      key,
      folder,
      depth,
      isOpen: isLeaf ? null : isOpen,
      position: index + 1,
      siblingCount,
    } as const;
    return isOpen ? [row, ...rowsIn(key, depth + 1, levels, openFolders)] : [row];
  });
  return level.hasMore ? [...rows, { kind: 'more', key: `more ${parent}`, parent, depth }] : rows;
}

/** All rows of the tree, from top to bottom. */
export const rowsOf = (levels: Levels, openFolders: ReadonlySet<string>): readonly Row[] =>
  rowsIn(rootId, 1, levels, openFolders);

/** The effect of a key in the tree: focus a row, open a row or close a row. Null: no effect. */
export type KeyAction = { readonly to: string } | { readonly open: string } | { readonly close: string } | null;

/** The properties of a row that determine the effect of a key. */
interface TreeRow {
  readonly key: string;
  readonly depth: number;
  /** Undefined or null for a row without rows below it. */
  readonly isOpen?: boolean | null;
}

const focusRow = (row: TreeRow | undefined): KeyAction => (row === undefined ? null : { to: row.key });

/** The row of the parent folder. */
const parentRow = (rows: readonly TreeRow[], index: number): TreeRow | undefined =>
  rows.slice(0, index).findLast(({ depth }) => depth < (rows[index]?.depth ?? 0));

/** Returns the effect of `pressedKey` on the row `key`, according to the ARIA Authoring Practices for trees. */
export function keyAction(rows: readonly TreeRow[], key: string, pressedKey: string): KeyAction {
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (row === undefined) return null;
  const { isOpen = null } = row;
  if (pressedKey === 'ArrowDown') return focusRow(rows[index + 1]);
  if (pressedKey === 'ArrowUp') return focusRow(rows[index - 1]);
  if (pressedKey === 'Home') return focusRow(rows[0]);
  if (pressedKey === 'End') return focusRow(rows.at(-1));
  if (pressedKey === 'ArrowRight') {
    if (isOpen === null) return null;
    return isOpen ? focusRow(rows[index + 1]) : { open: row.key };
  }
  if (pressedKey !== 'ArrowLeft') return null;
  return isOpen ? { close: row.key } : focusRow(parentRow(rows, index));
}
