import { useSignal } from '@preact/signals';
import type { RoleResponse } from '@slipway/api-schema/people';
import { mutate, read } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { ServerPage } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, pageSize } from '../../../components/table.tsx';
import { polled } from '../../../live/subscriptions.ts';
import { usePagedList } from '../../../live/use-paged-list.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { type PeopleQuery, peopleUrl, requestPath } from '../query.ts';
import { RoleDialog, rolePath } from './role-dialog.tsx';

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'rename' | 'delete'; readonly role: RoleResponse };

/** The maximum number of names in a row. */
const maxNames = 10;

const joinNames = (names: readonly string[]): string =>
  names.length === 0
    ? '–'
    : names.slice(0, maxNames).join(', ') + (names.length > maxNames ? `, +${names.length - maxNames} more` : '');

const columnsOf = (open: (openDialog: OpenDialog) => void): readonly Column<RoleResponse>[] => [
  { name: 'Role', cell: ({ name }) => name },
  { name: 'Members', cell: ({ principals }) => joinNames(principals.map(({ username }) => username)) },
  { name: 'Permissions', cell: ({ permissions }) => joinNames(permissions) },
  {
    name: 'Actions',
    cell: (role) => (
      <div class="tools">
        <button type="button" onClick={() => open({ kind: 'change', role })}>
          Edit {role.name}…
        </button>
        <button type="button" onClick={() => open({ kind: 'rename', role })}>
          Rename {role.name}…
        </button>
        <button type="button" onClick={() => open({ kind: 'delete', role })}>
          Delete {role.name}…
        </button>
      </div>
    ),
  },
];

interface RoleDialogProps {
  readonly role: RoleResponse;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

function RenameDialog({ role: { name }, close, onDone }: RoleDialogProps) {
  const newName = useSignal(name);
  const run = async (): Promise<string> => {
    await mutate('POST', `${rolePath(name)}/rename?${new URLSearchParams({ newName: newName.peek() })}`);
    await onDone();
    return 'Role renamed';
  };
  return (
    <FormDialog title={`Rename ${name}`} submitLabel="Rename" close={close} run={run}>
      <p>Teams that use this role are updated.</p>
      <TextField label="Name" isRequired value={newName.value} change={(text) => (newName.value = text)} />
    </FormDialog>
  );
}

function DeleteDialog({ role: { name }, close, onDone }: RoleDialogProps) {
  const run = async (): Promise<string> => {
    await mutate('DELETE', rolePath(name));
    await onDone();
    return 'Role deleted';
  };
  return (
    <FormDialog title={`Delete ${name}?`} submitLabel="Delete role" close={close} run={run}>
      <p>The role is removed from all teams, and its members lose its permissions.</p>
    </FormDialog>
  );
}

/** The list of roles, with their members and permissions. */
export function Roles() {
  const list = usePagedList<PeopleQuery, readonly RoleResponse[]>({
    ...{ path: '/people', urlState: peopleUrl, topicsOf: () => [polled], firstPage: { from: 0 } },
    load: (query) => read(requestPath(query)),
  });
  const openDialog = useSignal<OpenDialog | null>(null);
  const current = openDialog.value;
  const close = (): void => {
    openDialog.value = null;
  };
  usePaletteActions([{ name: 'Add role', missingPermission: null, run: () => (openDialog.value = { kind: 'add' }) }]);
  const dialogProps = { close, onDone: list.refresh };
  return (
    <>
      <p>
        <button type="button" onClick={() => (openDialog.value = { kind: 'add' })}>
          Add role
        </button>
      </p>
      <Refusal message={list.refusal} />
      <ServerPage
        caption="Roles"
        columns={columnsOf((nextDialog) => (openDialog.value = nextDialog))}
        rows={list.page}
        keyOf={({ id }) => id}
        emptyText="No roles yet"
        from={list.query.from}
        hasMore={list.page?.length === pageSize}
        goToPage={(from) => list.change({ from })}
      />
      {current?.kind === 'add' && <RoleDialog editedRole={null} {...dialogProps} />}
      {current?.kind === 'change' && <RoleDialog editedRole={current.role} {...dialogProps} />}
      {current?.kind === 'rename' && <RenameDialog role={current.role} {...dialogProps} />}
      {current?.kind === 'delete' && <DeleteDialog role={current.role} {...dialogProps} />}
    </>
  );
}
