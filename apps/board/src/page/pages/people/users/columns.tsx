import type { UserResponse } from '@slipway/api-schema/people';
import Eye from '~icons/lucide/eye';
import Lock from '~icons/lucide/lock';
import LockOpen from '~icons/lucide/lock-open';
import Pencil from '~icons/lucide/pencil';
import ShieldCheck from '~icons/lucide/shield-check';
import Trash2 from '~icons/lucide/trash-2';
import { permissionReason } from '../../../api/permission-reason.ts';
import { missingGlobalPermission } from '../../../api/permissions.ts';
import { me } from '../../../api/session.ts';
import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { Moment, None } from '../../../components/moment.tsx';
import type { Column } from '../../../components/table.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';

interface UserActions {
  readonly edit: (user: UserResponse) => void;
  /** Disables the user, or enables a disabled user. */
  readonly toggle: (user: UserResponse) => void;
  readonly remove: (user: UserResponse) => void;
}

/** The avatar and the full name of a user, with the user name below it. */
function UserName({ user: { username, fullName } }: { readonly user: UserResponse }) {
  const name = fullName || username;
  const details = [name === username ? '' : username, username === me.value?.username ? t('you') : ''];
  const line = details.filter((detail) => detail !== '').join(' · ');
  return (
    <span class="person">
      <Avatar name={name} isNamed isLarge />
      <span>
        <bdi>{name}</bdi>
        {line !== '' && <span class="sub">{line}</span>}
      </span>
    </span>
  );
}

function UserMenu({ user, actions }: { readonly user: UserResponse; readonly actions: UserActions }) {
  const { username, loginAllowed } = user;
  const missingAudit = missingGlobalPermission('readAudit');
  const open = (path: string, params: Readonly<Record<string, string>>) => () =>
    navigate(`${path}?${new URLSearchParams(params)}`);
  return (
    <RowMenu
      label={t`Actions for ${username}`}
      sections={[
        {
          actions: [
            { label: t('Edit…'), icon: Pencil, run: () => actions.edit(user) },
            { label: t('Check access'), icon: ShieldCheck, run: open('/why', { user: username }) },
            {
              ...{ label: t('View audit log'), icon: Eye, run: open('/audit', { username }) },
              disabledReason: permissionReason(missingAudit),
            },
          ],
        },
        {
          actions: [
            {
              ...{ label: loginAllowed ? t('Disable') : t('Enable'), icon: loginAllowed ? Lock : LockOpen },
              run: () => actions.toggle(user),
            },
            { label: t('Delete…'), icon: Trash2, isDanger: true, run: () => actions.remove(user) },
          ],
        },
      ]}
    />
  );
}

/** Whether the user can log in, must change the password, and has ever been active. */
function UserStatus({ user: { loginAllowed, lastActive, mustChangePassword } }: { readonly user: UserResponse }) {
  if (!loginAllowed) return <StatusLabel tone="over" label="Disabled" />;
  if (mustChangePassword) return <StatusLabel tone="waits" label="Must change password" />;
  return lastActive === undefined ? (
    <StatusLabel tone="idle" label="Never logged in" />
  ) : (
    <StatusLabel tone="done" label="Active" />
  );
}

/** The columns of the list of users. */
export const columnsOf = (actions: UserActions): readonly Column<UserResponse>[] => [
  { name: t('Name'), cell: (user) => <UserName user={user} /> },
  { name: t('Email'), cell: ({ email }) => email || <None /> },
  { name: t('Source'), cell: ({ external }) => (external ? t('Single sign-on') : t('Local')) },
  { name: t('Status'), cell: (user) => <UserStatus user={user} /> },
  { name: t('Last active'), cell: ({ lastActive }) => <Moment at={lastActive ?? undefined} /> },
  {
    name: t('Actions'),
    isNameHidden: true,
    class: 'row-menu',
    cell: (user) => <UserMenu user={user} actions={actions} />,
  },
];
