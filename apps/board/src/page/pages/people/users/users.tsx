import { useSignal } from '@preact/signals';
import type { UserResponse } from '@slipway/api-schema/people';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate, read } from '../../../api/rest.ts';
import { CheckField, TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Moment } from '../../../components/moment.tsx';
import { ServerPage } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, pageSize } from '../../../components/table.tsx';
import { polled } from '../../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../../live/use-paged-list.ts';
import { announce } from '../../../navigation/announce.ts';
import { Link } from '../../../navigation/link.tsx';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { type PeopleQuery, peopleUrl, requestPath } from '../query.ts';

/** Returns the path of requests for a user. */
const userPath = (username: string): string => `/users/${encodeURIComponent(username)}`;

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
}

/** Returns the request body. It contains only changed fields, so that concurrent changes of other fields are kept. */
const toUserBody = ({ fullName, email, password }: UserDraft, before: UserResponse | null) => ({
  ...(fullName !== (before?.fullName ?? '') && { fullName }),
  ...(email !== (before?.email ?? '') && { email }),
  ...(password !== '' && { password }),
});

/** A form that creates or changes a user. */
function UserDialog({ user, close, onDone }: Props) {
  const draft = useSignal<UserDraft>({
    username: user?.username ?? '',
    fullName: user?.fullName ?? '',
    email: user?.email ?? '',
    password: '',
  });
  const { username, fullName, email, password } = draft.value;
  const edit = (changes: Partial<UserDraft>): void => {
    draft.value = { ...draft.peek(), ...changes };
  };
  const run = async (): Promise<string> => {
    await mutate(user === null ? 'POST' : 'PUT', userPath(username), toUserBody(draft.peek(), user));
    await onDone();
    return user === null ? 'User created' : 'User saved';
  };
  return (
    <FormDialog
      title={user === null ? 'Add user' : `Edit ${username}`}
      submitLabel={user === null ? 'Create user' : 'Save'}
      close={close}
      run={run}
    >
      {user?.external && <p>This user is managed by single sign-on. Change the name, email and password there.</p>}
      {user === null && (
        <TextField label="User name" isRequired value={username} change={(text) => edit({ username: text })} />
      )}
      <TextField label="Full name" value={fullName} change={(text) => edit({ fullName: text })} />
      <TextField label="Email" value={email} change={(text) => edit({ email: text })} />
      <TextField
        label={user === null ? 'Password' : 'New password'}
        hint={
          user === null
            ? 'Optional with single sign-on or tokens'
            : 'Leave empty to keep it. A new password logs the user out everywhere.'
        }
        type="password"
        autoComplete="new-password"
        value={password}
        change={(text) => edit({ password: text })}
      />
    </FormDialog>
  );
}

type UserPage = readonly UserResponse[];

interface UserActions {
  readonly edit: (user: UserResponse) => void;
  readonly lock: (user: UserResponse) => void;
  readonly remove: (user: UserResponse) => void;
}

/** Shows whether a user can log in, as an icon and a text. */
const LoginBadge = ({ isAllowed }: { readonly isAllowed: boolean }) => (
  <span class={`status ${isAllowed ? 'done' : 'over'}`}>
    <span class="shape" aria-hidden="true">
      {isAllowed ? '✓' : '✕'}
    </span>
    {isAllowed ? 'Active' : 'Disabled'}
  </span>
);

const columnsOf = ({ edit, lock, remove }: UserActions): readonly Column<UserResponse>[] => [
  { name: 'User name', cell: ({ username }) => username },
  { name: 'Name', cell: ({ fullName }) => fullName || '–' },
  { name: 'Email', cell: ({ email }) => email || '–' },
  { name: 'Source', cell: ({ external }) => (external ? 'Single sign-on' : 'Local') },
  { name: 'Status', cell: ({ loginAllowed }) => <LoginBadge isAllowed={loginAllowed} /> },
  { name: 'Last active', cell: ({ lastActive }) => <Moment at={lastActive ?? undefined} /> },
  {
    name: 'Actions',
    cell: (user) => (
      <div class="tools">
        <button type="button" onClick={() => edit(user)}>
          Edit {user.username}…
        </button>
        <button type="button" onClick={() => lock(user)}>
          {user.loginAllowed ? 'Disable' : 'Enable'} {user.username}
        </button>
        <button type="button" onClick={() => remove(user)}>
          Delete {user.username}…
        </button>
        <Link to={`/why?${new URLSearchParams({ user: user.username })}`} class="button">
          Check access of {user.username}
        </Link>
      </div>
    ),
  },
];

type OpenDialog =
  | { readonly kind: 'user'; readonly user: UserResponse | null }
  | { readonly kind: 'delete'; readonly user: UserResponse };

const Filters = ({ query, change }: PagedList<PeopleQuery, UserPage>) => (
  <search class="filters">
    <TextField label="Search by name or email" type="search" value={query.text} change={(text) => change({ text })} />
    <CheckField label="Disabled users" isOn={query.isLocked} change={(isLocked) => change({ isLocked })} />
  </search>
);

interface UserDialogsProps {
  readonly openDialog: OpenDialog | null;
  readonly close: () => void;
  readonly refresh: () => Promise<void>;
}

/** The open dialog: create, change or delete a user. */
function UserDialogs({ openDialog, close, refresh }: UserDialogsProps) {
  if (openDialog === null) return null;
  if (openDialog.kind === 'user') return <UserDialog user={openDialog.user} close={close} onDone={refresh} />;
  const { username } = openDialog.user;
  const run = async (): Promise<string> => {
    await mutate('DELETE', userPath(username));
    await refresh();
    return 'User deleted';
  };
  return (
    <FormDialog title={`Delete ${username}?`} submitLabel="Delete user" close={close} run={run}>
      <p>
        Removes {username} from all teams and roles and ends their sessions and tokens. Their activity stays. To block
        access for a while, disable the user instead.
      </p>
    </FormDialog>
  );
}

/** The list of users, with the actions on them. */
export function Users() {
  const list = usePagedList<PeopleQuery, UserPage>({
    ...{ path: '/people', urlState: peopleUrl, topicsOf: () => [polled] },
    ...{ firstPage: { from: 0 }, typedFilters: ['text'] },
    load: (query) => read(requestPath(query)),
  });
  const openDialog = useSignal<OpenDialog | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const lock = async ({ username, loginAllowed }: UserResponse): Promise<void> => {
    refusal.value = null;
    try {
      await mutate('PUT', userPath(username), { loginAllowed: !loginAllowed });
      await list.refresh();
      announce(`${username} ${loginAllowed ? 'disabled' : 'enabled'}`);
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  usePaletteActions([
    { name: 'Add user', missingPermission: null, run: () => (openDialog.value = { kind: 'user', user: null }) },
  ]);
  const columns = columnsOf({
    edit: (user) => (openDialog.value = { kind: 'user', user }),
    lock: (user) => void lock(user),
    remove: (user) => (openDialog.value = { kind: 'delete', user }),
  });
  return (
    <>
      <Filters {...list} />
      <p>
        <button type="button" onClick={() => (openDialog.value = { kind: 'user', user: null })}>
          Add user
        </button>
      </p>
      <Refusal message={refusal.value ?? list.refusal} />
      <ServerPage
        caption="Users"
        columns={columns}
        rows={list.page}
        keyOf={({ username }) => username}
        emptyText="No users match"
        from={list.query.from}
        hasMore={list.page?.length === pageSize}
        goToPage={(from) => list.change({ from })}
      />
      <UserDialogs openDialog={openDialog.value} close={() => (openDialog.value = null)} refresh={list.refresh} />
    </>
  );
}
