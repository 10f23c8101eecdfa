import { effect, signal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { ApiError, messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { me, sessionGeneration } from '../../../api/session.ts';
import { shareStructure } from '../../../api/structural-sharing.ts';
import { rootId } from '../../../navigation/ids.ts';
import { sidebarFolders } from '../../../navigation/preferences.ts';
import type { Level, Levels } from './rows.ts';

/** The number of folders per request. */
const levelPageSize = 100;

/** The loaded subfolders, by the last segment of the id of the parent folder. */
export const levels = signal<Levels>(new Map());
/** The keys of the open folders. A module variable, so that the tree keeps its state when the user returns. */
export const openFolders = signal<ReadonlySet<string>>(new Set([rootId]));
/** The error of the latest request for the top-level folders; null: none. */
export const rootRefusal = signal<DisplayMessage | null>(null);

// Clears the tree at logout, so that the next user of the browser does not see these folders.
effect(() => {
  if (me.value !== null) return;
  levels.value = new Map();
  rootRefusal.value = null;
  openFolders.value = new Set([rootId]);
});

/** Loads a page of subfolders. Depth 2 shows whether a subfolder is a leaf. */
const fetchPage = (parent: string, page: number): Promise<readonly FolderResponse[]> =>
  read<readonly FolderResponse[]>(`/folders/${parent}/list?depth=2&page=${page}&resultsPerPage=${levelPageSize}`);

/** Stores the subfolders, unless the session has changed since the request. */
const storeLevel = (parent: string, level: Level, generation: number): void => {
  if (generation !== sessionGeneration.peek()) return;
  const before = levels.peek().get(parent);
  const now = shareStructure(before, level);
  if (now !== before) levels.value = new Map(levels.peek()).set(parent, now);
};

/** Loads the first page of subfolders, or reloads all loaded pages. Throws ApiError, OfflineError. */
export async function loadLevel(parent: string): Promise<void> {
  const generation = sessionGeneration.peek();
  const loadedCount = levels.peek().get(parent)?.folders.length ?? 0;
  const folders: FolderResponse[] = [];
  let hasMore = true;
  for (let page = 0; hasMore && page < Math.max(1, Math.ceil(loadedCount / levelPageSize)); page += 1) {
    const pageFolders = await fetchPage(parent, page);
    folders.push(...pageFolders);
    hasMore = pageFolders.length === levelPageSize;
  }
  storeLevel(parent, { folders, hasMore }, generation);
}

/** Loads the next page of subfolders. Throws ApiError, OfflineError. */
export async function loadMore(parent: string): Promise<void> {
  const generation = sessionGeneration.peek();
  const { folders = [] } = levels.peek().get(parent) ?? {};
  const pageFolders = await fetchPage(parent, Math.floor(folders.length / levelPageSize));
  storeLevel(
    parent,
    { folders: [...folders, ...pageFolders], hasMore: pageFolders.length === levelPageSize },
    generation,
  );
}

/** Opens a folder, and loads its subfolders if necessary. Throws ApiError, OfflineError. */
export async function openFolder(id: string): Promise<void> {
  openFolders.value = new Set([...openFolders.peek(), id]);
  if (!levels.peek().has(id)) await loadLevel(id);
}

export function closeFolder(id: string): void {
  openFolders.value = new Set([...openFolders.peek()].filter((folderId) => folderId !== id));
}

/** Opens a folder and all its parent folders. Throws ApiError, OfflineError. */
export async function reveal(id: string): Promise<void> {
  for (const folderId of id.split('/')) await openFolder(folderId);
}

/**
 * Reloads the subfolders of all folders that are open in this tree or in the sidebar. Closes folders that the user can
 * no longer view.
 */
export async function refreshTree(): Promise<void> {
  const inSidebar = [...sidebarFolders.peek()].filter((key) => levels.peek().has(key));
  const openIds = [...new Set([...openFolders.peek(), ...inSidebar])];
  const errors = await Promise.all(
    openIds.map((id) =>
      loadLevel(id).then(
        () => null,
        (error: unknown) => (error instanceof ApiError ? error : null),
      ),
    ),
  );
  const rootError = errors[openIds.indexOf(rootId)] ?? null;
  rootRefusal.value = rootError && messageOf(rootError);
  const isMissing = errors.map((error) => error?.status === 403 || error?.status === 404);
  const missingIds = openIds.filter((id, index) => id !== rootId && isMissing[index]);
  if (missingIds.length === 0) return;
  levels.value = new Map([...levels.peek()].filter(([id]) => !missingIds.includes(id)));
  openFolders.value = new Set([...openFolders.peek()].filter((id) => !missingIds.includes(id)));
}
