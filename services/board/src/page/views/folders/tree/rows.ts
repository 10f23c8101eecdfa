import type { FolderAnswer } from '@slipway/wire';
import { lastOf, rootId } from '../../../place/ids.ts';

/** What is known of the folders in a folder. */
export interface Level {
  readonly folders: readonly FolderAnswer[];
  /** whether there are more than these */
  readonly hasMore: boolean;
}

/** By the last segments of the ids of what they are in. */
export type Levels = ReadonlyMap<string, Level>;

/** A line of the tree: a folder, or the way to more of those beside it. */
export type Row = FolderRow | MoreRow;

export interface FolderRow {
  readonly kind: 'folder';
  /** the last segment of its id */
  readonly key: string;
  readonly folder: Pick<FolderAnswer, 'id' | 'title'>;
  /** from 1 */
  readonly depth: number;
  /** null: no folder is in it */
  readonly isOpen: boolean | null;
  /** among those beside it, from 1 */
  readonly position: number;
  /** The number of its siblings, itself included; -1: unknown */
  readonly of: number;
}

export interface MoreRow {
  readonly kind: 'more';
  readonly key: string;
  readonly parent: string;
  readonly depth: number;
}

function rowsIn(parent: string, depth: number, levels: Levels, opened: ReadonlySet<string>): readonly Row[] {
  const level = levels.get(parent);
  if (level === undefined) return [];
  const rows = level.folders.flatMap((folder, index): readonly Row[] => {
    const key = lastOf(folder.id);
    const known = levels.get(key);
    const isLeaf = known === undefined ? folder.children.length === 0 : known.folders.length === 0;
    const isOpen = opened.has(key) && !isLeaf;
    const of = level.hasMore ? -1 : level.folders.length;
    const row = {
      kind: 'folder',
      key,
      folder,
      depth,
      isOpen: isLeaf ? null : isOpen,
      position: index + 1,
      of,
    } as const;
    return isOpen ? [row, ...rowsIn(key, depth + 1, levels, opened)] : [row];
  });
  return level.hasMore ? [...rows, { kind: 'more', key: `more ${parent}`, parent, depth }] : rows;
}

/** All lines of the tree, from the top to the bottom. */
export const rowsOf = (levels: Levels, opened: ReadonlySet<string>): readonly Row[] =>
  rowsIn(rootId, 1, levels, opened);

/** What a key does in the tree: it goes to another line, opens or closes one, or nothing (null). */
export type Step = { readonly to: string } | { readonly open: string } | { readonly close: string } | null;

const stepTo = (row: Row | undefined): Step => (row === undefined ? null : { to: row.key });

/** The line of the parent folder. */
const parentOf = (rows: readonly Row[], at: number): Row | undefined =>
  rows.slice(0, at).findLast(({ depth }) => depth < (rows[at]?.depth ?? 0));

/** The meaning of a key on a line, as in the ARIA Authoring Practices for trees. */
export function stepOf(rows: readonly Row[], key: string, pressed: string): Step {
  const at = rows.findIndex((row) => row.key === key);
  const row = rows[at];
  if (row === undefined) return null;
  const isOpen = row.kind === 'folder' ? row.isOpen : null;
  if (pressed === 'ArrowDown') return stepTo(rows[at + 1]);
  if (pressed === 'ArrowUp') return stepTo(rows[at - 1]);
  if (pressed === 'Home') return stepTo(rows[0]);
  if (pressed === 'End') return stepTo(rows.at(-1));
  if (pressed === 'ArrowRight') {
    if (isOpen === null) return null;
    return isOpen ? stepTo(rows[at + 1]) : { open: row.key };
  }
  if (pressed !== 'ArrowLeft') return null;
  return isOpen ? { close: row.key } : stepTo(parentOf(rows, at));
}
