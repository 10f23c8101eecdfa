import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { showToast } from '../../../components/toast.tsx';
import { t } from '../../../navigation/text.ts';
import type { Conflict } from '../conflicts.ts';
import { fullSpan, type ReleaseEntry } from '../entries.ts';
import { changeDates, describeConflict, findFreeStart } from './change-dates.ts';
import { isSameDates, movedByMs, type PlannedDates, plannedDatesOf } from './dates.ts';

/** A moved release that now overlaps a blackout, and the next time without a blackout. */
export interface Overlap {
  readonly title: string;
  readonly firstFree: number;
  readonly moveToFree: () => Promise<void>;
}

/** Moves planned releases. A toast can undo a move, also after the user has left the calendar. */
export interface Moves {
  /** Changes the planned dates of a release. */
  readonly changeTo: (entry: ReleaseEntry, dates: PlannedDates) => Promise<void>;
  /** Moves a planned start out of a blackout. */
  readonly move: (conflict: Conflict) => Promise<void>;
  /** Shows why a release cannot be moved. */
  readonly refuse: (entry: ReleaseEntry, reason: string) => void;
  /** Why the latest move failed. */
  readonly refusal: Signal<DisplayMessage | null>;
  /** The overlap with a blackout that the latest move caused. */
  readonly overlap: Signal<Overlap | null>;
}

interface Change extends Pick<ReleaseEntry, 'id' | 'title'> {
  readonly before: PlannedDates;
  readonly after: PlannedDates;
  /** The length of the release, in milliseconds. */
  readonly lengthMs: number;
}

const lengthOf = (entry: ReleaseEntry): number => fullSpan(entry).to - fullSpan(entry).from;

/** Returns the first start without a blackout; null if the dates overlap none, or the user cannot view the blackouts. */
async function nextSlot({ id, after, lengthMs }: Change): Promise<{ from: number; firstFree: number } | null> {
  const from = after.start ?? after.due;
  if (from === undefined) return null;
  try {
    const firstFree = await findFreeStart(id, from, after.start === undefined ? 0 : lengthMs);
    return firstFree > from ? { from, firstFree } : null;
  } catch {
    // Without this search, the list of conflicts shows the overlap.
    return null;
  }
}

/** Returns functions that move planned releases, and the result of the latest move. */
export function useMove(refresh: () => Promise<void>): Moves {
  const refusal = useSignal<DisplayMessage | null>(null);
  const overlap = useSignal<Overlap | null>(null);
  const previous = useRef(Promise.resolve());
  const runNow = async (work: () => Promise<void>, failureText: string | null): Promise<void> => {
    refusal.value = null;
    overlap.value = null;
    try {
      await work();
      await refresh();
    } catch (error) {
      refusal.value = messageOf(error);
      if (failureText !== null) showToast(failureText);
    }
  };
  /** Runs one change at a time. An undo during another move runs after it. */
  const run = (work: () => Promise<void>, failureText: string | null = null): Promise<void> => {
    previous.current = previous.current.then(() => runNow(work, failureText));
    return previous.current;
  };
  const undo = ({ id, title, before, after }: Change): void =>
    void run(async () => {
      const isUndone = (await changeDates(id, after, before)) === null;
      showToast(isUndone ? t`${title} moved back` : t`${title} was not moved because its dates have changed`);
    }, t`${title} was not moved back`);
  const change = (item: Change): Promise<void> =>
    run(async () => {
      const { id, title, before, after } = item;
      const otherDates = await changeDates(id, before, after);
      if (otherDates !== null) {
        refusal.value = await describeConflict(id, title, otherDates);
        return;
      }
      showToast(t`${title} moved`, () => undo(item));
      const slot = await nextSlot(item);
      if (slot === null) return;
      const { from, firstFree } = slot;
      const moveToFree = (): Promise<void> =>
        change({ ...item, before: after, after: movedByMs(after, firstFree - from) });
      overlap.value = { title, firstFree, moveToFree };
    });
  const changeTo = async (entry: ReleaseEntry, after: PlannedDates): Promise<void> => {
    const { id, title } = entry;
    const before = plannedDatesOf(entry);
    if (!isSameDates(before, after)) await change({ id, title, before, after, lengthMs: lengthOf(entry) });
  };
  const move = async ({ entry, start, firstFree }: Conflict): Promise<void> => {
    if (start === null || firstFree === null) return;
    await changeTo(entry, movedByMs(plannedDatesOf(entry), firstFree - start));
  };
  const refuse = ({ title }: ReleaseEntry, reason: string): void => {
    overlap.value = null;
    refusal.value = t`${title} was not moved. ${reason}`;
  };
  return { changeTo, move, refuse, refusal, overlap };
}
