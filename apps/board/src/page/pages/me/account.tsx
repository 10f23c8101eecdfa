import { useSignal } from '@preact/signals';
import type { MeResponse } from '@slipway/api-schema/people';
import KeyRound from '~icons/lucide/key-round';
import Pencil from '~icons/lucide/pencil';
import ShieldCheck from '~icons/lucide/shield-check';
import { permissionName } from '../../api/permission-words.ts';
import { mutate } from '../../api/rest.ts';
import { loadSession } from '../../api/session.ts';
import { TextField } from '../../components/fields/field.tsx';
import { emptyNewPassword, NewPasswordFields, readNewPassword } from '../../components/fields/new-password-fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Avatar } from '../../components/marks/avatar.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { None } from '../../components/moment.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { useQuery } from '../../live/queries.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { t } from '../../navigation/text.ts';

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
    return t('Profile saved');
  };
  return (
    <FormDialog title="Edit profile" submitLabel="Save" close={close} run={run}>
      <TextField label="Full name (optional)" value={fullName.value} change={(text) => (fullName.value = text)} />
      <TextField label="Email (optional)" value={email.value} change={(text) => (email.value = text)} />
    </FormDialog>
  );
}

function PasswordDialog({ close }: Pick<DialogProps, 'close'>) {
  const currentPassword = useSignal('');
  const input = useSignal(emptyNewPassword);
  const run = async (): Promise<string> => {
    const newPassword = readNewPassword(input.peek());
    await mutate('PUT', '/me/password', { currentPassword: currentPassword.peek(), newPassword });
    await loadSession();
    return t('Password changed. Log in with your new password.');
  };
  return (
    <FormDialog title="Change password" submitLabel="Change password" close={close} run={run}>
      <p>You’ll be logged out everywhere.</p>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={currentPassword.value}
        change={(text) => (currentPassword.value = text)}
      />
      <NewPasswordFields input={input} />
    </FormDialog>
  );
}

/** The user's own account. Fields of an identity provider are changed there. */
export function Account({ user }: Props) {
  const openDialog = useSignal<'name' | 'password' | null>(null);
  const { username, fullName, email, external } = user;
  const accountActions = [
    { name: t('Edit profile'), missingPermission: null, run: () => (openDialog.value = 'name') },
    { name: t('Change password'), missingPermission: null, run: () => (openDialog.value = 'password') },
  ];
  usePaletteActions(external ? [] : accountActions);
  const close = (): void => {
    openDialog.value = null;
  };
  return (
    <section class="card">
      <header>
        <h2>Profile</h2>
      </header>
      <div class="body">
        <div class="person">
          <Avatar name={fullName || username} isNamed isLarge />
          <span>
            <bdi>{fullName || username}</bdi>
            <span class="sub">{external ? t('Single sign-on') : t('Local account')}</span>
          </span>
        </div>
        <dl class="facts">
          <dt>User name</dt>
          <dd>
            <bdi>{username}</bdi>
          </dd>
          <dt>Email</dt>
          <dd>{email ? <bdi>{email}</bdi> : <None />}</dd>
        </dl>
        {external ? (
          <p class="hint">Your profile is managed by single sign-on.</p>
        ) : (
          <div class="tools">
            <button type="button" onClick={() => (openDialog.value = 'name')}>
              <Icon of={Pencil} />
              Edit profile…
            </button>
            <button type="button" onClick={() => (openDialog.value = 'password')}>
              <Icon of={KeyRound} />
              Change password…
            </button>
          </div>
        )}
      </div>
      {openDialog.value === 'name' && <NameDialog user={user} close={close} />}
      {openDialog.value === 'password' && <PasswordDialog close={close} />}
    </section>
  );
}

type Team = NonNullable<MeResponse['teams']>[number];

/** Returns the address of the view of the folder or release that owns a team. */
const teamOwnerUrl = (id: string): string =>
  lastSegment(id).startsWith('Release') ? `/releases/${lastSegment(id)}` : `/folders/${lastSegment(id)}?form=teams`;

const columns: readonly Column<Team>[] = [
  { name: t('Team'), cell: ({ teamName }) => teamName },
  {
    name: t('In'),
    cell: ({ containerId, containerTitle }) => <Link to={teamOwnerUrl(containerId)}>{containerTitle}</Link>,
  },
];

/** Names as tags. */
const Names = ({ names }: { readonly names: readonly string[] }) =>
  names.length === 0 ? (
    <None />
  ) : (
    <span class="tags">
      {names.map((name) => (
        <bdi key={name} class="tag">
          {name}
        </bdi>
      ))}
    </span>
  );

/** The teams of the user. The session does not contain them, because users can be in very many. */
function Teams() {
  const from = useSignal(0);
  const { value, refusal, retry } = useQuery<MeResponse>('/me');
  const teams = value.value?.teams;
  if (teams === undefined) return <Refusal message={refusal.value} retry={retry} />;
  if (teams.length === 0) return <p class="empty">You’re not in any team</p>;
  return (
    <PagedTable
      caption="Your teams"
      columns={columns}
      rows={teams}
      keyOf={({ id }) => id}
      from={from.value}
      goToPage={(to) => (from.value = to)}
    />
  );
}

/** The roles, permissions and teams of the user. */
export function Permissions({ user: { roles, permissions } }: { readonly user: MeResponse }) {
  return (
    <section class="card wide">
      <header>
        <h2>Your permissions</h2>
        <Link to="/why" class="button quiet small end">
          <Icon of={ShieldCheck} />
          Check access
        </Link>
      </header>
      <div class="body">
        <dl class="facts">
          <dt>Roles</dt>
          <dd>
            <Names names={roles} />
          </dd>
          <dt>Global</dt>
          <dd>
            <Names names={permissions.map(permissionName)} />
          </dd>
        </dl>
      </div>
      <Teams />
    </section>
  );
}
