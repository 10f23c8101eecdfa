import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { mutate } from '../api/rest.ts';
import { logIn, logOut, me } from '../api/session.ts';
import { TextField } from '../components/fields/field.tsx';
import { emptyNewPassword, NewPasswordFields, readNewPassword } from '../components/fields/new-password-fields.tsx';
import { useAction } from '../components/form-dialog.tsx';
import { Refusal } from '../components/refusal.tsx';
import { t } from '../navigation/text.ts';
import { LoginFrame } from './login-frame.tsx';

/**
 * The page of a user who must choose a new password. The change ends all sessions, so the page logs in again. Then the
 * requested view is shown.
 */
export function NewPassword() {
  const currentPassword = useSignal('');
  const input = useSignal(emptyNewPassword);
  const form = useRef<HTMLFormElement>(null);
  const { run, refusal, isBusy } = useAction();
  const username = me.value?.username ?? '';
  useEffect(() => {
    document.title = t('Choose a new password · Slipway');
    form.current?.querySelector('input')?.focus();
  }, []);
  const change = async (): Promise<string> => {
    const newPassword = readNewPassword(input.peek());
    await mutate('PUT', '/me/password', { currentPassword: currentPassword.peek(), newPassword });
    await logIn(username, newPassword);
    return t('Password changed');
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void run(change);
  };
  return (
    <LoginFrame>
      <form ref={form} onSubmit={submit}>
        <div>
          <h1>Choose a new password</h1>
          <p class="hint">
            An administrator requires a new password for <bdi>{username}</bdi>. Your other sessions end.
          </p>
        </div>
        <Refusal message={refusal.value} />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          isRequired
          value={currentPassword.value}
          change={(text) => (currentPassword.value = text)}
        />
        <NewPasswordFields input={input} />
        <button type="submit" class="main" aria-disabled={isBusy.value}>
          Change password
        </button>
        <button type="button" onClick={() => void logOut()}>
          Log out
        </button>
      </form>
    </LoginFrame>
  );
}
