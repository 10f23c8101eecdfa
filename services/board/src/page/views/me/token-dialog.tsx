import { useSignal } from '@preact/signals';
import type { NewTokenAnswer } from '@slipway/wire';
import { change } from '../../data/rest.ts';
import { me } from '../../data/session.ts';
import { CheckField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { PermissionBoxes } from '../../parts/people/permission-boxes.tsx';
import { momentOf } from '../../parts/typed-moment.ts';

interface Props {
  readonly close: () => void;
  readonly made: (token: NewTokenAnswer) => void;
}

/** The form of a new token: its name, expiry, and permissions. */
export function TokenDialog({ close, made }: Props) {
  const note = useSignal('');
  const end = useSignal('');
  const isNarrow = useSignal(false);
  const chosen = useSignal<readonly string[]>([]);
  const run = async (): Promise<string> => {
    const expiryDate = momentOf(end.peek());
    const token = await change<NewTokenAnswer>('POST', '/personal-access-tokens', {
      tokenNote: note.peek(),
      ...(expiryDate !== null && { expiryDate }),
      ...(isNarrow.peek() && { globalPermissions: chosen.peek() }),
    });
    made(token);
    return `The token ${token.tokenNote} was created.`;
  };
  return (
    <FormDialog title="Create a token" word="Create" close={close} run={run}>
      <TextField label="Purpose" isRequired value={note.value} change={(text) => (note.value = text)} />
      <MomentField
        label="Ends"
        hint="Within a year. Empty: it holds until you end it."
        value={end.value}
        change={(typed) => (end.value = typed)}
      />
      <CheckField
        label="It may do less than you: only what is chosen here, and nothing that teams grant"
        isOn={isNarrow.value}
        change={(isOn) => (isNarrow.value = isOn)}
      />
      {isNarrow.value && (
        <PermissionBoxes
          ids={me.value?.permissions ?? []}
          chosen={chosen.value}
          change={(now) => (chosen.value = now)}
        />
      )}
    </FormDialog>
  );
}
