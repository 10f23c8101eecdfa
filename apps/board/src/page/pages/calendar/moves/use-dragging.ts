import { type Signal, useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent, TargetedMouseEvent, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { announce } from '../../../navigation/announce.ts';
import { t } from '../../../navigation/text.ts';
import { rangeText } from '../date-texts.ts';
import { type Day, dayOf } from '../days.ts';
import type { Entry, ReleaseEntry } from '../entries.ts';
import { daysBetween, movedSpan, moveRefusal } from './dates.ts';

/** A move of a release by days that is not saved yet. */
export interface PendingMove {
  readonly entry: ReleaseEntry;
  readonly dayCount: number;
}

interface Props {
  readonly entries: readonly Entry[];
  /** The visible days. */
  readonly days: readonly Day[];
  /** Saves a move. */
  readonly onMove: (move: PendingMove) => Promise<void>;
  /** Shows why a release cannot be moved. */
  readonly refuse: (entry: ReleaseEntry, reason: string) => void;
}

/** The distance from which a press of the pointer is a drag, in pixels. */
const minDistance = 4;

interface Drag {
  readonly entry: ReleaseEntry;
  /** The day under the pointer at the start. */
  readonly day: Day;
  readonly x: number;
  readonly y: number;
  readonly hasBegun: boolean;
}

/** Returns the release of the bar at an event target; null if there is none. */
function entryAt(entries: readonly Entry[], target: EventTarget | null): ReleaseEntry | null {
  const id = target instanceof Element ? target.closest('[data-entry]')?.getAttribute('data-entry') : null;
  const entry = entries.find((item) => item.id === id);
  return entry?.kind === 'release' ? entry : null;
}

/** Returns the day at a position of the pointer; null outside the days. A bar may cover the cell. */
function dayAt(table: HTMLElement, x: number, y: number): Day | null {
  for (const cell of table.querySelectorAll('[data-day]')) {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    if (x >= left && x < right && y >= top && y < bottom) return cell.getAttribute('data-day');
  }
  return null;
}

type TablePointerEvent = TargetedPointerEvent<HTMLTableElement>;

/** Returns the event handlers that drag bars with the mouse or a pen. A touch scrolls the page instead. */
function usePointer({ entries, refuse }: Props, pending: Signal<PendingMove | null>, save: () => void) {
  const drag = useRef<Drag | null>(null);
  /** Whether the next click ends a drag, and follows no link. */
  const isClickIgnored = useRef(false);
  const begin = (event: TablePointerEvent, { entry }: Drag): boolean => {
    const reason = moveRefusal(entry);
    event.currentTarget.setPointerCapture(event.pointerId);
    isClickIgnored.current = true;
    if (reason !== null) refuse(entry, reason);
    return reason === null;
  };
  const end = (): void => {
    drag.current = null;
  };
  return {
    onPointerDown(event: TablePointerEvent): void {
      isClickIgnored.current = false;
      const entry = entryAt(entries, event.target);
      const day = dayAt(event.currentTarget, event.clientX, event.clientY);
      if (entry === null || day === null || event.button !== 0 || event.pointerType === 'touch') return;
      drag.current = { entry, day, x: event.clientX, y: event.clientY, hasBegun: false };
    },
    onPointerMove(event: TablePointerEvent): void {
      const current = drag.current;
      if (current === null) return;
      if (!current.hasBegun) {
        if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < minDistance) return;
        drag.current = begin(event, current) ? { ...current, hasBegun: true } : null;
      }
      const { entry } = current;
      const day = dayAt(event.currentTarget, event.clientX, event.clientY);
      if (drag.current === null || day === null) return;
      const dayCount = daysBetween(current.day, day);
      if (pending.peek()?.dayCount !== dayCount) pending.value = { entry, dayCount };
    },
    onPointerUp(): void {
      const hasBegun = drag.current?.hasBegun === true;
      end();
      if (hasBegun) save();
    },
    onPointerCancel(): void {
      end();
      pending.value = null;
    },
    onClickCapture(event: TargetedMouseEvent<HTMLTableElement>): void {
      if (!isClickIgnored.current) return;
      isClickIgnored.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    endDrag: end,
    isDragging: (): boolean => drag.current !== null,
  };
}

const [forward, back] = [
  ['ArrowRight', 'ArrowDown'],
  ['ArrowLeft', 'ArrowUp'],
] as const;

/** Returns the number of days to the next visible day for an arrow key; 0 without one, null for other keys. */
function daysByKey(key: string, days: readonly Day[], from: Day): number | null {
  const isForward = forward.some((name) => name === key);
  if (!isForward && !back.some((name) => name === key)) return null;
  const isWeek = key === 'ArrowDown' || key === 'ArrowUp';
  const offsets = days.map((day) => daysBetween(from, day)).filter((offset) => (isForward ? offset > 0 : offset < 0));
  if (isWeek) return offsets.find((offset) => Math.abs(offset) === 7) ?? 0;
  return (isForward ? offsets[0] : offsets.at(-1)) ?? 0;
}

/** Returns a handler that moves the bar with the focus by Alt and an arrow key, and saves the move with Enter. */
function createKeyHandler(
  { entries, days, refuse }: Props,
  pending: Signal<PendingMove | null>,
  { save, cancel }: { readonly save: () => void; readonly cancel: () => void },
) {
  const moveBy = (event: KeyboardEvent): void => {
    const entry = entryAt(entries, event.target);
    if (entry === null || !event.altKey || event.ctrlKey || event.metaKey) return;
    const before = pending.peek();
    const dayCount = before?.entry.id === entry.id ? before.dayCount : 0;
    const offset = daysByKey(event.key, days, dayOf(movedSpan(entry, dayCount).from));
    if (offset === null) return;
    event.preventDefault();
    const reason = moveRefusal(entry);
    if (reason !== null) {
      refuse(entry, reason);
      return;
    }
    pending.value = { entry, dayCount: dayCount + offset };
    announce(t`${rangeText(movedSpan(entry, dayCount + offset))}. Press Enter to move, Escape to cancel.`);
  };
  return (event: TargetedKeyboardEvent<HTMLTableElement>): void => {
    if (pending.peek() === null || (event.key !== 'Enter' && event.key !== 'Escape')) {
      moveBy(event);
      return;
    }
    event.preventDefault();
    if (event.key === 'Enter') save();
    else {
      cancel();
      announce(t('Change canceled'));
    }
  };
}

/** Returns the event handlers of a grid whose bars can be moved, and the current move. */
export function useDragging(props: Props) {
  const pending = useSignal<PendingMove | null>(null);
  const isSaving = useRef(false);
  const save = (): void => {
    const move = pending.peek();
    if (move === null || isSaving.current) return;
    // The target stays marked until the page shows the moved release.
    isSaving.current = true;
    void props.onMove(move).finally(() => {
      isSaving.current = false;
      pending.value = null;
    });
  };
  const { endDrag, isDragging, ...pointer } = usePointer(props, pending, save);
  const cancel = (): void => {
    endDrag();
    if (!isSaving.current) pending.value = null;
  };
  const onFocusOut = (): void => {
    // The page may replace a bar while the pointer drags it.
    if (pending.peek() !== null && !isDragging()) cancel();
  };
  return {
    pending,
    handlers: { ...pointer, onKeyDown: createKeyHandler(props, pending, { save, cancel }), onFocusOut },
  };
}
