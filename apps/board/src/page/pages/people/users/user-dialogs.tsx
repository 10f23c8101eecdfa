import { useSignal } from '@preact/signals';
import type { UserResponse } from '@slipway/api-schema/people';
import { mutate } from '../../../api/rest.ts';
import { loadSession } from '../../../api/session.ts';
import { CheckField, TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { t } from '../../../navigation/text.ts';

/** Returns the path of requests for a user. */
export const userPath = (username: string): string => `/users/${encodeURIComponent(username)}`;

interface Props {
  /** Null for a new user. */
  readonly user: UserResponse | null;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** The input of the user form. */
interface UserDraft {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  /** Empty if the password stays unchanged. */
  readonly password: string;
  /** Whether the user must choose another password at the next login. */
  readonly mustChangePassword: boolean;
}

/** Returns the request body. It contains only changed fields, so that concurrent changes of other fields are kept. */
const toUserBody = ({ fullName, email, password, mustChangePassword }: UserDraft, before: UserResponse | null) => ({
  ...(fullName !== (before?.fullName ?? '') && { fullName }),
  ...(email !== (before?.email ?? '') && { email }),
  ...(password !== '' && { password }),
  ...((before !== null || password !== '') &&
    mustChangePassword !== (before?.mustChangePassword ?? false) && { mustChangePassword }),
});

/** A form that creates or changes a user. */
function UserDialog({ user, close, onDone }: Props) {
  const draft = useSignal<UserDraft>({
    username: user?.username ?? '',
    fullName: user?.fullName ?? '',
    email: user?.email ?? '',
    password: '',
    mustChangePassword: user === null || user.mustChangePassword === true,
  });
  const { username, fullName, email, password, mustChangePassword } = draft.value;
  const edit = (changes: Partial<UserDraft>): void => {
    draft.value = { ...draft.peek(), ...changes };
  };
  const run = async (): Promise<string> => {
    await mutate(user === null ? 'POST' : 'PUT', userPath(username), toUserBody(draft.peek(), user));
    // The session contains the full names of users.
    await Promise.all([onDone(), loadSession()]);
    return user === null ? t('User created') : t('User saved');
  };
  return (
    <FormDialog
      title={user === null ? t('Add user') : t`Edit ${username}`}
      submitLabel={user === null ? t('Create user') : t('Save')}
      close={close}
      run={run}
    >
      {user?.external && <p>This user is managed by single sign-on. Change the name, email and password there.</p>}
      {user === null && (
        <TextField label="User name" isRequired value={username} change={(text) => edit({ username: text })} />
      )}
      <TextField label="Full name (optional)" value={fullName} change={(text) => edit({ fullName: text })} />
      <TextField label="Email (optional)" value={email} change={(text) => edit({ email: text })} />
      <TextField
        label={user === null ? t('Password (optional)') : t('New password (optional)')}
        hint={
          user === null
            ? t('Needed to log in without single sign-on')
            : t('Leave empty to keep it. A new password logs the user out everywhere.')
        }
        type="password"
        autoComplete="new-password"
        value={password}
        change={(text) => edit({ password: text })}
      />
      {!user?.external && (
        <CheckField
          label="Must be changed at the next login"
          isOn={mustChangePassword}
          change={(isOn) => edit({ mustChangePassword: isOn })}
        />
      )}
    </FormDialog>
  );
}

export type OpenDialog =
  | { readonly kind: 'user'; readonly user: UserResponse | null }
  | { readonly kind: 'delete'; readonly user: UserResponse };

interface UserDialogsProps {
  readonly openDialog: OpenDialog | null;
  readonly close: () => void;
  readonly refresh: () => Promise<void>;
}

/** The open dialog: create, change or delete a user. */
export function UserDialogs({ openDialog, close, refresh }: UserDialogsProps) {
  if (openDialog === null) return null;
  if (openDialog.kind === 'user') return <UserDialog user={openDialog.user} close={close} onDone={refresh} />;
  const { username } = openDialog.user;
  const run = async (): Promise<string> => {
    await mutate('DELETE', userPath(username));
    await refresh();
    return t('User deleted');
  };
  return (
    <FormDialog title={t`Delete ${username}?`} submitLabel="Delete user" isDanger close={close} run={run}>
      <p>
        Removes {username} from all teams and roles and ends their sessions and tokens. Their activity stays. To block
        access for a while, disable the user instead.
      </p>
    </FormDialog>
  );
}
