import type { FolderAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import { read } from '../data/rest.ts';
import { lastOf, rootId } from '../place/ids.ts';
import { useEntity } from './use-entity.ts';
import type { Want } from './wants.ts';

/** A folder with what it is called: the titles on the way to it. */
export interface Folder {
  readonly id: string;
  readonly name: string;
}

/** Where templates are that are in no folder. */
export const top: Folder = { id: rootId, name: 'At the top' };

const path = '/folders/list?depth=1000&resultsPerPage=1000';

const foldersIn = (folders: readonly FolderAnswer[], before: string): readonly Folder[] =>
  folders.flatMap(({ id, title, children }) => {
    const name = `${before}${title}`;
    return [{ id, name }, ...foldersIn(children, `${name} › `)];
  });

/** All folders that the viewer may see, in the order of the tree. Throws Refused, Away. */
export const readFolders = async (): Promise<readonly Folder[]> =>
  foldersIn(await read<readonly FolderAnswer[]>(path), '');

const nothing: readonly Want[] = [];

/** The same for a view, asked for once, and when one of what is wanted may be another. */
export function useFolders(wanted: readonly Want[] = nothing): readonly Folder[] {
  const { value } = useEntity<readonly FolderAnswer[]>(path, wanted);
  return useMemo(() => foldersIn(value.value ?? [], ''), [value.value]);
}

/** The folder that something is in; undefined: nobody has said what it is called. */
export function folderOf(folders: readonly Folder[], { id }: { readonly id: string }): Folder | undefined {
  const way = id.split('/').slice(0, -1);
  if (way.length < 2) return top;
  return folders.find((folder) => lastOf(folder.id) === way.at(-1));
}

/** What a field for a folder offers. */
export const offeredFolders = (folders: readonly Folder[]): readonly (readonly [string, string])[] =>
  [top, ...folders].map(({ id, name }) => [id, name] as const);
