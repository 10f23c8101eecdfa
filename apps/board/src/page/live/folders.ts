import type { FolderResponse } from '@slipway/api-schema/folders';
import { useMemo } from 'preact/hooks';
import type { Retry } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { alternative } from '../api/permission-reason.ts';
import { type AccountAction, missingGlobalPermission, missingPermissionFor } from '../api/permissions.ts';
import { read } from '../api/rest.ts';
import { lastSegment, rootId } from '../navigation/ids.ts';
import { t } from '../navigation/text.ts';
import { useEntity } from './queries.ts';
import type { Topic } from './subscriptions.ts';

export interface Folder {
  readonly id: string;
  /** The titles of its ancestors and of itself, as a text. A title can contain the separator. */
  readonly name: string;
  /** The titles of its ancestors and of itself; empty for the root folder. */
  readonly titles: readonly string[];
  /** The permissions that the user lacks in the folder, by requested action. */
  readonly lacking?: FolderLacking | undefined;
}

type FolderLacking = NonNullable<FolderResponse['$metadata']>['security']['lacking'];
/** An action in a folder. */
export type FolderAction = keyof NonNullable<FolderLacking>;

/** The location of templates outside folders. */
export const rootFolder: Folder = { id: rootId, name: t('No folder (top level)'), titles: [] };

/** The path of the request for all visible folders, as a tree. */
const foldersPath = '/folders/list?depth=1000&resultsPerPage=1000';

/** Returns the folders of a tree in depth-first order. `above` are the titles of the ancestors. */
const flattenFolders = (folders: readonly FolderResponse[], above: readonly string[] = []): readonly Folder[] =>
  folders.flatMap(({ id, title, children, $metadata }) => {
    const titles = [...above, title];
    const folder = { id, name: titles.join(' › '), titles, lacking: $metadata?.security.lacking };
    return [folder, ...flattenFolders(children, titles)];
  });

/** Returns all folders that the user can view, in the order of the tree. Throws ApiError, OfflineError. */
export const readFolders = async (): Promise<readonly Folder[]> =>
  flattenFolders(await read<readonly FolderResponse[]>(foldersPath));

const noTopics: readonly Topic[] = [];

interface FolderList {
  readonly folders: readonly Folder[];
  /** The error of the request; null if there is none. */
  readonly refusal: DisplayMessage | null;
  readonly retry: Retry;
}

/** Returns all visible folders, and reloads them after each change of a topic. */
export function useFolderList(topics: readonly Topic[] = noTopics): FolderList {
  const { value, refusal, retry } = useEntity<readonly FolderResponse[]>(foldersPath, topics);
  const folders = useMemo(() => flattenFolders(value.value ?? []), [value.value]);
  return { folders, refusal: refusal.value, retry };
}

/** Returns the folders that the user can edit, or none without `isNeeded`. */
export function useEditableFolders(isNeeded: boolean): FolderList {
  const path = isNeeded ? `${foldersPath}&action=changeFolder` : null;
  const { value, refusal, retry } = useEntity<readonly FolderResponse[]>(path, noTopics);
  const folders = flattenFolders(value.value ?? []).filter(({ lacking }) => lacking?.changeFolder === undefined);
  return { folders, refusal: refusal.value, retry };
}

/** Returns all visible folders without the error of the request. */
export const useFolders = (topics?: readonly Topic[]): readonly Folder[] => useFolderList(topics).folders;

/** Returns the folder whose id has the same last segment; undefined if there is none. */
export const findFolder = (folders: readonly Folder[], id: string): Folder | undefined =>
  folders.find((folder) => lastSegment(folder.id) === lastSegment(id));

/** Returns the folder of an object; undefined if the folder is unknown. */
export function folderOf(folders: readonly Folder[], { id }: { readonly id: string }): Folder | undefined {
  const segments = id.split('/').slice(0, -1);
  if (segments.length < 2) return rootFolder;
  return findFolder(folders, segments.at(-1) ?? '');
}

/** Returns the options of a folder field: the root folder and these folders. */
export const folderOptions = (folders: readonly Folder[]): readonly (readonly [string, string])[] =>
  [rootFolder, ...folders].map(({ id, name }) => [id, name] as const);

/** Returns the permission that the user lacks for an action in a folder; null if the user lacks none. */
export const missingInFolder = (
  { $metadata }: Pick<FolderResponse, '$metadata'>,
  action: FolderAction,
): string | null => missingPermissionFor($metadata?.security, action);

/** The locations where the user can take an action. */
export interface AllowedFolders {
  /** Whether the folders are loaded. */
  readonly isLoaded: boolean;
  /** Whether the user can take the action outside folders. */
  readonly isAtTop: boolean;
  /** The allowed folders, in the order of the tree. */
  readonly folders: readonly Folder[];
  /** The options of a folder field: the allowed folders, and the root folder if it is allowed. */
  readonly options: readonly (readonly [string, string])[];
  /** All folders that the user can view. */
  readonly allFolders: readonly Folder[];
  /**
   * The missing permissions if no location is allowed, joined by `alternative`; null if a location is allowed or the folders are
   * not loaded.
   */
  readonly missingPermission: string | null;
}

/** Returns the locations where the user can take an action, and reloads them after each change of a topic. */
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
    missingPermission: isAllowed ? null : [...new Set([missingAtTop, ...missingPermissions])].join(alternative),
  };
}

/**
 * Returns the id if its folder is allowed, or else the id of the first allowed folder; empty if no folder is allowed.
 */
export const selectAllowedFolder = ({ options }: Pick<AllowedFolders, 'options'>, id: string): string =>
  (options.find(([optionId]) => optionId === id) ?? options[0])?.[0] ?? '';
