import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { Refusal } from '../../../components/refusal.tsx';
import { Pager, pageSize } from '../../../components/table.tsx';
import { closeFolder, levels, loadMore, openFolder, openFolders } from './levels.ts';
import { type FolderRow, keyAction, type Row, rowsOf } from './rows.ts';
import { isToggle, TreeRow } from './tree-row.tsx';

interface Props {
  readonly label: string;
  /** the last segment of the id of the folder that is shown or chosen; null: none */
  readonly selectedKey: string | null;
  /** takes a folder; absent: its line leads to it */
  readonly onPick?: (row: FolderRow) => void;
}

/** The line by which the tree was left for another view, which has a tree of its own: there the focus is on it again. */
let lastLeftKey: string | null = null;

/** Which line the key Tab leads to, and the page of lines around it. */
function useActiveRow(rows: readonly Row[], selectedKey: string | null) {
  const activeKey = useSignal(selectedKey);
  const from = useSignal(0);
  /** The line to focus when its page is rendered */
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
  return { active: activeKey, from, begin: start, page, key, goTo: focusRow, tree };
}

/** Runs requests, and shows refusals. */
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

/** What keys and clicks do to the lines of a tree. */
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
  return { refusal, click: handleClick, press: handleKey };
}

/** The tree of folders, of which one page is in the document; the content of a folder is loaded when it is opened. */
export function Tree({ label, selectedKey, onPick }: Props) {
  const rows = rowsOf(levels.value, openFolders.value);
  const { active: activeKey, from, begin: start, page, key, goTo: focusRow, tree } = useActiveRow(rows, selectedKey);
  const { refusal, click: handleClick, press: handleKey } = useTreeActions(rows, focusRow, onPick);
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
        goToPage={(rowKey) => {
          from.value = rowKey;
        }}
      />
    </>
  );
}
