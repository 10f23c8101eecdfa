import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { Refusal } from '../../../components/refusal.tsx';
import { Pager, pageSize } from '../../../components/table.tsx';
import { linkTo } from '../../../navigation/base.ts';
import { closeFolder, levels, loadMore, openFolder, openFolders } from './levels.ts';
import { isToggle, RowContent } from './row-content.tsx';
import { type FolderRow, keyAction, type Row, rowsOf } from './rows.ts';

interface RowProps {
  readonly row: Row;
  /** Whether the row is in the tab order. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Whether the row is a link to its folder. Otherwise it selects the folder. */
  readonly isLink: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/** A row of the tree. */
function TreeRow({ row, isActive, isSelected, isLink, onFocus, onKeyDown, onClick }: RowProps) {
  const tabIndex = isActive ? 0 : -1;
  const common = {
    class: row.depth > 5 ? 'line deep' : 'line',
    'data-key': row.key,
    'aria-level': row.depth,
    onFocus: onFocus,
    onKeyDown: onKeyDown,
    onClick: onClick,
  } as const;
  if (row.kind === 'more') {
    return (
      <span role="treeitem" tabIndex={tabIndex} {...common}>
        <span class="mark" />
        Show more folders
      </span>
    );
  }
  const ariaPosition = {
    'aria-expanded': row.isOpen ?? undefined,
    'aria-posinset': row.position,
    'aria-setsize': row.siblingCount,
  };
  return isLink ? (
    <a
      role="treeitem"
      tabIndex={tabIndex}
      {...common}
      {...ariaPosition}
      aria-current={isSelected ? 'page' : undefined}
      href={linkTo(`/folders/${row.key}`)}
      data-view
    >
      <RowContent row={row} />
    </a>
  ) : (
    <span role="treeitem" tabIndex={tabIndex} {...common} {...ariaPosition} aria-selected={isSelected}>
      <RowContent row={row} />
    </span>
  );
}

interface Props {
  readonly label: string;
  /** The last segment of the id of the displayed or selected folder; null: none. */
  readonly selectedKey: string | null;
  /** Called with the row that the user clicks. Without it, rows are links to their folders. */
  readonly onPick?: (row: FolderRow) => void;
}

/** The key of the row whose link the user clicked. The tree of the next view focuses the same row. */
let lastLeftKey: string | null = null;

/** The row in the tab order, and the page of rows around it. */
function useActiveRow(rows: readonly Row[], selectedKey: string | null) {
  const activeKey = useSignal(selectedKey);
  const from = useSignal(0);
  /** The row to focus when its page is rendered. */
  const pendingFocus = useRef<string | null>(lastLeftKey === selectedKey ? lastLeftKey : null);
  const tree = useRef<HTMLDivElement>(null);
  const start = from.value < rows.length ? from.value : 0;
  const page = rows.slice(start, start + pageSize);
  const key = page.find((row) => row.key === activeKey.value)?.key ?? page[0]?.key;
  const focus = (rowKey: string): boolean => {
    const element = [...(tree.current?.children ?? [])].find((child) => child.getAttribute('data-key') === rowKey);
    if (element instanceof HTMLElement) element.focus();
    return element !== undefined;
  };
  useEffect(() => {
    if (pendingFocus.current !== null && focus(pendingFocus.current)) pendingFocus.current = null;
  });
  useEffect(() => {
    lastLeftKey = null;
  }, [selectedKey]);
  const focusRow = (rowKey: string): void => {
    const index = rows.findIndex((row) => row.key === rowKey);
    from.value = Math.floor(index / pageSize) * pageSize;
    activeKey.value = rowKey;
    if (!focus(rowKey)) pendingFocus.current = rowKey;
  };
  return { activeKey, from, start, page, key, focusRow, tree };
}

/** Returns a function that awaits a request, and the error of the latest request. */
function useRequests() {
  const refusal = useSignal<DisplayMessage | null>(null);
  const run = (work: Promise<void>): void => {
    refusal.value = null;
    work.catch((error: unknown) => {
      refusal.value = messageOf(error);
    });
  };
  return { refusal, run };
}

/** The event handlers for clicks and keys on rows, and the error of the latest request. */
function useTreeActions(rows: readonly Row[], focusRow: (key: string) => void, onPick: Props['onPick']) {
  const { refusal, run } = useRequests();
  const handleClick = (row: Row) => (event: MouseEvent) => {
    if (row.kind === 'more') return run(loadMore(row.parent));
    if (!isToggle(event)) {
      lastLeftKey = onPick === undefined ? row.key : null;
      return onPick?.(row);
    }
    event.preventDefault();
    if (row.isOpen) closeFolder(row.key);
    else run(openFolder(row.key));
  };
  const handleKey = (row: Row) => (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.click();
      return;
    }
    const action = keyAction(rows, row.key, event.key);
    if (action === null) return;
    event.preventDefault();
    if ('to' in action) focusRow(action.to);
    else if ('open' in action) run(openFolder(action.open));
    else closeFolder(action.close);
  };
  return { refusal, handleClick, handleKey };
}

/** The tree of folders. It renders one page of rows, and loads subfolders when a folder is opened. */
export function Tree({ label, selectedKey, onPick }: Props) {
  const rows = rowsOf(levels.value, openFolders.value);
  const { activeKey, from, start, page, key, focusRow, tree } = useActiveRow(rows, selectedKey);
  const { refusal, handleClick, handleKey } = useTreeActions(rows, focusRow, onPick);
  if (rows.length === 0) return <Refusal message={refusal.value} />;
  return (
    <>
      <Refusal message={refusal.value} />
      <div ref={tree} class="tree" role="tree" aria-label={label}>
        {page.map((row) => (
          <TreeRow
            key={row.key}
            row={row}
            isActive={row.key === key}
            isSelected={row.key === selectedKey}
            isLink={onPick === undefined}
            onFocus={() => (activeKey.value = row.key)}
            onKeyDown={handleKey(row)}
            onClick={handleClick(row)}
          />
        ))}
      </div>
      <Pager
        from={start}
        count={page.length}
        hasMore={start + page.length < rows.length}
        goToPage={(offset) => {
          from.value = offset;
        }}
      />
    </>
  );
}
