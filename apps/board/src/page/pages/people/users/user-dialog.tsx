import { useSignal } from '@preact/signals';
import type { UserResponse } from '@slipway/api-schema/people';
import { mutate } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';

/** The path of the calls about a user. */
export const userPath = (username: string): string => `/users/${encodeURIComponent(username)}`;

interface Props {
  /** null: a new one */
  readonly user: UserResponse | null;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** The inputs for a user. */
interface UserDraft {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  /** Empty: unchanged */
  readonly password: string;
}

/** The request body: only changed fields, so that changes of other users stay. */
const toUserBody = ({ fullName, email, password }: UserDraft, before: UserResponse | null) => ({
  ...(fullName !== (before?.fullName ?? '') && { fullName }),
  ...(email !== (before?.email ?? '') && { email }),
  ...(password !== '' && { password }),
});

/** A user to be made or changed. */
export function UserDialog({ user, close, onDone }: Props) {
  const draft = useSignal<UserDraft>({
    username: user?.username ?? '',
    fullName: user?.fullName ?? '',
    email: user?.email ?? '',
    password: '',
  });
  const { username, fullName, email, password } = draft.value;
  const edit = (changes: Partial<UserDraft>): void => {
    draft.value = { ...draft.peek(), ...changes };
  };
  const run = async (): Promise<string> => {
    await mutate(user === null ? 'POST' : 'PUT', userPath(username), toUserBody(draft.peek(), user));
    await onDone();
    return user === null ? `${username} was created.` : `${username} was changed.`;
  };
  return (
    <FormDialog
      title={user === null ? 'Create a user' : `Change ${username}`}
      submitLabel={user === null ? 'Create' : 'Save'}
      close={close}
      run={run}
    >
      {user?.external && <p>This user is kept by single sign-on; REST takes no other name, mail or password.</p>}
      {user === null && (
        <TextField label="User name" isRequired value={username} change={(text) => edit({ username: text })} />
      )}
      <TextField label="Full name" value={fullName} change={(text) => edit({ fullName: text })} />
      <TextField label="Mail address" value={email} change={(text) => edit({ email: text })} />
      <TextField
        label={user === null ? 'Password' : 'New password'}
        hint={
          user === null
            ? 'Without one the user logs in by a token, by single sign-on, or not at all.'
            : 'Empty: the password stays. A new one ends all sessions of the user.'
        }
        type="password"
        autoComplete="new-password"
        value={password}
        change={(text) => edit({ password: text })}
      />
    </FormDialog>
  );
}
