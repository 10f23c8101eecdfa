import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Drop } from './places.ts';

interface Props {
  /** something was dropped on something else */
  readonly drop: (dragged: string, drop: Drop, isPhase: boolean) => void;
  /** something was moved by keys: one place back, or one on */
  readonly nudge: (id: string, by: -1 | 1, isPhase: boolean) => void;
  readonly children: ComponentChildren;
}

const partAt = (target: EventTarget | null, within = '[data-part]'): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(within) : null;

const isPhase = (part: HTMLElement): boolean => part.dataset.phase !== undefined;

/** On which side of a part a pointer is. Of what can hold tasks only the edges are beside it. */
function sideOf(part: HTMLElement, { clientX, clientY }: DragEvent, ofPhase: boolean): Drop['side'] {
  const { left, top, width, height } = part.getBoundingClientRect();
  if (ofPhase) return clientX < left + width / 2 ? 'before' : 'after';
  if (isPhase(part)) return 'into';
  const edge = part.dataset.group === undefined ? height / 2 : Math.min(16, height / 3);
  if (clientY < top + edge) return 'before';
  return clientY > top + height - edge ? 'after' : 'into';
}

/** A list of phases whose parts are dragged, and moved by Alt with the arrows up and down. */
export function DragArea({ drop, nudge, children }: Props) {
  const dragged = useRef<HTMLElement | null>(null);
  const marked = useRef<HTMLElement | null>(null);
  const mark = (part: HTMLElement | null, side?: Drop['side']): void => {
    if (marked.current && marked.current !== part) delete marked.current.dataset.drop;
    marked.current = part;
    if (part && side) part.dataset.drop = side;
  };
  const aimed = (event: DragEvent) => {
    const moving = dragged.current;
    if (moving === null) return null;
    const ofPhase = isPhase(moving);
    const part = partAt(event.target, ofPhase ? '[data-phase]' : '[data-part]');
    return part === null || part === moving ? null : { part, side: sideOf(part, event, ofPhase) };
  };
  return (
    <ol
      class="flow"
      onDragStart={(event) => {
        dragged.current = partAt(event.target);
        event.dataTransfer?.setData('text/plain', dragged.current?.dataset.part ?? '');
      }}
      onDragOver={(event) => {
        const aim = aimed(event);
        mark(aim?.part ?? null, aim?.side);
        if (aim) event.preventDefault();
      }}
      onDrop={(event) => {
        const aim = aimed(event);
        const moving = dragged.current;
        if (aim === null || moving === null) return;
        event.preventDefault();
        drop(moving.dataset.part ?? '', { id: aim.part.dataset.part ?? '', side: aim.side }, isPhase(moving));
      }}
      onDragEnd={() => {
        dragged.current = null;
        mark(null);
      }}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        const part = partAt(event.target);
        if (part === null) return;
        event.preventDefault();
        nudge(part.dataset.part ?? '', event.key === 'ArrowUp' ? -1 : 1, isPhase(part));
      }}
    >
      {children}
    </ol>
  );
}
