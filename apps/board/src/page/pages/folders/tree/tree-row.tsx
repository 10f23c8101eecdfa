import { linkTo } from '../../../navigation/base.ts';
import type { FolderRow, Row } from './rows.ts';

interface Props {
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

/** Whether a click is on the mark that opens and closes a folder. */
export const isToggle = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('.mark:not(:empty)') !== null;

const RowContent = ({ isOpen, folder }: FolderRow) => (
  <>
    <span class="mark" aria-hidden="true">
      {isOpen !== null && (isOpen ? '▾' : '▸')}
    </span>
    {folder.title}
  </>
);

export function TreeRow({ row, isActive, isSelected, isLink, onFocus, onKeyDown, onClick }: Props) {
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
        More folders…
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
      <RowContent {...row} />
    </a>
  ) : (
    <span role="treeitem" tabIndex={tabIndex} {...common} {...ariaPosition} aria-selected={isSelected}>
      <RowContent {...row} />
    </span>
  );
}
