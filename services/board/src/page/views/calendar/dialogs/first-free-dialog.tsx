import { useSignal } from '@preact/signals';
import type { FirstFreeAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { read } from '../../../data/rest.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { FolderField } from '../../../parts/folder-field.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { MomentField } from '../../../parts/moment-field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { momentOf } from '../../../parts/typed-moment.ts';
import { type Day, dayOf } from '../days.ts';

interface Props {
  /** from when on it is looked for unless something else is typed, as fields have it */
  readonly from: string;
  readonly close: () => void;
  readonly show: (day: Day) => void;
}

interface Typed {
  readonly from: string;
  readonly hours: string;
  readonly folderId: string;
}

/** The request to REST, which rejects an invalid number. */
function callFor({ from, hours, folderId }: Typed): string {
  const asked = new URLSearchParams();
  const moment = momentOf(from);
  if (moment !== null) asked.set('from', moment);
  if (hours.trim() !== '') asked.set('plannedDuration', String(Math.round(Number(hours.replace(',', '.')) * 3600)));
  if (folderId !== '') asked.set('folderId', folderId);
  return `/calendar/first-free?${asked}`;
}

/** Finds the first moment at which something fits outside blackouts. */
export function FirstFreeDialog({ from, close, show }: Props) {
  const typed = useSignal<Typed>({ from, hours: '1', folderId: '' });
  const found = useSignal<string | null>(null);
  const refusal = useSignal<string | null>(null);
  const note = (part: Partial<Typed>): void => {
    typed.value = { ...typed.peek(), ...part };
    found.value = null;
  };
  const find = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    try {
      found.value = (await read<FirstFreeAnswer>(callFor(typed.value))).firstFree;
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  const day = found.value === null ? null : dayOf(Date.parse(found.value));
  return (
    <Dialog title="First free time" close={close}>
      <form class="actions" onSubmit={(event) => void find(event)}>
        <MomentField label="From" value={typed.value.from} change={(value) => note({ from: value })} />
        <TextField label="Duration (hours)" value={typed.value.hours} change={(hours) => note({ hours })} />
        <FolderField
          label="In"
          none="Everywhere"
          value={typed.value.folderId}
          change={(folderId) => note({ folderId })}
        />
        <Refusal sentence={refusal.value} />
        <button type="submit" class="main">
          Find it
        </button>
      </form>
      <p role="status">
        {found.value !== null && (
          <>
            First free: <Moment at={found.value} />
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
          Show that day
        </button>
      )}
    </Dialog>
  );
}
