import type { Signal } from '@preact/signals';
import type { Shortcut } from '../../place/keys.ts';
import { Link } from '../../place/link.tsx';

/** The selected rows, and the result of the latest action. */
export interface Marks {
  /** ids */
  readonly chosen: Signal<ReadonlySet<string>>;
  /** what was refused, in REST's words, by ids */
  readonly refused: Signal<ReadonlyMap<string, string>>;
}

function choose({ chosen }: Marks, id: string, isOn: boolean): void {
  const ids = new Set(chosen.peek());
  if (isOn) ids.add(id);
  else ids.delete(id);
  chosen.value = ids;
}

interface Props {
  readonly marks: Marks;
  readonly id: string;
  readonly title: string;
  /** where its title leads */
  readonly to: string;
}

/** The title of a row, beside a box by which it is chosen. */
export const Pick = ({ marks, id, title, to }: Props) => (
  <label class="check">
    <input
      type="checkbox"
      class="pick"
      checked={marks.chosen.value.has(id)}
      aria-label={`Choose ${title}`}
      onChange={({ currentTarget }) => choose(marks, id, currentTarget.checked)}
    />
    <Link to={to}>{title}</Link>
  </label>
);

const boxes = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('input.pick')];

/** Moves the focus by a number of rows; from outside to the first. */
function step(by: 1 | -1): void {
  const all = boxes();
  const at = all.findIndex((box) => box.matches(':focus'));
  all[Math.max(0, at + by)]?.focus();
}

/** What keys do in a list of which rows are chosen; `what` is one of them. */
export const pickShortcuts = (marks: Marks, what: string, shown: () => readonly string[]): readonly Shortcut[] => [
  { key: 'j', does: `Goes to the next ${what}`, run: () => step(1) },
  { key: 'k', does: `Goes to the ${what} before`, run: () => step(-1) },
  {
    key: 'x',
    does: `Chooses the ${what}, or no longer`,
    run: () => document.activeElement instanceof HTMLInputElement && document.activeElement.click(),
  },
  {
    key: 'a',
    does: `Chooses each ${what} of the page, or none`,
    run: () => {
      const ids = shown();
      const isAll = ids.every((id) => marks.chosen.peek().has(id));
      for (const id of ids) choose(marks, id, !isAll);
    },
  },
];
