import type { FolderResponse } from '@slipway/api-schema/folders';
import { useMemo } from 'preact/hooks';
import type { Action } from '../api/actions.ts';
import { neededPermissions } from '../api/needed-permissions.ts';
import { type Folder, flattenFolders, foldersPath, rootFolder } from './folders.ts';
import type { Topic } from './subscriptions.ts';
import { useEntity } from './use-entity.ts';
import { missingGlobalPermission } from './use-permissions.ts';

/** What is done in a folder that takes a permission of its teams, and outside of all folders one of a role. */
interface FolderActions {
  readonly inFolder: Action;
  readonly atTop: Action;
}

/** The locations where the user has a permission. */
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
  /** The permissions of which one is enough, if there is no such location; null: there is one, or unknown */
  readonly missingPermission: string | null;
}

const noTopics: readonly Topic[] = [];

/** The locations where the user has a permission, loaded once, and again with each change of a subscription. */
export function useAllowedFolders(
  { inFolder, atTop }: FolderActions,
  topics: readonly Topic[] = noTopics,
): AllowedFolders {
  const [needed = ''] = neededPermissions(inFolder);
  const [neededAtTop = ''] = neededPermissions(atTop);
  const { value } = useEntity<readonly FolderResponse[]>(
    `${foldersPath}&${new URLSearchParams({ also: needed })}`,
    topics,
  );
  const allFolders = useMemo(() => flattenFolders(value.value ?? []), [value.value]);
  const isAtTop = missingGlobalPermission(atTop) === null;
  const folders = allFolders.filter(({ permissions }) => permissions.includes(needed));
  const isLoaded = value.value !== undefined;
  const options = [...(isAtTop ? [rootFolder] : []), ...folders];
  return {
    ...{ isLoaded, isAtTop, folders, allFolders },
    options: options.map(({ id, name }) => [id, name] as const),
    missingPermission: isLoaded && options.length === 0 ? `${neededAtTop} or ${needed}` : null,
  };
}

/** The place of this id, where it is among them; else the first one; empty: there is none. */
export const selectAllowedFolder = ({ options }: AllowedFolders, id: string): string =>
  (options.find(([optionId]) => optionId === id) ?? options[0])?.[0] ?? '';
