import { useSignal } from '@preact/signals';
import type { BlackoutAnswer } from '@slipway/wire';
import { lackingGlobally } from '../../../data/global-rights.ts';
import { neededFor } from '../../../data/needs.ts';
import { change } from '../../../data/rest.ts';
import { me } from '../../../data/session.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { DeleteButton } from '../../../parts/delete-button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { FolderField } from '../../../parts/folder-field.tsx';
import { useDoing } from '../../../parts/form-dialog.tsx';
import { MomentField } from '../../../parts/moment-field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { momentOf, typedOf } from '../../../parts/typed-moment.ts';
import { lastOf } from '../../../place/ids.ts';

interface Props {
  /** undefined: one is made */
  readonly blackout: BlackoutAnswer | undefined;
  /** when a new one begins and ends unless something else is typed, as fields have it */
  readonly proposed: { readonly start: string; readonly end: string };
  readonly close: () => void;
  /** the calendar is another by now */
  readonly changed: () => void;
}

/** The missing permission to change blackouts; null: none. */
export const lackingForBlackouts = (): string | null => lackingGlobally(me.value, neededFor('changeBlackouts'));

interface Typed {
  readonly label: string;
  readonly start: string;
  readonly end: string;
  readonly folderId: string;
}

const typedIn = (blackout: BlackoutAnswer | undefined, { start, end }: Props['proposed']): Typed => ({
  label: blackout?.label ?? '',
  start: blackout === undefined ? start : typedOf(blackout.startDate),
  end: blackout === undefined ? end : typedOf(blackout.endDate),
  folderId: blackout?.folderId ?? '',
});

/** The body for REST: unchanged dates keep their seconds. */
function bodyOf({ label, start, end, folderId }: Typed, blackout: BlackoutAnswer | undefined) {
  const isSame = (typed: string, date: string | undefined) => date !== undefined && typed === typedOf(date);
  return {
    label,
    ...(!isSame(start, blackout?.startDate) && { startDate: momentOf(start) }),
    ...(!isSame(end, blackout?.endDate) && { endDate: momentOf(end) }),
    folderId: folderId === '' ? null : folderId,
  };
}

/** A blackout, to create, change and delete with the permission. */
export function BlackoutDialog({ blackout, proposed, close, changed }: Props) {
  const typed = useSignal(typedIn(blackout, proposed));
  const { run, refusal, isBusy } = useDoing(close);
  const lacking = lackingForBlackouts();
  const note = (part: Partial<Typed>): void => {
    typed.value = { ...typed.peek(), ...part };
  };
  const path = blackout && `/calendar/blackouts/${lastOf(blackout.id)}`;
  const finish = (call: () => Promise<unknown>, said: string): void =>
    void run(async () => {
      await call();
      changed();
      return said;
    });
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    const body = bodyOf(typed.value, blackout);
    if (path === undefined) finish(() => change('POST', '/calendar/blackouts', body), 'The blackout was created.');
    else finish(() => change('PUT', path, body), 'The blackout was changed.');
  };
  const remove = (): void => {
    if (path !== undefined) finish(() => change('DELETE', path), 'The blackout was deleted.');
  };
  return (
    <Dialog title={blackout === undefined ? 'Create a blackout' : 'Blackout'} close={close}>
      <form class="actions" onSubmit={save}>
        <TextField label="Label" value={typed.value.label} isRequired change={(label) => note({ label })} />
        <MomentField label="Begins" value={typed.value.start} change={(start) => note({ start })} />
        <MomentField label="Ends" value={typed.value.end} change={(end) => note({ end })} />
        <FolderField
          label="For"
          none="Everything"
          value={typed.value.folderId}
          change={(folderId) => note({ folderId })}
        />
        <Refusal sentence={refusal.value} />
        <button type="submit" class="main" disabled={lacking !== null} aria-disabled={isBusy.value}>
          {blackout === undefined ? 'Create it' : 'Change it'}
        </button>
        {blackout !== undefined && <DeleteButton name={blackout.label} isDisabled={lacking !== null} run={remove} />}
        <Lacking names={[lacking]} />
      </form>
    </Dialog>
  );
}
