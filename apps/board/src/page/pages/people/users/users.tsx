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

/** The path of the calls about a user. */
const userPath = (username: string): string => `/users/${encodeURIComponent(username)}`;

interface Props {
  /** null: a new one */
  readonly user: UserResponse | null;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** The inputs for a user. */
interface UserDraft {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  /** Empty: unchanged */
  readonly password: string;
}

/** The request body: only changed fields, so that changes of other users stay. */
const toUserBody = ({ fullName, email, password }: UserDraft, before: UserResponse | null) => ({
  ...(fullName !== (before?.fullName ?? '') && { fullName }),
  ...(email !== (before?.email ?? '') && { email }),
  ...(password !== '' && { password }),
});

/** A user to be made or changed. */
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
    return user === null ? `${username} was created.` : `${username} was changed.`;
  };
  return (
    <FormDialog
      title={user === null ? 'Create a user' : `Change ${username}`}
      submitLabel={user === null ? 'Create' : 'Save'}
      close={close}
      run={run}
    >
      {user?.external && <p>This user is kept by single sign-on; REST takes no other name, mail or password.</p>}
      {user === null && (
        <TextField label="User name" isRequired value={username} change={(text) => edit({ username: text })} />
      )}
      <TextField label="Full name" value={fullName} change={(text) => edit({ fullName: text })} />
      <TextField label="Mail address" value={email} change={(text) => edit({ email: text })} />
      <TextField
        label={user === null ? 'Password' : 'New password'}
        hint={
          user === null
            ? 'Without one the user logs in by a token, by single sign-on, or not at all.'
            : 'Empty: the password stays. A new one ends all sessions of the user.'
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

/** Whether a user can log in, by shape and word. */
const LoginBadge = ({ isAllowed }: { readonly isAllowed: boolean }) => (
  <span class={`status ${isAllowed ? 'done' : 'over'}`}>
    <span class="shape" aria-hidden="true">
      {isAllowed ? '✓' : '✕'}
    </span>
    {isAllowed ? 'May log in' : 'Locked'}
  </span>
);

const columnsOf = ({ edit, lock, remove }: UserActions): readonly Column<UserResponse>[] => [
  { name: 'User', cell: ({ username }) => username },
  { name: 'Name', cell: ({ fullName }) => fullName || '–' },
  { name: 'Mail', cell: ({ email }) => email || '–' },
  { name: 'From', cell: ({ external }) => (external ? 'Single sign-on' : 'Here') },
  { name: 'Login', cell: ({ loginAllowed }) => <LoginBadge isAllowed={loginAllowed} /> },
  { name: 'Last active', cell: ({ lastActive }) => <Moment at={lastActive ?? undefined} /> },
  {
    name: 'Steps',
    cell: (user) => (
      <div class="tools">
        <button type="button" onClick={() => edit(user)}>
          Change {user.username}…
        </button>
        <button type="button" onClick={() => lock(user)}>
          {user.loginAllowed ? 'Lock' : 'Unlock'} {user.username}
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
    <TextField label="Name or mail address" type="search" value={query.text} change={(text) => change({ text })} />
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
    return `${username} was deleted.`;
  };
  return (
    <FormDialog title={`Delete ${username}`} submitLabel="Delete for good" close={close} run={run}>
      <p>
        {username} leaves all roles and teams, and all sessions and tokens end. Their activity stays. To block access
        for a while, lock the account instead.
      </p>
    </FormDialog>
  );
}

/** Users by name, with the actions on them. */
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
      announce(`${username} ${loginAllowed ? 'may log in no more' : 'may log in again'}.`);
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  usePaletteActions([
    { name: 'Create a user', missingPermission: null, run: () => (openDialog.value = { kind: 'user', user: null }) },
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
          Create a user…
        </button>
      </p>
      <Refusal message={refusal.value ?? list.refusal} />
      <ServerPage
        caption="Users"
        columns={columns}
        rows={list.page}
        keyOf={({ username }) => username}
        emptyText="No user matches."
        from={list.query.from}
        hasMore={list.page?.length === pageSize}
        goToPage={(from) => list.change({ from })}
      />
      <UserDialogs openDialog={openDialog.value} close={() => (openDialog.value = null)} refresh={list.refresh} />
    </>
  );
}
