import { type Signal, useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { announce } from '../../../place/announce.ts';
import { lineWords, spanWords } from './line-words.ts';
import { type Line, placeIn, type Span } from './lines.ts';
import { heightOf, labels, row, top, width } from './measures.ts';
import { added, isShift, noShift, type Part, type Shift, shiftBy, shiftByKey, shifted, stepFor } from './shift.ts';
import type { Releases } from './waits.ts';

interface Props {
  readonly lines: readonly Line[];
  readonly frame: Span;
  readonly releases: Releases;
  /** Has a line put there. */
  readonly put: (line: Line, shift: Shift) => void;
}

/** Where a line is about to be put. */
interface Draft {
  readonly id: string;
  readonly shift: Shift;
}

/** The draggable bar of a line: the planned one, or else the estimated one. */
export const barOf = ({ planned, foreseen }: Line): Span | null => planned ?? foreseen;

/** An ended part is not planned. */
const isOpen = ({ actual, foreseen, planned }: Line): boolean =>
  foreseen !== null || (actual === null && planned !== null);

/** An edge is so wide, and a bar has edges from three times that on. */
const edge = 8;
/** What one can aim at, in units of the drawing (WCAG 2.5.8). */
const least = 24;

interface GripProps {
  readonly line: Line;
  readonly bar: Span;
  readonly y: number;
  readonly frame: Span;
  readonly releases: Releases;
  readonly draft: Signal<Draft | null>;
}

function Grip({ line, bar, y, frame, releases, draft }: GripProps) {
  const shift = draft.value?.id === line.id ? draft.value.shift : null;
  const now = shift === null ? bar : shifted(bar, shift);
  const place = placeIn(bar, frame, width) ?? { x: 0, width: 1 };
  const ghost = shift === null ? null : placeIn(now, frame, width);
  return (
    <>
      {ghost && <rect class="ghost" x={labels + ghost.x} y={y + 2} width={Math.max(2, ghost.width)} height={row - 4} />}
      {shift && (
        <text x={labels + (ghost?.x ?? 0)} y={y - 2}>
          {spanWords(now)}
        </text>
      )}
      <rect
        class="grip"
        data-line={line.id}
        x={labels + place.x + Math.min(0, (place.width - least) / 2)}
        y={y}
        width={Math.max(least, place.width)}
        height={row}
        role="slider"
        tabindex={0}
        aria-label={`Dates of ${line.title}`}
        aria-valuemin={frame.from}
        aria-valuemax={Math.max(frame.to, now.from)}
        aria-valuenow={now.from}
        aria-valuetext={spanWords(now)}
      >
        <title>{lineWords(line, releases)}</title>
      </rect>
    </>
  );
}

interface Dragged {
  readonly line: Line;
  readonly part: Part;
  readonly x: number;
}

/** On which part of a grip a pointer is. */
function partAt(grip: Element, x: number, unit: number): Part {
  const box = grip.getBoundingClientRect();
  const reach = edge * unit;
  if (box.width < 3 * reach) return 'all';
  if (x < box.left + reach) return 'start';
  return x > box.right - reach ? 'end' : 'all';
}

/** Pixels of the screen for one unit of the drawing. */
const unitOf = (drawing: Element): number => drawing.getBoundingClientRect().width / (labels + width);

/** The line that a grip is of. */
function lineAt(lines: readonly Line[], target: EventTarget | null): readonly [Line, Element] | null {
  const grip = target instanceof Element ? target.closest('[data-line]') : null;
  const line = lines.find(({ id }) => id === grip?.getAttribute('data-line'));
  return grip && line ? [line, grip] : null;
}

/** Makes bars draggable; an unfinished part counts as not begun. */
function useDragging({ lines, frame, put }: Props, draft: Signal<Draft | null>) {
  const dragged = useRef<Dragged | null>(null);
  const msPerUnit = (frame.to - frame.from) / width;
  const end = (): void => {
    dragged.current = null;
    draft.value = null;
  };
  return {
    onPointerDown(event: TargetedPointerEvent<SVGSVGElement>): void {
      const found = lineAt(lines, event.target);
      if (found === null || event.button !== 0) return;
      const [line, grip] = found;
      // The drawing receives later events: the bar may be replaced meanwhile
      event.currentTarget.setPointerCapture(event.pointerId);
      const part = partAt(grip, event.clientX, unitOf(event.currentTarget));
      dragged.current = { line, part, x: event.clientX };
      draft.value = null;
    },
    onPointerMove(event: TargetedPointerEvent<SVGSVGElement>): void {
      const drag = dragged.current;
      if (drag === null) return;
      const by = ((event.clientX - drag.x) / unitOf(event.currentTarget)) * msPerUnit;
      const step = stepFor(msPerUnit);
      draft.value = { id: drag.line.id, shift: shiftBy(drag.part, Math.round(by / step) * step) };
    },
    onPointerUp(): void {
      const drag = dragged.current;
      const shift = draft.peek()?.shift ?? noShift;
      if (drag === null) return;
      end();
      if (isShift(shift)) put(drag.line, shift);
    },
    onPointerCancel: end,
    onFocusOut(): void {
      if (dragged.current === null) end();
    },
  };
}

/** Moves bars by keys; Enter saves. */
function keysOf({ lines, put }: Props, draft: Signal<Draft | null>) {
  return (event: TargetedKeyboardEvent<SVGSVGElement>): void => {
    const line = lineAt(lines, event.target)?.[0];
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const known = draft.peek();
    const before = known?.id === line.id ? known.shift : noShift;
    const bar = barOf(line);
    const shift = bar && shiftByKey(event.key, event.shiftKey, shifted(bar, before));
    if (shift !== null) {
      event.preventDefault();
      draft.value = { id: line.id, shift: added(before, shift) };
    } else if (event.key === 'Enter' || event.key === 'Escape') {
      draft.value = null;
      if (!isShift(before)) return;
      if (event.key === 'Enter') put(line, before);
      else announce('The dates stay as they are.');
    }
  };
}

/** The layer over a timeline that moves its bars by mouse, touch and keys. */
export function Grips(props: Props) {
  const draft = useSignal<Draft | null>(null);
  const { lines, frame, releases } = props;
  const dragging = useDragging(props, draft);
  const onKeyDown = keysOf(props, draft);
  return (
    <svg
      class="chart grips"
      viewBox={`0 0 ${labels + width} ${heightOf(lines.length)}`}
      {...dragging}
      onKeyDown={onKeyDown}
    >
      <title>Drag a bar or its edge, or move it by arrows</title>
      {lines.map((line, index) => {
        const bar = barOf(line);
        if (bar === null || !isOpen(line)) return null;
        const y = top + index * row;
        return <Grip key={line.id} line={line} bar={bar} y={y} frame={frame} releases={releases} draft={draft} />;
      })}
    </svg>
  );
}
