import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import KeyRound from '~icons/lucide/key-round';
import { ApiError, messageOf } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { hasIdentityProvider, isLoginRequired, loadSession, logIn, sessionRefusal } from '../api/session.ts';
import { TextField } from '../components/fields/field.tsx';
import { Icon } from '../components/marks/icon.tsx';
import { Refusal } from '../components/refusal.tsx';
import { base } from '../navigation/base.ts';
import { t } from '../navigation/text.ts';
import { LoginFrame } from './login-frame.tsx';
import { PasswordField } from './password-field.tsx';
import { RequestReset, resetsPasswords } from './request-reset.tsx';

/** Returns and removes the error of a login with the identity provider; null if there is none. */
function takeLoginRefusal(): string | null {
  const [, sentence] = /(?:^|; )slipway-refused-login=([^;]+)/.exec(document.cookie) ?? [];
  if (sentence === undefined) return null;
  // biome-ignore lint/suspicious/noDocumentCookie: browsers have the Cookie Store only where there is TLS
  document.cookie = 'slipway-refused-login=; Path=/; Max-Age=0';
  try {
    return decodeURIComponent(sentence);
  } catch {
    return null;
  }
}

/** Returns the URL of the login with the identity provider, which then redirects to the current URL. */
const providerAddress = (): string => {
  const url = new URL('oidc-login', base);
  url.searchParams.set('to', window.location.pathname + window.location.search);
  return url.href;
};

/** The error of a login, and the delay before the next attempt in seconds; null if the delay is unknown. */
interface LoginFailure {
  readonly message: DisplayMessage;
  readonly retryAfter: number | null;
}

const loginFailureOf = (error: unknown): LoginFailure => ({
  message: messageOf(error),
  retryAfter: error instanceof ApiError ? error.retryAfter : null,
});

function LoginRefusal({ message, retryAfter }: LoginFailure) {
  if (retryAfter === null) return <Refusal message={message} />;
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return <Refusal message={message} after={t`. Try again in ${minutes} min.`} />;
}

const ProviderLink = () => (
  <>
    <a class="button" href={providerAddress()}>
      <Icon of={KeyRound} />
      Continue with single sign-on
    </a>
    <p class="or">or</p>
  </>
);

/** Returns the line below the title of the login. */
function hint(): string {
  if (isLoginRequired.value) return t('Log in again to continue. Your unsaved input is kept.');
  return hasIdentityProvider() ? t('Use your company account, or a local one.') : t('Use your Slipway account.');
}

/** The login page, with a way to request a new password. */
export function Login() {
  const isReset = useSignal(false);
  return (
    <LoginFrame>
      {isReset.value ? (
        <RequestReset close={() => (isReset.value = false)} />
      ) : (
        <LoginForm requestReset={() => (isReset.value = true)} />
      )}
    </LoginFrame>
  );
}

/** The login with a password or the identity provider. After the login, the requested view is shown. */
function LoginForm({ requestReset }: { readonly requestReset: () => void }) {
  const username = useSignal('');
  const password = useSignal('');
  const failure = useSignal<LoginFailure | null>(null);
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
    const message = takeLoginRefusal();
    if (message !== null) failure.value = { message, retryAfter: null };
  }, []);
  const send = async (): Promise<void> => {
    isBusy.value = true;
    try {
      await logIn(username.value, password.value);
    } catch (error) {
      failure.value = loginFailureOf(error);
      password.value = '';
      form.current?.querySelector<HTMLElement>('input[name=password]')?.focus();
    } finally {
      isBusy.value = false;
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy.value) void send();
  };
  return (
    <>
      <form ref={form} onSubmit={submit}>
        <div>
          <h1>Log in</h1>
          <p class="hint">{hint()}</p>
        </div>
        {hasIdentityProvider() && <ProviderLink />}
        {failure.value && <LoginRefusal {...failure.value} />}
        <TextField
          label="User name"
          autoComplete="username"
          value={username.value}
          change={(value) => (username.value = value)}
          isRequired
        />
        <PasswordField value={password.value} change={(value) => (password.value = value)} />
        <button type="submit" class="main" aria-disabled={isBusy.value}>
          Log in
        </button>
      </form>
      {resetsPasswords() ? (
        <button type="button" class="link" onClick={requestReset}>
          Forgot password?
        </button>
      ) : (
        <p class="hint">Can’t log in? Contact an administrator.</p>
      )}
    </>
  );
}

/** The page for a session that the server rejects with an error other than 401. A new login would not help. */
export function SessionError() {
  const retry = (event: SubmitEvent): void => {
    event.preventDefault();
    void loadSession();
  };
  return (
    <LoginFrame>
      <form onSubmit={retry}>
        <h1>Slipway isn’t available</h1>
        <LoginRefusal {...loginFailureOf(sessionRefusal.value)} />
        <button type="submit" class="main">
          Try again
        </button>
      </form>
    </LoginFrame>
  );
}
