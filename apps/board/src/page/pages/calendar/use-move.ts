import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useRef } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { updateWithRetry } from '../../components/drafts/save-draft.ts';
import { showToast } from '../../components/toast.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import type { Conflict } from './conflicts.ts';

/** The planned dates of a release, in milliseconds since 1970. */
interface PlannedDates {
  readonly start: number;
  /** Undefined for a release without a due date, which gets none. */
  readonly due: number | undefined;
}

const toTime = (date: string | undefined): number | undefined => (date === undefined ? undefined : Date.parse(date));
const toIso = (at: number): string => new Date(at).toISOString();

/**
 * Changes the planned dates of a release. Returns false without a change if the release no longer has the dates `from`.
 * Throws ApiError, OfflineError.
 */
const changeDates = (id: string, from: PlannedDates, to: PlannedDates): Promise<boolean> =>
  updateWithRetry<ReleaseResponse>(`/releases/${lastSegment(id)}`, ({ scheduledStartDate, dueDate }) =>
    toTime(scheduledStartDate) === from.start && toTime(dueDate) === from.due
      ? { scheduledStartDate: toIso(to.start), ...(to.due !== undefined && { dueDate: toIso(to.due) }) }
      : null,
  );

/**
 * Returns a function that moves a planned release out of a blackout, and the error of the latest move. A toast can undo
 * the move, also after the user has left the calendar.
 */
export function useMove(refresh: () => Promise<void>) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const previous = useRef(Promise.resolve());
  const runNow = async (work: () => Promise<void>, failureText: string | null): Promise<void> => {
    refusal.value = null;
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
  const move = async ({ entry: { id, title, release }, start, firstFree }: Conflict): Promise<void> => {
    if (start === null || firstFree === null) return;
    const { dueDate } = release;
    const before: PlannedDates = { start, due: dueDate };
    const after = { start: firstFree, due: dueDate === undefined ? undefined : dueDate + firstFree - start };
    const otherDates = t`${title} was not moved because its dates have changed`;
    const undo = (): void =>
      void run(async () => {
        showToast((await changeDates(id, after, before)) ? t`${title} moved back` : otherDates);
      }, t`${title} was not moved back`);
    await run(async () => {
      if (await changeDates(id, before, after)) showToast(t`${title} moved`, undo);
      else showToast(otherDates);
    });
  };
  return { move, refusal };
}
