import { useSignal } from '@preact/signals';
import type { FirstFreeResponse } from '@slipway/api-schema/calendar';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { fromDateInput } from '../../../components/fields/date-input.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Day, dayOf } from '../days.ts';

interface Props {
  /** The initial start of the search, as a `datetime-local` value. */
  readonly from: string;
  readonly close: () => void;
  readonly show: (day: Day) => void;
}

interface FormValues {
  readonly from: string;
  readonly hours: string;
  readonly folderId: string;
}

/** Returns the path of the request. Invalid numbers are included, and REST rejects them. */
function requestPath({ from, hours, folderId }: FormValues): string {
  const params = new URLSearchParams();
  const moment = fromDateInput(from);
  if (moment !== null) params.set('from', moment);
  if (hours.trim() !== '') params.set('plannedDuration', String(Math.round(Number(hours.replace(',', '.')) * 3600)));
  if (folderId !== '') params.set('folderId', folderId);
  return `/calendar/first-free?${params}`;
}

/** A dialog that finds the first time outside blackouts for a given duration. */
export function FirstFreeDialog({ from, close, show }: Props) {
  const formValues = useSignal<FormValues>({ from, hours: '1', folderId: '' });
  const firstFree = useSignal<string | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const update = (changes: Partial<FormValues>): void => {
    formValues.value = { ...formValues.peek(), ...changes };
    firstFree.value = null;
  };
  const find = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    try {
      firstFree.value = (await read<FirstFreeResponse>(requestPath(formValues.value))).firstFree;
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  const day = firstFree.value === null ? null : dayOf(Date.parse(firstFree.value));
  return (
    <Dialog title="Find a free time" close={close}>
      <form class="actions" onSubmit={(event) => void find(event)}>
        <MomentField label="From" value={formValues.value.from} change={(value) => update({ from: value })} />
        <TextField label="Duration (h)" value={formValues.value.hours} change={(hours) => update({ hours })} />
        <FolderField
          label="Folder"
          none="All folders"
          value={formValues.value.folderId}
          change={(folderId) => update({ folderId })}
        />
        <Refusal message={refusal.value} />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main">
          Find
        </button>
      </form>
      <p role="status">
        {firstFree.value !== null && (
          <>
            First free time: <Moment at={firstFree.value} />
          </>
        )}
      </p>
      {day !== null && (
        <button
          type="button"
          onClick={() => {
            close();
            show(day);
          }}
        >
          Show in calendar
        </button>
      )}
    </Dialog>
  );
}
