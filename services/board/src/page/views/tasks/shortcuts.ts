import type { WaitingTaskAnswer } from '@slipway/wire';
import type { Shortcut } from '../../place/keys.ts';
import { choose, type Marks } from './columns.tsx';

const boxes = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('input.pick')];

/** Goes so many tasks on from the one that has the focus; from nowhere to the first. */
function step(by: 1 | -1): void {
  const all = boxes();
  const at = all.findIndex((box) => box.matches(':focus'));
  all[Math.max(0, at + by)]?.focus();
}

/** What keys do in the list of one's tasks. */
export const shortcutsFor = (marks: Marks, tasks: () => readonly WaitingTaskAnswer[]): readonly Shortcut[] => [
  { key: 'j', does: 'Goes to the next task', run: () => step(1) },
  { key: 'k', does: 'Goes to the task before', run: () => step(-1) },
  {
    key: 'x',
    does: 'Chooses the task, or no longer',
    run: () => document.activeElement instanceof HTMLInputElement && document.activeElement.click(),
  },
  {
    key: 'a',
    does: 'Chooses all tasks of the page, or none',
    run: () => {
      const ids = tasks().map(({ id }) => id);
      const isAll = ids.every((id) => marks.chosen.peek().has(id));
      for (const id of ids) choose(marks, id, !isAll);
    },
  },
];
