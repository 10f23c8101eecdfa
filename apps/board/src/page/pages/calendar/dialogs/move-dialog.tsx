import { useSignal } from '@preact/signals';
import { Dialog } from '../../../components/dialog.tsx';
import { fromDateInput, toDateInput } from '../../../components/fields/date-input.ts';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { t } from '../../../navigation/text.ts';
import type { ReleaseEntry } from '../entries.ts';
import { movedByMs, type PlannedDates, plannedDatesOf } from '../moves/dates.ts';

interface Props {
  readonly entry: ReleaseEntry;
  readonly close: () => void;
  readonly changeTo: (entry: ReleaseEntry, dates: PlannedDates) => Promise<void>;
}

/** A dialog that moves a planned release: its planned start, or its due date if it has no planned start. */
export function MoveDialog({ entry, close, changeTo }: Props) {
  const dates = plannedDatesOf(entry);
  const { start, due } = dates;
  const at = start ?? due ?? entry.from;
  const initialInput = toDateInput(new Date(at).toISOString());
  const input = useSignal(initialInput);
  const move = (event: SubmitEvent): void => {
    event.preventDefault();
    const moment = fromDateInput(input.value);
    close();
    // An unchanged date keeps its seconds, which the field does not show.
    if (moment !== null && input.value !== initialInput) {
      void changeTo(entry, movedByMs(dates, Date.parse(moment) - at));
    }
  };
  return (
    <Dialog title={t`Move ${entry.title}`} close={close}>
      <form class="actions" onSubmit={move}>
        <MomentField
          label={start === undefined ? t('Due') : t('Planned start')}
          hint={start !== undefined && due !== undefined ? t('The due date moves by the same time') : undefined}
          isRequired
          value={input.value}
          change={(text) => (input.value = text)}
        />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main">
          Move release
        </button>
      </form>
    </Dialog>
  );
}
