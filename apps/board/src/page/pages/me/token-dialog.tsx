import { useSignal } from '@preact/signals';
import type { NewTokenResponse } from '@slipway/api-schema/people';
import { mutate } from '../../api/rest.ts';
import { me } from '../../api/session.ts';
import { fromDateInput } from '../../components/fields/date-input.ts';
import { CheckField, TextField } from '../../components/fields/field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PermissionBoxes } from '../../components/people/permission-boxes.tsx';

interface Props {
  readonly close: () => void;
  readonly onCreated: (token: NewTokenResponse) => void;
}

/** The form of a new token: its name, expiry, and permissions. */
export function TokenDialog({ close, onCreated }: Props) {
  const note = useSignal('');
  const expiry = useSignal('');
  const isRestricted = useSignal(false);
  const selectedPermissions = useSignal<readonly string[]>([]);
  const run = async (): Promise<string> => {
    const expiryDate = fromDateInput(expiry.peek());
    const token = await mutate<NewTokenResponse>('POST', '/personal-access-tokens', {
      tokenNote: note.peek(),
      ...(expiryDate !== null && { expiryDate }),
      ...(isRestricted.peek() && { globalPermissions: selectedPermissions.peek() }),
    });
    onCreated(token);
    return `The token ${token.tokenNote} was created.`;
  };
  return (
    <FormDialog title="Create a token" submitLabel="Create" close={close} run={run}>
      <TextField label="Purpose" isRequired value={note.value} change={(text) => (note.value = text)} />
      <MomentField
        label="Ends"
        hint="At most one year. If empty, the token is valid until you delete it."
        value={expiry.value}
        change={(input) => (expiry.value = input)}
      />
      <CheckField
        label="Limit to the permissions chosen here, without permissions from teams"
        isOn={isRestricted.value}
        change={(isOn) => (isRestricted.value = isOn)}
      />
      {isRestricted.value && (
        <PermissionBoxes
          ids={me.value?.permissions ?? []}
          selected={selectedPermissions.value}
          change={(newPermissions) => (selectedPermissions.value = newPermissions)}
        />
      )}
    </FormDialog>
  );
}
