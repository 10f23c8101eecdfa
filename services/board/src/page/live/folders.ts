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
  /** The requested permissions of the user in it */
  readonly permissions: readonly string[];
}

/** Where templates are that are in no folder. */
export const top: Folder = { id: rootId, name: 'At the top', permissions: [] };

/** All folders that the viewer may see, as a tree. */
export const foldersPath = '/folders/list?depth=1000&resultsPerPage=1000';

/** The folders of a tree in its order, each by the titles on the way to it. */
export const foldersIn = (folders: readonly FolderAnswer[], before = ''): readonly Folder[] =>
  folders.flatMap(({ id, title, children, $metadata }) => {
    const name = `${before}${title}`;
    return [{ id, name, permissions: $metadata?.security.permissions ?? [] }, ...foldersIn(children, `${name} › `)];
  });

/** All folders that the viewer may see, in the order of the tree. Throws Refused, Away. */
export const readFolders = async (): Promise<readonly Folder[]> =>
  foldersIn(await read<readonly FolderAnswer[]>(foldersPath));

const nothing: readonly Want[] = [];

interface AskedFolders {
  readonly folders: readonly Folder[];
  /** The refusal of REST; null: none, or unknown */
  readonly refusal: string | null;
}

/** The same for a view, loaded once, and again with each change of a subscription. */
export function useAskedFolders(wanted: readonly Want[] = nothing): AskedFolders {
  const { value, refusal } = useEntity<readonly FolderAnswer[]>(foldersPath, wanted);
  const folders = useMemo(() => foldersIn(value.value ?? []), [value.value]);
  return { folders, refusal: refusal.value };
}

/** These alone. */
export const useFolders = (wanted?: readonly Want[]): readonly Folder[] => useAskedFolders(wanted).folders;

/** The folder of an id, of which the last segment is enough; undefined: it is not among them. */
export const folderNamed = (folders: readonly Folder[], id: string): Folder | undefined =>
  folders.find((folder) => lastOf(folder.id) === lastOf(id));

/** The folder of an object; undefined: unknown. */
export function folderOf(folders: readonly Folder[], { id }: { readonly id: string }): Folder | undefined {
  const way = id.split('/').slice(0, -1);
  if (way.length < 2) return top;
  return folderNamed(folders, way.at(-1) ?? '');
}

/** What a field for a folder offers. */
export const offeredFolders = (folders: readonly Folder[]): readonly (readonly [string, string])[] =>
  [top, ...folders].map(({ id, name }) => [id, name] as const);
