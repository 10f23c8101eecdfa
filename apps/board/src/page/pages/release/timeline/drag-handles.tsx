import { type Signal, useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { announce } from '../../../navigation/announce.ts';
import { t } from '../../../navigation/text.ts';
import { type Axis, partOf } from './axis.ts';
import { barStyle } from './chart.tsx';
import { formatSpan } from './line-labels.ts';
import type { Line, Span } from './lines.ts';
import {
  addShifts,
  applyShift,
  createShift,
  isNonZero,
  type Part,
  type Shift,
  shiftByKey,
  snapStepFor,
  zeroShift,
} from './move-dates.ts';

interface Props {
  readonly lines: readonly Line[];
  readonly axis: Axis;
  /** Saves the move of a line. */
  readonly onMove: (line: Line, shift: Shift) => void;
}

/** A move of a line that is not saved yet. */
interface PendingMove {
  readonly id: string;
  readonly shift: Shift;
}

/** Returns the draggable bar of a line: the planned bar, or else the estimated bar. */
export const draggableSpan = ({ planned, estimated }: Line): Span | null => planned ?? estimated;

/** Whether a line has not ended. */
const isUnfinished = ({ actual, estimated, planned }: Line): boolean =>
  estimated !== null || (actual === null && planned !== null);

/** The width of a draggable edge, in pixels. A bar has edges if it is at least three times as wide. */
const edgeWidth = 8;

interface DragHandleProps {
  readonly line: Line;
  readonly range: Span;
  readonly pendingMove: Signal<PendingMove | null>;
}

/** The part of a line that moves its bar with the mouse, touch or keyboard; null if the bar cannot be moved. */
export function DragHandle({ line, range, pendingMove }: DragHandleProps) {
  const bar = draggableSpan(line);
  const shift = pendingMove.value?.id === line.id ? pendingMove.value.shift : null;
  if (bar === null || !isUnfinished(line)) return null;
  const movedSpan = shift === null ? bar : applyShift(bar, shift);
  const style = barStyle(bar, range) ?? { left: '0', width: '0' };
  const ghostStyle = shift === null ? null : barStyle(movedSpan, range);
  return (
    <>
      {ghostStyle && <i class="ghost" style={ghostStyle} />}
      {shift && (
        <span
          class={partOf(movedSpan.from, range) > 0.6 ? 'moved at-end' : 'moved'}
          style={
            partOf(movedSpan.from, range) > 0.6
              ? { right: `${Math.max(0, 1 - partOf(movedSpan.to, range)) * 100}%` }
              : { left: ghostStyle?.left ?? '0' }
          }
        >
          {formatSpan(movedSpan)}
        </span>
      )}
      <div
        class="grip"
        data-line={line.id}
        style={style}
        role="slider"
        tabIndex={0}
        aria-label={t`Dates of ${line.title}`}
        aria-valuemin={Math.min(range.from, movedSpan.from)}
        aria-valuemax={Math.max(range.to, movedSpan.from)}
        aria-valuenow={movedSpan.from}
        aria-valuetext={formatSpan(movedSpan)}
      />
    </>
  );
}

interface Drag {
  readonly line: Line;
  readonly part: Part;
  readonly x: number;
}

/** Returns the part of a bar at the position `x` of the pointer. */
function partAt(handle: Element, x: number): Part {
  const box = handle.getBoundingClientRect();
  if (box.width < 3 * edgeWidth) return 'all';
  if (x < box.left + edgeWidth) return 'start';
  return x > box.right - edgeWidth ? 'end' : 'all';
}

/** Returns the line and the handle at an event target; null if there is none. */
function lineAt(lines: readonly Line[], target: EventTarget | null): readonly [Line, Element] | null {
  const handle = target instanceof Element ? target.closest('[data-line]') : null;
  const line = lines.find(({ id }) => id === handle?.getAttribute('data-line'));
  return handle && line ? [line, handle] : null;
}

/** Returns the event handlers that drag bars. */
function useDragging({ lines, axis, onMove }: Props, pendingMove: Signal<PendingMove | null>) {
  const activeDrag = useRef<Drag | null>(null);
  const msPerPixel = (axis.range.to - axis.range.from) / axis.width;
  const endDrag = (): void => {
    activeDrag.current = null;
    pendingMove.value = null;
  };
  return {
    onPointerDown(event: TargetedPointerEvent<HTMLDivElement>): void {
      const lineAndHandle = lineAt(lines, event.target);
      if (lineAndHandle === null || event.button !== 0) return;
      const [line, handle] = lineAndHandle;
      // The chart captures the pointer, because the bar may be replaced while the user drags it.
      event.currentTarget.setPointerCapture(event.pointerId);
      activeDrag.current = { line, part: partAt(handle, event.clientX), x: event.clientX };
      pendingMove.value = null;
    },
    onPointerMove(event: TargetedPointerEvent<HTMLDivElement>): void {
      const drag = activeDrag.current;
      if (drag === null) return;
      const offsetMs = (event.clientX - drag.x) * msPerPixel;
      const step = snapStepFor(msPerPixel);
      pendingMove.value = { id: drag.line.id, shift: createShift(drag.part, Math.round(offsetMs / step) * step) };
    },
    onPointerUp(): void {
      const drag = activeDrag.current;
      const shift = pendingMove.peek()?.shift ?? zeroShift;
      if (drag === null) return;
      endDrag();
      if (isNonZero(shift)) onMove(drag.line, shift);
    },
    onPointerCancel: endDrag,
    onFocusOut(): void {
      if (activeDrag.current === null) endDrag();
    },
  };
}

/** Returns a handler that moves bars with keys and saves the move with Enter. */
function createKeyHandler({ lines, onMove }: Props, pendingMove: Signal<PendingMove | null>) {
  return (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const line = lineAt(lines, event.target)?.[0];
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const pending = pendingMove.peek();
    const pendingShift = pending?.id === line.id ? pending.shift : zeroShift;
    const bar = draggableSpan(line);
    const shift = bar && shiftByKey(event.key, event.shiftKey, applyShift(bar, pendingShift));
    if (shift !== null) {
      event.preventDefault();
      pendingMove.value = { id: line.id, shift: addShifts(pendingShift, shift) };
    } else if (event.key === 'Enter' || event.key === 'Escape') {
      pendingMove.value = null;
      if (!isNonZero(pendingShift)) return;
      event.preventDefault();
      if (event.key === 'Enter') onMove(line, pendingShift);
      else announce(t('Change canceled'));
    }
  };
}

/** Returns the event handlers of a chart whose bars can be moved, and the current move. */
export function useMoves(props: Props) {
  const pendingMove = useSignal<PendingMove | null>(null);
  return {
    pendingMove,
    handlers: { ...useDragging(props, pendingMove), onKeyDown: createKeyHandler(props, pendingMove) },
  };
}
