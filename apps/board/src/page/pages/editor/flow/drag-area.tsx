import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Drop } from './task-position.ts';

interface Props {
  /** Called when a phase or task is dropped on another phase or task. */
  readonly drop: (draggedRef: string, drop: Drop, isPhase: boolean) => void;
  /** Called when the user presses Alt with an arrow key to move a phase or task back (-1) or forward (1). */
  readonly onMoveByKey: (id: string, by: -1 | 1, isPhase: boolean) => void;
  readonly children: ComponentChildren;
}

const partElementAt = (target: EventTarget | null, selector = '[data-part]'): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

const isPhase = (part: HTMLElement): boolean => part.dataset.phase !== undefined;

/** Returns the drop position for a pointer. In a group, only the top and bottom edges mean before and after. */
function sideOf(part: HTMLElement, { clientX, clientY }: DragEvent, isPhaseDrag: boolean): Drop['side'] {
  const { left, top, width, height } = part.getBoundingClientRect();
  if (isPhaseDrag) return clientX < left + width / 2 === part.matches(':dir(ltr)') ? 'before' : 'after';
  if (isPhase(part)) return 'into';
  const edge = part.dataset.group === undefined ? height / 2 : Math.min(16, height / 3);
  if (clientY < top + edge) return 'before';
  return clientY > top + height - edge ? 'after' : 'into';
}

/** A list of phases and tasks that can be dragged, or moved with Alt and the up and down arrow keys. */
export function DragArea({ drop, onMoveByKey, children }: Props) {
  const draggedRef = useRef<HTMLElement | null>(null);
  const highlighted = useRef<HTMLElement | null>(null);
  const highlight = (part: HTMLElement | null, side?: Drop['side']): void => {
    if (highlighted.current && highlighted.current !== part) delete highlighted.current.dataset.drop;
    highlighted.current = part;
    if (part && side) part.dataset.drop = side;
  };
  const findDropTarget = (event: DragEvent) => {
    const draggedElement = draggedRef.current;
    if (draggedElement === null) return null;
    const isPhaseDrag = isPhase(draggedElement);
    const part = partElementAt(event.target, isPhaseDrag ? '[data-phase]' : '[data-part]');
    return part === null || part === draggedElement ? null : { part, side: sideOf(part, event, isPhaseDrag) };
  };
  return (
    <ol
      class="flow"
      onDragStart={(event) => {
        draggedRef.current = partElementAt(event.target);
        event.dataTransfer?.setData('text/plain', draggedRef.current?.dataset.part ?? '');
      }}
      onDragOver={(event) => {
        const dropTarget = findDropTarget(event);
        highlight(dropTarget?.part ?? null, dropTarget?.side);
        if (dropTarget) event.preventDefault();
      }}
      onDrop={(event) => {
        const dropTarget = findDropTarget(event);
        const draggedElement = draggedRef.current;
        if (dropTarget === null || draggedElement === null) return;
        event.preventDefault();
        drop(
          draggedElement.dataset.part ?? '',
          { id: dropTarget.part.dataset.part ?? '', side: dropTarget.side },
          isPhase(draggedElement),
        );
      }}
      onDragEnd={() => {
        draggedRef.current = null;
        highlight(null);
      }}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        const part = partElementAt(event.target);
        if (part === null) return;
        event.preventDefault();
        onMoveByKey(part.dataset.part ?? '', event.key === 'ArrowUp' ? -1 : 1, isPhase(part));
      }}
    >
      {children}
    </ol>
  );
}
