import type { FolderResponse } from '@slipway/api-schema/folders';
import { useMemo } from 'preact/hooks';
import type { DisplayMessage } from '../api/language.ts';
import { type AccountAction, missingGlobalPermission, missingPermissionFor } from '../api/permissions.ts';
import { read } from '../api/rest.ts';
import { lastSegment, rootId } from '../navigation/ids.ts';
import { useEntity } from './queries.ts';
import type { Topic } from './subscriptions.ts';

/** A folder; its name has the titles of its ancestors. */
export interface Folder {
  readonly id: string;
  readonly name: string;
  /** The permissions that the user lacks in it, for requested actions */
  readonly lacking?: FolderLacking | undefined;
}

type FolderLacking = NonNullable<FolderResponse['$metadata']>['security']['lacking'];
/** An action in a folder. */
export type FolderAction = keyof NonNullable<FolderLacking>;

/** The location of templates outside folders. */
export const rootFolder: Folder = { id: rootId, name: 'At the top' };

/** The request for all visible folders, as a tree. */
const foldersPath = '/folders/list?depth=1000&resultsPerPage=1000';

/** The folders of a tree in its order, each by the titles on the way to it. */
const flattenFolders = (folders: readonly FolderResponse[], prefix = ''): readonly Folder[] =>
  folders.flatMap(({ id, title, children, $metadata }) => {
    const name = `${prefix}${title}`;
    return [{ id, name, lacking: $metadata?.security.lacking }, ...flattenFolders(children, `${name} › `)];
  });

/** All folders that the viewer may see, in the order of the tree. Throws ApiError, OfflineError. */
export const readFolders = async (): Promise<readonly Folder[]> =>
  flattenFolders(await read<readonly FolderResponse[]>(foldersPath));

const noTopics: readonly Topic[] = [];

interface FolderList {
  readonly folders: readonly Folder[];
  /** The refusal of REST; null: none, or unknown */
  readonly refusal: DisplayMessage | null;
}

/** All visible folders, loaded again with each change of a subscription. */
export function useFolderList(topics: readonly Topic[] = noTopics): FolderList {
  const { value, refusal } = useEntity<readonly FolderResponse[]>(foldersPath, topics);
  const folders = useMemo(() => flattenFolders(value.value ?? []), [value.value]);
  return { folders, refusal: refusal.value };
}

/** The same without the refusal. */
export const useFolders = (topics?: readonly Topic[]): readonly Folder[] => useFolderList(topics).folders;

/** The folder of an id, of which the last segment is enough; undefined: it is not among them. */
export const findFolder = (folders: readonly Folder[], id: string): Folder | undefined =>
  folders.find((folder) => lastSegment(folder.id) === lastSegment(id));

/** The folder of an object; undefined: unknown. */
export function folderOf(folders: readonly Folder[], { id }: { readonly id: string }): Folder | undefined {
  const segments = id.split('/').slice(0, -1);
  if (segments.length < 2) return rootFolder;
  return findFolder(folders, segments.at(-1) ?? '');
}

/** The options of a field for a folder. */
export const folderOptions = (folders: readonly Folder[]): readonly (readonly [string, string])[] =>
  [rootFolder, ...folders].map(({ id, name }) => [id, name] as const);

/** The permission that the user lacks for an action in a folder; null: none. */
export const missingInFolder = (
  { $metadata }: Pick<FolderResponse, '$metadata'>,
  action: FolderAction,
): string | null => missingPermissionFor($metadata?.security, action);

/** The locations where the user can take an action. */
export interface AllowedFolders {
  /** Whether they are loaded */
  readonly isLoaded: boolean;
  /** whether outside of all folders, too */
  readonly isAtTop: boolean;
  /** Those that the user can view, in the order of the tree */
  readonly folders: readonly Folder[];
  /** these and the top, as a field for a folder offers them */
  readonly options: readonly (readonly [string, string])[];
  /** All folders that the user can view */
  readonly allFolders: readonly Folder[];
  /** The missing permissions of which one is enough, if there is no such location; null: there is one, or unknown */
  readonly missingPermission: string | null;
}

/** The locations where the user can take an action, loaded once, and again with each change of a subscription. */
export function useAllowedFolders(
  action: AccountAction & FolderAction,
  topics: readonly Topic[] = noTopics,
): AllowedFolders {
  const { value } = useEntity<readonly FolderResponse[]>(`${foldersPath}&${new URLSearchParams({ action })}`, topics);
  const allFolders = useMemo(() => flattenFolders(value.value ?? []), [value.value]);
  const missingAtTop = missingGlobalPermission(action);
  const isAtTop = missingAtTop === null;
  const missingPermissions = allFolders.map((folder) => missingPermissionFor(folder, action));
  const folders = allFolders.filter((_, index) => missingPermissions[index] === null);
  const isLoaded = value.value !== undefined;
  const options = [...(isAtTop ? [rootFolder] : []), ...folders];
  const isAllowed = !isLoaded || options.length > 0;
  return {
    ...{ isLoaded, isAtTop, folders, allFolders },
    options: options.map(({ id, name }) => [id, name] as const),
    missingPermission: isAllowed ? null : [...new Set([missingAtTop, ...missingPermissions])].join(' or '),
  };
}

/** This id if it is allowed, else the first allowed one; empty: none. */
export const selectAllowedFolder = ({ options }: AllowedFolders, id: string): string =>
  (options.find(([optionId]) => optionId === id) ?? options[0])?.[0] ?? '';
