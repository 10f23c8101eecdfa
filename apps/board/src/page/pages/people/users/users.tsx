import { useSignal } from '@preact/signals';
import type { UserResponse } from '@slipway/api-schema/people';
import { messageOf } from '../../../api/errors.ts';
import { mutate } from '../../../api/rest.ts';
import { CheckField, TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { Pager, Table } from '../../../components/table.tsx';
import { polled } from '../../../live/subscriptions.ts';
import { useQuery } from '../../../live/use-query.ts';
import { announce } from '../../../navigation/announce.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { navigate, replaceUrl } from '../../../navigation/router.ts';
import { type PeopleQuery, pageSize, queryUrl, requestPath } from '../query.ts';
import { columnsOf } from './columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import { userPath } from './user-path.ts';

interface Props {
  readonly query: PeopleQuery;
}

type OpenDialog =
  | { readonly kind: 'user'; readonly user: UserResponse | null }
  | { readonly kind: 'delete'; readonly user: UserResponse };

const Filters = ({ query }: Props) => (
  <search class="filters">
    <TextField
      label="Name or mail address"
      type="search"
      value={query.text}
      change={(text) => replaceUrl(queryUrl({ ...query, text, from: 0 }))}
    />
    <CheckField
      label="Disabled users"
      isOn={query.isLocked}
      change={(isLocked) => navigate(queryUrl({ ...query, isLocked, from: 0 }))}
    />
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

/** Users by name: to be found, made, changed, locked and deleted. */
export function Users({ query }: Props) {
  const result = useQuery<readonly UserResponse[]>(requestPath(query), { topics: [polled] });
  const openDialog = useSignal<OpenDialog | null>(null);
  const refusal = useSignal<string | null>(null);
  const users = result.value.value;
  const lock = async ({ username, loginAllowed }: UserResponse): Promise<void> => {
    refusal.value = null;
    try {
      await mutate('PUT', userPath(username), { loginAllowed: !loginAllowed });
      await result.refresh();
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
      <Filters query={query} />
      <p>
        <button type="button" onClick={() => (openDialog.value = { kind: 'user', user: null })}>
          Create a user…
        </button>
      </p>
      <Refusal sentence={refusal.value ?? result.refusal.value} />
      {users && users.length > 0 && (
        <Table caption="Users" columns={columns} rows={users} keyOf={({ username }) => username} />
      )}
      {users?.length === 0 && <p class="empty">No user matches.</p>}
      <Pager
        from={query.from}
        count={users?.length ?? 0}
        hasMore={users?.length === pageSize}
        goToPage={(from) => navigate(queryUrl({ ...query, from }))}
      />
      <UserDialogs openDialog={openDialog.value} close={() => (openDialog.value = null)} refresh={result.refresh} />
    </>
  );
}
