import { useSignal } from '@preact/signals';
import type { RoleResponse } from '@slipway/api-schema/people';
import IdCard from '~icons/lucide/id-card';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import TextCursorInput from '~icons/lucide/text-cursor-input';
import Trash2 from '~icons/lucide/trash-2';
import { fullNameOf, knownFullName } from '../../../api/full-names.ts';
import { permissionName } from '../../../api/permission-words.ts';
import { mutate, read } from '../../../api/rest.ts';
import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { None } from '../../../components/moment.tsx';
import { ServerPage } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, pageSize } from '../../../components/table.tsx';
import { polled } from '../../../live/subscriptions.ts';
import { usePagedList } from '../../../live/use-paged-list.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { t } from '../../../navigation/text.ts';
import { PeopleHead } from '../people-head.tsx';
import { type PeopleQuery, peopleUrl, requestPath } from '../query.ts';
import { RoleDialog, rolePath } from './role-dialog.tsx';

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'change' | 'rename' | 'delete'; readonly role: RoleResponse };

/** The maximum number of names in a row. */
const maxNames = 10;

/** Names as tags. The tags after the first ones are summed up. */
const Names = ({ names }: { readonly names: readonly string[] }) =>
  names.length === 0 ? (
    <None />
  ) : (
    <span class="tags">
      {names.slice(0, maxNames).map((name, index) => (
        <bdi key={index} class="tag">
          {name}
        </bdi>
      ))}
      {names.length > maxNames && <span class="sub">+{names.length - maxNames} more</span>}
    </span>
  );

const columnsOf = (open: (openDialog: OpenDialog) => void): readonly Column<RoleResponse>[] => [
  { name: t('Role'), cell: ({ name }) => <bdi>{name}</bdi> },
  {
    name: t('Members'),
    cell: ({ principals }) => (
      <Names
        names={principals.map(({ username, fullname }) =>
          knownFullName(username) === null ? (fullname ?? username) : fullNameOf(username),
        )}
      />
    ),
  },
  { name: t('Permissions'), cell: ({ permissions }) => <Names names={permissions.map(permissionName)} /> },
  {
    ...{ name: t('Actions'), isNameHidden: true, class: 'row-menu' },
    cell: (role) => (
      <RowMenu
        label={t`Actions for ${role.name}`}
        sections={[
          {
            actions: [
              { label: t('Edit…'), icon: Pencil, run: () => open({ kind: 'change', role }) },
              { label: t('Rename…'), icon: TextCursorInput, run: () => open({ kind: 'rename', role }) },
            ],
          },
          {
            actions: [{ label: t('Delete…'), icon: Trash2, isDanger: true, run: () => open({ kind: 'delete', role }) }],
          },
        ]}
      />
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
    return t('Role renamed');
  };
  return (
    <FormDialog title={t`Rename ${name}`} submitLabel="Rename" close={close} run={run}>
      <p>Teams that use this role are updated.</p>
      <TextField label="Name" isRequired value={newName.value} change={(text) => (newName.value = text)} />
    </FormDialog>
  );
}

function DeleteDialog({ role: { name }, close, onDone }: RoleDialogProps) {
  const run = async (): Promise<string> => {
    await mutate('DELETE', rolePath(name));
    await onDone();
    return t('Role deleted');
  };
  return (
    <FormDialog title={t`Delete ${name}?`} submitLabel="Delete role" isDanger close={close} run={run}>
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
  usePaletteActions([
    { name: t('Add role'), missingPermission: null, run: () => (openDialog.value = { kind: 'add' }) },
  ]);
  const dialogProps = { close, onDone: list.refresh };
  return (
    <>
      <PeopleHead current="roles">
        <button type="button" class="main" onClick={() => (openDialog.value = { kind: 'add' })}>
          <Icon of={Plus} />
          Add role
        </button>
      </PeopleHead>
      <Refusal message={list.refusal} retry={list.retry} />
      {list.page?.length === 0 && list.query.from === 0 && (
        <div class="card">
          <EmptyState icon={IdCard} text="No roles yet" />
        </div>
      )}
      <ServerPage
        caption="Roles"
        columns={columnsOf((nextDialog) => (openDialog.value = nextDialog))}
        rows={list.page?.length === 0 && list.query.from === 0 ? undefined : list.page}
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
