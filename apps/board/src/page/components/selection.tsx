import type { Signal } from '@preact/signals';
import type { DisplayMessage } from '../api/language.ts';
import { Link } from '../navigation/link.tsx';
import type { Shortcut } from '../navigation/shortcuts.ts';
import { t } from '../navigation/text.ts';

/** The selected rows, and the errors of the latest action. */
export interface Selection {
  /** The ids of the selected rows. */
  readonly selectedIds: Signal<ReadonlySet<string>>;
  /** The errors of the REST API, by row id. */
  readonly refusals: Signal<ReadonlyMap<string, DisplayMessage>>;
}

/** Selects or deselects a row. */
export function toggle({ selectedIds }: Selection, id: string, isOn: boolean): void {
  const ids = new Set(selectedIds.peek());
  if (isOn) ids.add(id);
  else ids.delete(id);
  selectedIds.value = ids;
}

interface BoxProps {
  readonly selection: Selection;
  readonly id: string;
  readonly title: string;
}

/** A checkbox that selects a row. */
export const SelectBox = ({ selection, id, title }: BoxProps) => (
  <input
    type="checkbox"
    class="pick"
    checked={selection.selectedIds.value.has(id)}
    aria-label={t`Select ${title}`}
    onChange={({ currentTarget }) => toggle(selection, id, currentTarget.checked)}
  />
);

interface Props extends BoxProps {
  /** The path of the link. */
  readonly to: string;
}

/** The title of a row, with a checkbox that selects it. */
export const RowCheckbox = ({ selection, id, title, to }: Props) => (
  <span class="check">
    <SelectBox selection={selection} id={id} title={title} />
    <Link to={to}>{title}</Link>
  </span>
);

const rowCheckboxes = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('input.pick')];

/** Moves the focus to the next or previous row, or to the first row if no row has the focus. */
function moveFocus(offset: 1 | -1): void {
  const checkboxes = rowCheckboxes();
  const focusedIndex = checkboxes.findIndex((box) => box.matches(':focus'));
  checkboxes[Math.max(0, focusedIndex + offset)]?.focus();
}

/** Returns the shortcuts of a list with selectable rows. `rowName` is the word for a row, such as `task`. */
export const selectionShortcuts = (
  selection: Selection,
  rowName: string,
  getVisibleIds: () => readonly string[],
): readonly Shortcut[] => [
  { key: 'j', description: t`Next ${rowName}`, run: () => moveFocus(1) },
  { key: 'k', description: t`Previous ${rowName}`, run: () => moveFocus(-1) },
  {
    key: 'x',
    description: t('Select or deselect'),
    run: () => document.activeElement instanceof HTMLInputElement && document.activeElement.click(),
  },
  {
    key: 'a',
    description: t('Select all on this page'),
    run: () => {
      const ids = getVisibleIds();
      const isAllSelected = ids.every((id) => selection.selectedIds.peek().has(id));
      for (const id of ids) toggle(selection, id, !isAllSelected);
    },
  },
];
