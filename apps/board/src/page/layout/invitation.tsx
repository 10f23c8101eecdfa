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
import { PasswordReset } from './password-reset.tsx';

/** The response to the link of an invitation. */
interface OpenedInvitation {
  readonly product: string;
  readonly username: string;
}

interface Props {
  /** The id and the secret of the invitation. */
  readonly invitation: string;
  readonly username: string;
}

/** The form in which the invited user chooses a password. */
function AcceptForm({ invitation, username }: Props) {
  const input = useSignal(emptyNewPassword);
  const form = useRef<HTMLFormElement>(null);
  const { run, refusal, isBusy } = useAction();
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const accept = async (): Promise<string> => {
    const password = readNewPassword(input.peek());
    await request({ method: 'POST', path: 'invitation/accept', body: { invitation, password } });
    loginCount.value += 1;
    await loadSession();
    // The link is used, so the history must not lead back to it.
    replaceUrl('/');
    return t`Logged in as ${username}`;
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void run(accept);
  };
  return (
    <form ref={form} onSubmit={submit}>
      <p class="hint">
        Choose a password. Your user name is <bdi>{username}</bdi>.
      </p>
      <Refusal message={refusal.value} />
      <NewPasswordFields input={input} />
      <button type="submit" class="main" aria-disabled={isBusy.value}>
        Create account
      </button>
    </form>
  );
}

/** The page of a link with a secret. */
export const LinkPage = () => (fragment.value.startsWith('reset=') ? <PasswordReset /> : <Invitation />);

/** The page of a person who opens the link of an invitation. It needs no login. */
function Invitation() {
  const invitation = fragment.value.replace('invitation=', '');
  const opened = useSignal<OpenedInvitation | null>(null);
  const { run, refusal } = useAction();
  useEffect(() => {
    document.title = t('Invitation · Slipway');
    opened.value = null;
    void run(async () => {
      const path = 'invitation/open';
      opened.value = (await request<OpenedInvitation>({ method: 'POST', path, body: { invitation } })).value;
      return '';
    });
  }, [invitation]);
  return (
    <LoginFrame>
      <h1>You’re invited to {opened.value?.product ?? 'Slipway'}</h1>
      <Refusal message={refusal.value} />
      {refusal.value !== null && <Link to="/">Log in</Link>}
      {opened.value && <AcceptForm key={invitation} invitation={invitation} username={opened.value.username} />}
    </LoginFrame>
  );
}
