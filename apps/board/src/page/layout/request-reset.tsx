import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { request } from '../api/rest.ts';
import { TextField } from '../components/fields/field.tsx';
import { useAction } from '../components/form-dialog.tsx';
import { Refusal } from '../components/refusal.tsx';

/** Whether the server sends links to choose a new password. */
export const resetsPasswords = (): boolean => document.querySelector('meta[name="slipway-resets"]') !== null;

/** The form that requests a link to choose a new password. The response does not reveal whether the user exists. */
export function RequestReset({ close }: { readonly close: () => void }) {
  const user = useSignal('');
  const isSent = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const { run, refusal, isBusy } = useAction();
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const send = async (): Promise<string> => {
    await request({ method: 'POST', path: 'password-resets', body: { user: user.peek() } });
    isSent.value = true;
    return '';
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void run(send);
  };
  return (
    <form ref={form} onSubmit={submit}>
      <h1>Password reset</h1>
      {isSent.value && <p class="hint">If the user exists and has an email address, a link is on its way.</p>}
      <Refusal message={refusal.value} />
      {!isSent.value && (
        <>
          <TextField
            label="User name or email"
            autoComplete="username"
            value={user.value}
            change={(value) => (user.value = value)}
            isRequired
          />
          <button type="submit" class="main" aria-disabled={isBusy.value}>
            Send link
          </button>
        </>
      )}
      <button type="button" onClick={close}>
        Log in
      </button>
    </form>
  );
}
