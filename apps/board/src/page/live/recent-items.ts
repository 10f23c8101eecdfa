import { computed, effect, signal } from '@preact/signals';
import { me, sessionGeneration } from '../api/session.ts';
import { crumbs } from '../navigation/breadcrumb.ts';
import { readStored, store } from '../navigation/preferences.ts';
import { location } from '../navigation/router.ts';

const kinds = ['release', 'template', 'folder'] as const;

/** A release, template or folder that the user opened in this browser. */
export interface RecentItem {
  readonly kind: (typeof kinds)[number];
  readonly title: string;
  /** The path of its view below the root. */
  readonly path: string;
}

/** The maximum number of items. */
const maxItems = 8;
const storageKey = 'slipway recent items';

const isItem = (value: unknown): value is RecentItem =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  kinds.some((kind) => kind === value.kind) &&
  'title' in value &&
  typeof value.title === 'string' &&
  'path' in value &&
  typeof value.path === 'string';

/** Returns the stored items of a user. Returns none for an invalid text, and for a text of another user. */
export function parseItems(text: string | null, username: string): readonly RecentItem[] {
  try {
    const stored: unknown = JSON.parse(text ?? '');
    if (typeof stored !== 'object' || stored === null || !('user' in stored) || !('items' in stored)) return [];
    if (stored.user !== username || !Array.isArray(stored.items)) return [];
    return stored.items.filter(isItem).slice(0, maxItems);
  } catch {
    return [];
  }
}

/** Returns the items with a new one first, and without an earlier one of the same path. */
export const withItem = (items: readonly RecentItem[], item: RecentItem): readonly RecentItem[] =>
  [item, ...items.filter(({ path }) => path !== item.path)].slice(0, maxItems);

/** Returns the kind of the object at a path; undefined for the path of a list or of another view. */
export const kindAt = (path: string): RecentItem['kind'] | undefined =>
  kinds.find((kind) => new RegExp(`^/${kind}s/[^/]+$`).test(path));

/** The items that the user opened last, the latest first. */
export const recentItems = signal<readonly RecentItem[]>([]);

function save(items: readonly RecentItem[], user: string): void {
  recentItems.value = items;
  store(storageKey, JSON.stringify({ user, items }));
}

/** Returns the items of this browser, which other tabs also change; those of this tab if the browser blocks storage. */
function readItems(username: string): readonly RecentItem[] {
  const stored = readStored(storageKey);
  return stored === null ? recentItems.peek() : parseItems(stored, username);
}

/** Records each release, template and folder that the user opens, until the user logs out. */
export function startRecentItems(): void {
  let generation = sessionGeneration.peek();
  effect(() => {
    if (sessionGeneration.value === generation) return;
    generation = sessionGeneration.value;
    save([], '');
  });
  effect(() => {
    const username = me.value?.username;
    if (username !== undefined) recentItems.value = parseItems(readStored(storageKey), username);
  });
  window.addEventListener('storage', ({ key }) => {
    const username = me.peek()?.username;
    if (key === storageKey && username !== undefined) recentItems.value = readItems(username);
  });
  // After a reload, the object can be loaded before the user.
  const isUserKnown = computed(() => me.value !== undefined);
  // The breadcrumb changes when the object of a new path is loaded.
  effect(() => {
    if (!isUserKnown.value) return;
    const last = crumbs.value.at(-1);
    const { path, query } = location.peek();
    const username = me.peek()?.username;
    const kind = kindAt(path);
    if (last === undefined || last.to !== null || kind === undefined || username === undefined) return;
    const item = { kind, title: last.label, path: query.get('archive') === 'yes' ? `${path}?archive=yes` : path };
    save(withItem(readItems(username), item), username);
  });
}
