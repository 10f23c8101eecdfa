import { mutate } from '../../api/rest.ts';
import { useAction } from '../../components/form-dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import type { Conflict } from './conflicts.ts';

const toIso = (at: number): string => new Date(at).toISOString();

/** Saves the planned dates of a release. A release without due date gets none. Throws ApiError, OfflineError. */
const saveDates = (id: string, start: number, due: number | undefined): Promise<unknown> =>
  mutate('PUT', `/releases/${lastSegment(id)}`, {
    scheduledStartDate: toIso(start),
    ...(due !== undefined && { dueDate: toIso(due) }),
  });

/** Returns a function that moves a planned release out of a blackout, and its state. A toast can undo the move. */
export function useMove(refresh: () => void) {
  const { run, refusal, isBusy } = useAction(refresh);
  const move = ({ entry: { id, title, release }, start, firstFree }: Conflict): void => {
    if (start === null || firstFree === null) return;
    const { dueDate } = release;
    const undo = (): void =>
      void run(async () => {
        await saveDates(id, start, dueDate);
        return `${title} moved back`;
      });
    void run(async () => {
      await saveDates(id, firstFree, dueDate === undefined ? undefined : dueDate + firstFree - start);
      showToast(`${title} moved`, undo);
      return 'Dates saved';
    });
  };
  return { move, refusal, isBusy };
}
