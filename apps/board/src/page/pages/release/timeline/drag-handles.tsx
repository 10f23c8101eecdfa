import { type Signal, useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { announce } from '../../../navigation/announce.ts';
import { chartHeight, chartTop, chartWidth, formatSpan, labelWidth, lineTitle, rowHeight } from './line-labels.ts';
import { barPosition, type Line, type Span } from './lines.ts';
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
import type { Releases } from './waits.ts';

interface Props {
  readonly lines: readonly Line[];
  readonly range: Span;
  readonly releases: Releases;
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

/** The width of a draggable edge, in units of the drawing. A bar has edges if it is at least three times as wide. */
const edgeWidth = 8;
/** The minimum width of a pointer target, in units of the drawing (WCAG 2.5.8). */
const minHandleWidth = 24;

interface DragHandleProps {
  readonly line: Line;
  readonly bar: Span;
  readonly y: number;
  readonly range: Span;
  readonly releases: Releases;
  readonly pendingMove: Signal<PendingMove | null>;
}

function DragHandle({ line, bar, y, range, releases, pendingMove }: DragHandleProps) {
  const shift = pendingMove.value?.id === line.id ? pendingMove.value.shift : null;
  const movedSpan = shift === null ? bar : applyShift(bar, shift);
  const position = barPosition(bar, range, chartWidth) ?? { x: 0, width: 1 };
  const ghostPosition = shift === null ? null : barPosition(movedSpan, range, chartWidth);
  return (
    <>
      {ghostPosition && (
        <rect
          class="ghost"
          x={labelWidth + ghostPosition.x}
          y={y + 2}
          width={Math.max(2, ghostPosition.width)}
          height={rowHeight - 4}
        />
      )}
      {shift && (
        <text x={labelWidth + (ghostPosition?.x ?? 0)} y={y - 2}>
          {formatSpan(movedSpan)}
        </text>
      )}
      <rect
        class="grip"
        data-line={line.id}
        x={labelWidth + position.x + Math.min(0, (position.width - minHandleWidth) / 2)}
        y={y}
        width={Math.max(minHandleWidth, position.width)}
        height={rowHeight}
        role="slider"
        tabindex={0}
        aria-label={`Dates of ${line.title}`}
        aria-valuemin={range.from}
        aria-valuemax={Math.max(range.to, movedSpan.from)}
        aria-valuenow={movedSpan.from}
        aria-valuetext={formatSpan(movedSpan)}
      >
        <title>{lineTitle(line, releases)}</title>
      </rect>
    </>
  );
}

interface Drag {
  readonly line: Line;
  readonly part: Part;
  readonly x: number;
}

/** Returns the part of a bar at the position `x` of the pointer. */
function partAt(handle: Element, x: number, unit: number): Part {
  const box = handle.getBoundingClientRect();
  const edgePixels = edgeWidth * unit;
  if (box.width < 3 * edgePixels) return 'all';
  if (x < box.left + edgePixels) return 'start';
  return x > box.right - edgePixels ? 'end' : 'all';
}

/** Returns the number of screen pixels of one unit of the drawing. */
const pixelsPerUnit = (drawing: Element): number => drawing.getBoundingClientRect().width / (labelWidth + chartWidth);

/** Returns the line and the handle at an event target; null if there is none. */
function lineAt(lines: readonly Line[], target: EventTarget | null): readonly [Line, Element] | null {
  const handle = target instanceof Element ? target.closest('[data-line]') : null;
  const line = lines.find(({ id }) => id === handle?.getAttribute('data-line'));
  return handle && line ? [line, handle] : null;
}

/** Returns the event handlers that drag bars. */
function useDragging({ lines, range, onMove }: Props, pendingMove: Signal<PendingMove | null>) {
  const activeDrag = useRef<Drag | null>(null);
  const msPerUnit = (range.to - range.from) / chartWidth;
  const endDrag = (): void => {
    activeDrag.current = null;
    pendingMove.value = null;
  };
  return {
    onPointerDown(event: TargetedPointerEvent<SVGSVGElement>): void {
      const lineAndHandle = lineAt(lines, event.target);
      if (lineAndHandle === null || event.button !== 0) return;
      const [line, handle] = lineAndHandle;
      // The drawing captures the pointer, because the bar may be replaced while the user drags it.
      event.currentTarget.setPointerCapture(event.pointerId);
      const part = partAt(handle, event.clientX, pixelsPerUnit(event.currentTarget));
      activeDrag.current = { line, part, x: event.clientX };
      pendingMove.value = null;
    },
    onPointerMove(event: TargetedPointerEvent<SVGSVGElement>): void {
      const drag = activeDrag.current;
      if (drag === null) return;
      const offsetMs = ((event.clientX - drag.x) / pixelsPerUnit(event.currentTarget)) * msPerUnit;
      const step = snapStepFor(msPerUnit);
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
  return (event: TargetedKeyboardEvent<SVGSVGElement>): void => {
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
      if (event.key === 'Enter') onMove(line, pendingShift);
      else announce('Change canceled');
    }
  };
}

/** A layer over the chart that moves its bars with the mouse, touch or keyboard. */
export function DragHandles(props: Props) {
  const pendingMove = useSignal<PendingMove | null>(null);
  const { lines, range, releases } = props;
  const dragging = useDragging(props, pendingMove);
  const onKeyDown = createKeyHandler(props, pendingMove);
  return (
    <svg
      class="chart grips"
      viewBox={`0 0 ${labelWidth + chartWidth} ${chartHeight(lines.length)}`}
      {...dragging}
      onKeyDown={onKeyDown}
    >
      <title>Drag a bar or its edge. With the keyboard: arrow keys, then Enter</title>
      {lines.map((line, index) => {
        const bar = draggableSpan(line);
        if (bar === null || !isUnfinished(line)) return null;
        const y = chartTop + index * rowHeight;
        return (
          <DragHandle
            key={line.id}
            line={line}
            bar={bar}
            y={y}
            range={range}
            releases={releases}
            pendingMove={pendingMove}
          />
        );
      })}
    </svg>
  );
}
