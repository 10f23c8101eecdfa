import { linkTo } from '../../../place/base.ts';
import type { FolderRow, Row } from './rows.ts';

interface Props {
  readonly row: Row;
  /** whether the key Tab leads to it */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** whether it leads to its folder; otherwise it is there to be chosen */
  readonly isLink: boolean;
  readonly focused: () => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly click: (event: MouseEvent) => void;
}

/** Whether what was clicked opens and closes a folder. */
export const isMark = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('.mark:not(:empty)') !== null;

const Inside = ({ isOpen, folder }: FolderRow) => (
  <>
    <span class="mark" aria-hidden="true">
      {isOpen !== null && (isOpen ? '▾' : '▸')}
    </span>
    {folder.title}
  </>
);

/** A line of the tree. */
export function Line({ row, isActive, isChosen, isLink, focused, press, click }: Props) {
  const tabIndex = isActive ? 0 : -1;
  const common = {
    class: row.depth > 5 ? 'line deep' : 'line',
    'data-key': row.key,
    'aria-level': row.depth,
    onFocus: focused,
    onKeyDown: press,
    onClick: click,
  } as const;
  if (row.kind === 'more') {
    return (
      <span role="treeitem" tabIndex={tabIndex} {...common}>
        <span class="mark" />
        More folders…
      </span>
    );
  }
  const place = {
    'aria-expanded': row.isOpen ?? undefined,
    'aria-posinset': row.position,
    'aria-setsize': row.of,
  };
  return isLink ? (
    <a
      role="treeitem"
      tabIndex={tabIndex}
      {...common}
      {...place}
      aria-current={isChosen ? 'page' : undefined}
      href={linkTo(`/folders/${row.key}`)}
      data-view
    >
      <Inside {...row} />
    </a>
  ) : (
    <span role="treeitem" tabIndex={tabIndex} {...common} {...place} aria-selected={isChosen}>
      <Inside {...row} />
    </span>
  );
}
