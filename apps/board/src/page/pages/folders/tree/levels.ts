import { effect, signal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { ApiError, messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { me, sessionGeneration } from '../../../api/session.ts';
import { shareStructure } from '../../../api/structural-sharing.ts';
import { rootId } from '../../../navigation/ids.ts';
import type { Level, Levels } from './rows.ts';

/** The number of folders of a level in one request. */
const levelPageSize = 100;

/** The loaded folders of each folder, by the last segments of ids. */
export const levels = signal<Levels>(new Map());
/** The open folders. The tree keeps its state when the user returns. */
export const openFolders = signal<ReadonlySet<string>>(new Set([rootId]));
/** Why the top-level folders are unknown, from REST; null: they are known, or not loaded. */
export const rootRefusal = signal<DisplayMessage | null>(null);

// of what one person saw, the next one in the same browser sees nothing
effect(() => {
  if (me.value !== null) return;
  levels.value = new Map();
  rootRefusal.value = null;
  openFolders.value = new Set([rootId]);
});

/** Folders in a folder, with those in them, so that each is known to be a leaf or not. */
const fetchPage = (parent: string, page: number): Promise<readonly FolderResponse[]> =>
  read<readonly FolderResponse[]>(`/folders/${parent}/list?depth=2&page=${page}&resultsPerPage=${levelPageSize}`);

/** Stores a result, unless the user has logged out meanwhile. */
const storeLevel = (parent: string, level: Level, generation: number): void => {
  if (generation !== sessionGeneration.peek()) return;
  const before = levels.peek().get(parent);
  const now = shareStructure(before, level);
  if (now !== before) levels.value = new Map(levels.peek()).set(parent, now);
};

/** Finds the first folders in a folder, as many as are shown of it. Throws ApiError, OfflineError. */
async function loadLevel(parent: string): Promise<void> {
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

/** Shows more of the folders in a folder. Throws ApiError, OfflineError. */
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

/** Shows what is in a folder. Throws ApiError, OfflineError. */
export async function openFolder(id: string): Promise<void> {
  openFolders.value = new Set([...openFolders.peek(), id]);
  if (!levels.peek().has(id)) await loadLevel(id);
}

export function closeFolder(id: string): void {
  openFolders.value = new Set([...openFolders.peek()].filter((folderId) => folderId !== id));
}

/** Shows a folder, by opening all folders above it. Throws ApiError, OfflineError. */
export async function reveal(id: string): Promise<void> {
  for (const folderId of id.split('/').slice(0, -1)) await openFolder(folderId);
}

/** Loads all visible levels again after changes. Missing folders are closed. */
export async function refreshTree(): Promise<void> {
  const openIds = [...openFolders.peek()];
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
  // A deleted or invisible folder is closed.
  const missingIds = openIds.filter((id, index) => id !== rootId && isMissing[index]);
  if (missingIds.length > 0)
    openFolders.value = new Set([...openFolders.peek()].filter((id) => !missingIds.includes(id)));
}
