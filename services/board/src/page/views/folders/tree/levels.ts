import { effect, signal } from '@preact/signals';
import type { FolderAnswer } from '@slipway/wire';
import { Refused, sentenceOf } from '../../../data/refused.ts';
import { read } from '../../../data/rest.ts';
import { withSameParts } from '../../../data/same-parts.ts';
import { me, turns } from '../../../data/session.ts';
import { rootId } from '../../../place/ids.ts';
import type { Level, Levels } from './rows.ts';

/** The number of folders of a level in one request. */
const step = 100;

/** What is known of the folders in folders, by the last segments of their ids. */
export const levels = signal<Levels>(new Map());
/** The open folders. The tree keeps its state when the user returns. */
export const opened = signal<ReadonlySet<string>>(new Set([rootId]));
/** Why the top-level folders are unknown, from REST; null: they are known, or not loaded. */
export const refusedAtTop = signal<string | null>(null);

// of what one person saw, the next one in the same browser sees nothing
effect(() => {
  if (me.value !== null) return;
  levels.value = new Map();
  refusedAtTop.value = null;
  opened.value = new Set([rootId]);
});

/** Folders in a folder, with those in them, so that each is known to be a leaf or not. */
const askFor = (parent: string, page: number): Promise<readonly FolderAnswer[]> =>
  read<readonly FolderAnswer[]>(`/folders/${parent}/list?depth=2&page=${page}&resultsPerPage=${step}`);

/** Stores a result, unless the user has logged out meanwhile. */
const note = (parent: string, level: Level, turn: number): void => {
  if (turn !== turns.peek()) return;
  const before = levels.peek().get(parent);
  const now = withSameParts(before, level);
  if (now !== before) levels.value = new Map(levels.peek()).set(parent, now);
};

/** Finds the first folders in a folder, as many as are shown of it. Throws Refused, Away. */
async function load(parent: string): Promise<void> {
  const turn = turns.peek();
  const known = levels.peek().get(parent)?.folders.length ?? 0;
  const folders: FolderAnswer[] = [];
  let hasMore = true;
  for (let page = 0; hasMore && page < Math.max(1, Math.ceil(known / step)); page += 1) {
    const found = await askFor(parent, page);
    folders.push(...found);
    hasMore = found.length === step;
  }
  note(parent, { folders, hasMore }, turn);
}

/** Shows more of the folders in a folder. Throws Refused, Away. */
export async function loadMore(parent: string): Promise<void> {
  const turn = turns.peek();
  const { folders = [] } = levels.peek().get(parent) ?? {};
  const found = await askFor(parent, Math.floor(folders.length / step));
  note(parent, { folders: [...folders, ...found], hasMore: found.length === step }, turn);
}

/** Shows what is in a folder. Throws Refused, Away. */
export async function open(id: string): Promise<void> {
  opened.value = new Set([...opened.peek(), id]);
  if (!levels.peek().has(id)) await load(id);
}

export function close(id: string): void {
  opened.value = new Set([...opened.peek()].filter((each) => each !== id));
}

/** Shows a folder, by opening all folders above it. Throws Refused, Away. */
export async function reveal(id: string): Promise<void> {
  for (const each of id.split('/').slice(0, -1)) await open(each);
}

/** Loads all visible levels again after changes. Missing folders are closed. */
export async function refreshTree(): Promise<void> {
  const shown = [...opened.peek()];
  const refused = await Promise.all(
    shown.map((id) =>
      load(id).then(
        () => null,
        (error: unknown) => (error instanceof Refused ? error : null),
      ),
    ),
  );
  const atTop = refused[shown.indexOf(rootId)] ?? null;
  refusedAtTop.value = atTop && sentenceOf(atTop);
  const isGone = refused.map((error) => error?.status === 403 || error?.status === 404);
  // A deleted or invisible folder is closed.
  const gone = shown.filter((id, index) => id !== rootId && isGone[index]);
  if (gone.length > 0) opened.value = new Set([...opened.peek()].filter((id) => !gone.includes(id)));
}
