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

/** The locations where the user has a permission. */
export interface Places {
  /** Whether they are loaded */
  readonly isKnown: boolean;
  /** whether outside of all folders, too */
  readonly isAtTop: boolean;
  /** Those that the user can view, in the order of the tree */
  readonly folders: readonly Folder[];
  /** these and the top, as a field for a folder offers them */
  readonly offered: readonly (readonly [string, string])[];
  /** All folders that the user can view */
  readonly all: readonly Folder[];
  /** The permissions of which one is enough, if there is no such location; null: there is one, or unknown */
  readonly lacking: string | null;
}

const nothing: readonly Want[] = [];

/** The locations where the user has a permission, loaded once, and again with each change of a subscription. */
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
