import { useSignal } from '@preact/signals';
import type { MeAnswer } from '@slipway/wire';
import { change } from '../../data/rest.ts';
import { meet } from '../../data/session.ts';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useOffers } from '../../place/offers.ts';

interface Props {
  readonly known: MeAnswer;
}

interface DialogProps extends Props {
  readonly close: () => void;
}

const pathOf = ({ username }: MeAnswer): string => `/users/${encodeURIComponent(username)}`;

function NameDialog({ known, close }: DialogProps) {
  const fullName = useSignal(known.fullName ?? '');
  const email = useSignal(known.email ?? '');
  const run = async (): Promise<string> => {
    await change('PUT', pathOf(known), { fullName: fullName.peek(), email: email.peek() });
    await meet();
    return 'Your account was changed.';
  };
  return (
    <FormDialog title="Change your name and mail address" word="Save" close={close} run={run}>
      <TextField label="Full name" value={fullName.value} change={(text) => (fullName.value = text)} />
      <TextField label="Mail address" value={email.value} change={(text) => (email.value = text)} />
    </FormDialog>
  );
}

function PasswordDialog({ known, close }: DialogProps) {
  const before = useSignal('');
  const next = useSignal('');
  const again = useSignal('');
  const run = async (): Promise<string> => {
    if (next.peek() !== again.peek()) throw new Error('The new password was typed in two ways: type it again.');
    const body = { currentPassword: before.peek(), newPassword: next.peek() };
    await change('POST', `${pathOf(known)}/password`, body);
    await meet();
    return 'You have a new password: log in by it.';
  };
  return (
    <FormDialog title="Change your password" word="Change it" close={close} run={run}>
      <p>You’ll be logged out everywhere.</p>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={before.value}
        change={(text) => (before.value = text)}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        isRequired
        value={next.value}
        change={(text) => (next.value = text)}
      />
      <TextField
        label="New password, again"
        type="password"
        autoComplete="new-password"
        isRequired
        value={again.value}
        change={(text) => (again.value = text)}
      />
    </FormDialog>
  );
}

/** The user's own account. Fields of an identity provider are changed there. */
export function Account({ known }: Props) {
  const asked = useSignal<'name' | 'password' | null>(null);
  const { username, email, external } = known;
  const own = [
    { name: 'Change your name and mail address', lacking: null, run: () => (asked.value = 'name') },
    { name: 'Change your password', lacking: null, run: () => (asked.value = 'password') },
  ];
  useOffers(external ? [] : own);
  const close = (): void => {
    asked.value = null;
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
        <p>Your name, mail address and password are kept by single sign-on.</p>
      ) : (
        <div class="tools">
          <button type="button" onClick={() => (asked.value = 'name')}>
            Change name and mail…
          </button>
          <button type="button" onClick={() => (asked.value = 'password')}>
            Change password…
          </button>
        </div>
      )}
      {asked.value === 'name' && <NameDialog known={known} close={close} />}
      {asked.value === 'password' && <PasswordDialog known={known} close={close} />}
    </section>
  );
}
