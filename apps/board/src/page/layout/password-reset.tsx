import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { loginCount, request } from '../api/rest.ts';
import { loadSession } from '../api/session.ts';
import { emptyNewPassword, NewPasswordFields, readNewPassword } from '../components/fields/new-password-fields.tsx';
import { useAction } from '../components/form-dialog.tsx';
import { Refusal } from '../components/refusal.tsx';
import { Link } from '../navigation/link.tsx';
import { fragment, replaceUrl } from '../navigation/router.ts';
import { t } from '../navigation/text.ts';
import { LoginFrame } from './login-frame.tsx';

/** The page of a person who opens the link of a mail to choose a new password. It needs no login. */
export function PasswordReset() {
  const link = fragment.value.replace('reset=', '');
  const input = useSignal(emptyNewPassword);
  const form = useRef<HTMLFormElement>(null);
  const { run, refusal, isBusy } = useAction();
  useEffect(() => {
    document.title = t('Choose a new password · Slipway');
    form.current?.querySelector('input')?.focus();
  }, []);
  const reset = async (): Promise<string> => {
    const password = readNewPassword(input.peek());
    await request({ method: 'POST', path: `password-resets/${encodeURIComponent(link)}`, body: { password } });
    loginCount.value += 1;
    await loadSession();
    // The link is used, so the history must not lead back to it.
    replaceUrl('/');
    return t('Password changed');
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void run(reset);
  };
  return (
    <LoginFrame>
      <form ref={form} onSubmit={submit}>
        <h1>Choose a new password</h1>
        <Refusal message={refusal.value} />
        <NewPasswordFields input={input} />
        <button type="submit" class="main" aria-disabled={isBusy.value}>
          Change password
        </button>
      </form>
      {refusal.value !== null && <Link to="/">Log in</Link>}
    </LoginFrame>
  );
}
