import { useSignal } from '@preact/signals';
import type { MeResponse } from '@slipway/api-schema/people';
import { mutate } from '../../api/rest.ts';
import { loadSession } from '../../api/session.ts';
import { TextField } from '../../components/fields/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';

interface Props {
  readonly user: MeResponse;
}

interface DialogProps extends Props {
  readonly close: () => void;
}

const userPath = ({ username }: MeResponse): string => `/users/${encodeURIComponent(username)}`;

function NameDialog({ user, close }: DialogProps) {
  const fullName = useSignal(user.fullName ?? '');
  const email = useSignal(user.email ?? '');
  const run = async (): Promise<string> => {
    await mutate('PUT', userPath(user), { fullName: fullName.peek(), email: email.peek() });
    await loadSession();
    return 'Your account was changed.';
  };
  return (
    <FormDialog title="Change your name and mail address" submitLabel="Save" close={close} run={run}>
      <TextField label="Full name" value={fullName.value} change={(text) => (fullName.value = text)} />
      <TextField label="Mail address" value={email.value} change={(text) => (email.value = text)} />
    </FormDialog>
  );
}

function PasswordDialog({ user, close }: DialogProps) {
  const currentPassword = useSignal('');
  const newPassword = useSignal('');
  const repeatedPassword = useSignal('');
  const run = async (): Promise<string> => {
    if (newPassword.peek() !== repeatedPassword.peek())
      throw new Error('The two new passwords differ. Type them again.');
    const body = { currentPassword: currentPassword.peek(), newPassword: newPassword.peek() };
    await mutate('POST', `${userPath(user)}/password`, body);
    await loadSession();
    return 'Your password was changed. Log in with the new password.';
  };
  return (
    <FormDialog title="Change your password" submitLabel="Change it" close={close} run={run}>
      <p>You’ll be logged out everywhere.</p>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={currentPassword.value}
        change={(text) => (currentPassword.value = text)}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        isRequired
        value={newPassword.value}
        change={(text) => (newPassword.value = text)}
      />
      <TextField
        label="Repeat new password"
        type="password"
        autoComplete="new-password"
        isRequired
        value={repeatedPassword.value}
        change={(text) => (repeatedPassword.value = text)}
      />
    </FormDialog>
  );
}

/** The user's own account. Fields of an identity provider are changed there. */
export function Account({ user }: Props) {
  const openDialog = useSignal<'name' | 'password' | null>(null);
  const { username, email, external } = user;
  const accountActions = [
    { name: 'Change your name and mail address', missingPermission: null, run: () => (openDialog.value = 'name') },
    { name: 'Change your password', missingPermission: null, run: () => (openDialog.value = 'password') },
  ];
  usePaletteActions(external ? [] : accountActions);
  const close = (): void => {
    openDialog.value = null;
  };
  return (
    <section>
      <dl class="facts">
        <dt>User name</dt>
        <dd>{username}</dd>
        <dt>Mail address</dt>
        <dd>{email || '–'}</dd>
      </dl>
      {external ? (
        <p>Your name, mail address and password come from single sign-on. Change them there.</p>
      ) : (
        <div class="tools">
          <button type="button" onClick={() => (openDialog.value = 'name')}>
            Change name and mail…
          </button>
          <button type="button" onClick={() => (openDialog.value = 'password')}>
            Change password…
          </button>
        </div>
      )}
      {openDialog.value === 'name' && <NameDialog user={user} close={close} />}
      {openDialog.value === 'password' && <PasswordDialog user={user} close={close} />}
    </section>
  );
}
