import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { OfflineError } from '../../api/errors.ts';
import { useLiveRefresh } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { linkTo } from '../../navigation/base.ts';
import { rootId } from '../../navigation/ids.ts';
import { setSidebarFolder, sidebarFolders } from '../../navigation/preferences.ts';
import { isFocusLost } from '../../navigation/restore-focus.ts';
import { location } from '../../navigation/router.ts';
import { levels, loadLevel } from '../../pages/folders/tree/levels.ts';
import { isToggle, RowContent } from '../../pages/folders/tree/row-content.tsx';
import { type FolderRow, keyAction } from '../../pages/folders/tree/rows.ts';
import { type SidebarRow, sidebarRows } from './tree-rows.ts';

/** The folders whose subfolders could not be loaded. */
const failedKeys = signal<ReadonlySet<string>>(new Set());

function setFailed(key: string, hasFailed: boolean): void {
  const others = [...failedKeys.peek()].filter((failedKey) => failedKey !== key);
  failedKeys.value = new Set(hasFailed ? [...others, key] : others);
}

/** Loads the subfolders of a folder. An error is shown in place of them. */
async function load(key: string): Promise<void> {
  try {
    setFailed(key, false);
    await loadLevel(key);
  } catch (error) {
    // After a reconnection, the level is loaded again.
    if (!(error instanceof OfflineError)) setFailed(key, true);
  }
}

/** Loads the top-level folders, then the subfolders of the open ones. */
async function loadOpenLevels(): Promise<void> {
  await load(rootId);
  const rows = sidebarRows(levels.peek(), sidebarFolders.peek(), failedKeys.peek());
  const openKeys = rows.filter((row) => row.kind === 'folder' && row.isOpen === true).map(({ key }) => key);
  await Promise.all(openKeys.map(load));
}

function toggle({ key, isOpen }: FolderRow): void {
  setSidebarFolder(key, isOpen !== true);
  if (isOpen !== true) void load(key);
}

/** Folders seldom change. While the user works with folders, the tree of that view polls the levels of both trees. */
const noTopics: readonly Topic[] = [];

interface ItemProps {
  readonly tabIndex: number;
  readonly 'data-key': string;
  readonly 'aria-level': number;
  readonly onFocus: () => void;
}

interface RowProps {
  readonly row: SidebarRow;
  readonly item: ItemProps;
  /** Loads the subfolders of a folder again. */
  readonly retry: (parent: string) => void;
}

function FolderItem({ row, item }: { readonly row: FolderRow; readonly item: ItemProps }) {
  const to = `/folders/${row.key}`;
  const handleClick = (event: MouseEvent): void => {
    if (!isToggle(event)) return;
    event.preventDefault();
    toggle(row);
  };
  return (
    <a
      role="treeitem"
      class="line"
      {...item}
      href={linkTo(to)}
      data-view
      aria-expanded={row.isOpen ?? undefined}
      aria-posinset={row.position}
      aria-setsize={row.siblingCount}
      aria-current={location.value.path === to ? 'page' : undefined}
      onClick={handleClick}
    >
      <RowContent row={row} isCut />
    </a>
  );
}

function TreeRow({ row, item, retry }: RowProps) {
  switch (row.kind) {
    case 'folder':
      return <FolderItem row={row} item={item} />;
    case 'more':
      return (
        <a
          role="treeitem"
          class="line"
          {...item}
          href={linkTo(row.parent === rootId ? '/folders' : `/folders/${row.parent}`)}
          data-view
        >
          All folders…
        </a>
      );
    case 'failed':
      return (
        <button type="button" role="treeitem" class="line quiet" {...item} onClick={() => retry(row.parent)}>
          Couldn’t load. <b>Retry</b>
        </button>
      );
    case 'loading':
      return (
        <span
          role="treeitem"
          class="line waiting"
          {...item}
          tabIndex={item.tabIndex}
          aria-label="Loading folders"
          aria-busy="true"
        >
          <span class="skeleton" />
        </span>
      );
  }
}

/**
 * Returns a function that loads the subfolders of a folder again. The row with the error has the focus, so the row that
 * takes its place receives the focus: first the row that shows the loading, then the first subfolder.
 */
function useRetry(rows: readonly SidebarRow[], focusRow: (key: string) => void): (parent: string) => void {
  const pendingParent = useRef<string | null>(null);
  useEffect(() => {
    const parent = pendingParent.current;
    if (parent === null || !isFocusLost()) return;
    const loading = rows.find((row) => row.kind === 'loading' && row.parent === parent);
    const parentIndex = rows.findIndex((row) => row.kind === 'folder' && row.key === parent);
    const row = loading ?? rows[parentIndex + 1] ?? rows[parentIndex];
    if (loading === undefined) pendingParent.current = null;
    if (row !== undefined) focusRow(row.key);
  });
  return (parent) => {
    pendingParent.current = parent;
    void load(parent);
  };
}

/** The first two levels of the folders that the user can view. Subfolders are loaded when their folder is opened. */
export function FolderTree() {
  useLiveRefresh(noTopics, loadOpenLevels);
  const activeKey = useSignal<string | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const rows = sidebarRows(levels.value, sidebarFolders.value, failedKeys.value);
  const focusRow = (key: string): void => {
    const element = [...(tree.current?.children ?? [])].find((child) => child.getAttribute('data-key') === key);
    if (element instanceof HTMLElement) element.focus();
  };
  const retry = useRetry(rows, focusRow);
  if (rows.length === 0) return null;
  const currentKey = rows.find(({ key }) => location.value.path === `/folders/${key}`)?.key;
  const tabKey = rows.find(({ key }) => key === activeKey.value)?.key ?? currentKey ?? rows[0]?.key;
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || tabKey === undefined) return;
    if (event.key === ' ' && event.target instanceof HTMLElement) {
      event.preventDefault();
      event.target.click();
      return;
    }
    const action = keyAction(rows, tabKey, event.key);
    if (action === null) return;
    event.preventDefault();
    if ('to' in action) {
      focusRow(action.to);
      return;
    }
    const key = 'open' in action ? action.open : action.close;
    const row = rows.find((candidate) => candidate.key === key);
    if (row?.kind === 'folder') toggle(row);
  };
  return (
    <div ref={tree} class="tree" role="tree" aria-labelledby="sidebar-folders" onKeyDown={handleKey}>
      {rows.map((row) => (
        <TreeRow
          key={row.key}
          row={row}
          retry={retry}
          item={{
            tabIndex: row.key === tabKey ? 0 : -1,
            'data-key': row.key,
            'aria-level': row.depth,
            onFocus: () => (activeKey.value = row.key),
          }}
        />
      ))}
    </div>
  );
}
