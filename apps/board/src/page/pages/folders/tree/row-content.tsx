import ChevronDown from '~icons/lucide/chevron-down';
import ChevronRight from '~icons/lucide/chevron-right';
import FolderClosed from '~icons/lucide/folder';
import FolderOpen from '~icons/lucide/folder-open';
import { Icon } from '../../../components/marks/icon.tsx';
import type { FolderRow } from './rows.ts';

interface Props {
  readonly row: FolderRow;
  /** Whether a long title is cut, with the full title as a tooltip. */
  readonly isCut?: boolean;
}

/** The icons and the title of a folder in a tree. */
export const RowContent = ({ row: { isOpen, folder }, isCut = false }: Props) => (
  <>
    <span class="mark" aria-hidden="true">
      {isOpen !== null && <Icon of={isOpen ? ChevronDown : ChevronRight} size="small" />}
    </span>
    <Icon of={isOpen === true ? FolderOpen : FolderClosed} />
    <bdi class={isCut ? 'cut' : undefined} title={isCut ? folder.title : undefined}>
      {folder.title}
    </bdi>
  </>
);

/** Whether a click is on the icon that opens and closes a folder. */
export const isToggle = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('.mark:not(:empty)') !== null;
