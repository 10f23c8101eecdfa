import type { FolderAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import type { Deed } from '../data/deeds.ts';
import { neededFor } from '../data/needs.ts';
import { type Folder, foldersIn, foldersPath, top } from './folders.ts';
import { useEntity } from './use-entity.ts';
import { lackingForAll } from './use-rights.ts';
import type { Want } from './wants.ts';

/** What is done in a folder that takes a permission of its teams, and outside of all folders one of a role. */
interface Placed {
  readonly inFolder: Deed;
  readonly atTop: Deed;
}

/** Where whoever looks may do something. */
export interface Places {
  /** whether the server has said so */
  readonly isKnown: boolean;
  /** whether outside of all folders, too */
  readonly isAtTop: boolean;
  /** those of them that whoever looks may see, in the order of the tree */
  readonly folders: readonly Folder[];
  /** these and the top, as a field for a folder offers them */
  readonly offered: readonly (readonly [string, string])[];
  /** all folders that whoever looks may see */
  readonly all: readonly Folder[];
  /** the permissions of which one would be enough, where there is no such place; null: there is one, or nobody has said so */
  readonly lacking: string | null;
}

const nothing: readonly Want[] = [];

/** Where whoever looks may do something, asked for once, and when one of what is wanted may be another. */
export function usePlaces({ inFolder, atTop }: Placed, wanted: readonly Want[] = nothing): Places {
  const [needed = ''] = neededFor(inFolder);
  const [neededAtTop = ''] = neededFor(atTop);
  const { value } = useEntity<readonly FolderAnswer[]>(
    `${foldersPath}&${new URLSearchParams({ also: needed })}`,
    wanted,
  );
  const all = useMemo(() => foldersIn(value.value ?? []), [value.value]);
  const isAtTop = lackingForAll(atTop) === null;
  const folders = all.filter(({ permissions }) => permissions.includes(needed));
  const isKnown = value.value !== undefined;
  const offered = [...(isAtTop ? [top] : []), ...folders];
  return {
    ...{ isKnown, isAtTop, folders, all },
    offered: offered.map(({ id, name }) => [id, name] as const),
    lacking: isKnown && offered.length === 0 ? `${neededAtTop} or ${needed}` : null,
  };
}

/** The place of this id, where it is among them; else the first one; empty: there is none. */
export const placeIn = ({ offered }: Places, id: string): string =>
  (offered.find(([each]) => each === id) ?? offered[0])?.[0] ?? '';
