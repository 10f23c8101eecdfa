import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import Pencil from '~icons/lucide/pencil';
import Plus from '~icons/lucide/plus';
import Tag from '~icons/lucide/tag';
import Trash2 from '~icons/lucide/trash-2';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { None } from '../../components/moment.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { Column } from '../../components/table.tsx';
import { VariableValue } from '../../components/variables/variable-value.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { plural, t } from '../../navigation/text.ts';
import { DeleteVariableDialog } from './delete-variable-dialog.tsx';
import { typeLabel } from './form-values.ts';
import { VariableDialog } from './variable-dialog.tsx';
import type { VariableOwner } from './variable-owner.ts';

interface Props {
  readonly owner: VariableOwner;
  readonly variables: readonly VariableResponse[];
  /** Whether the variables can be on a start form. */
  readonly hasStartForm: boolean;
  readonly isReadOnly: boolean;
  /** Whether the owner defines the variable. Otherwise, the row links to the folder that defines it. */
  readonly isOwn?: (variable: VariableResponse) => boolean;
  /** The permission that the user lacks to change the variables; null: none. */
  readonly missingPermission: string | null;
  /** The offset of the current page. */
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

const always = (): boolean => true;

/** The open dialog, with the id of its variable. */
type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'change' | 'delete'; readonly id: string } | null;

const yesOrNoLabel = (isTrue: boolean): string => (isTrue ? t('Yes') : t('No'));

type Open = (openDialog: OpenDialog) => void;

interface ActionColumnProps extends Pick<Props, 'missingPermission'> {
  readonly open: Open;
  readonly isOwn: (variable: VariableResponse) => boolean;
}

const parentOf = (id: string): string => lastSegment(id.slice(0, id.lastIndexOf('/')));

const actionColumn = ({ missingPermission, open, isOwn }: ActionColumnProps): Column<VariableResponse> => ({
  name: t('Actions'),
  isNameHidden: true,
  class: 'variable-tools',
  cell: (variable) => {
    const { id, key } = variable;
    if (!isOwn(variable)) return <Link to={`/folders/${parentOf(id)}?form=variables`}>{key} (inherited)</Link>;
    return (
      <div class="tools">
        <IconButton
          label={t`Edit ${key}…`}
          icon={Pencil}
          missingPermission={missingPermission}
          run={() => open({ kind: 'change', id })}
        />
        <IconButton
          label={t`Delete ${key}…`}
          icon={Trash2}
          missingPermission={missingPermission}
          run={() => open({ kind: 'delete', id })}
        />
      </div>
    );
  },
});

const countText = (count: number): string => plural(count, '# variable', '# variables');

const columnsOf = (hasStartForm: boolean): readonly Column<VariableResponse>[] => [
  { name: t('Variable'), cell: ({ key }) => <code>{key}</code> },
  { name: t('Type'), cell: ({ type }) => typeLabel(type) },
  {
    name: t('Label and description'),
    cell: ({ label, description }) => (
      <>
        {label}
        {description !== undefined && <span class="sub block">{description}</span>}
        {(label ?? description) === undefined && <None />}
      </>
    ),
  },
  { name: t('Value'), cell: (variable) => <VariableValue variable={variable} /> },
  { name: t('Required'), cell: ({ requiresValue }) => yesOrNoLabel(requiresValue) },
  ...(hasStartForm
    ? [
        {
          name: t('On the start form'),
          cell: (variable: VariableResponse) => yesOrNoLabel(variable.showOnReleaseStart),
        },
      ]
    : []),
];

/** A list of variables, with actions that add, change and delete variables. */
export function VariableList({
  owner,
  variables,
  hasStartForm,
  isReadOnly,
  isOwn = always,
  missingPermission,
  from,
  goToPage,
}: Props) {
  const openDialog = useSignal<OpenDialog>(null);
  const open: Open = (dialog) => {
    openDialog.value = dialog;
  };
  const current = openDialog.value;
  const variable =
    current !== null && current.kind !== 'add' ? variables.find(({ id }) => id === current.id) : undefined;
  const columns = columnsOf(hasStartForm);
  const close = (): void => open(null);
  return (
    <>
      <div class="tab-tools">
        <div>
          {variables.length > 0 && <p>{countText(variables.length)}</p>}
          {!isReadOnly && <MissingPermissions names={[missingPermission]} />}
        </div>
        {!isReadOnly && (
          <ActionButton missingPermission={missingPermission} run={() => open({ kind: 'add' })}>
            <Icon of={Plus} />
            Add variable
          </ActionButton>
        )}
      </div>
      {variables.length === 0 && (
        <div class="card">
          <EmptyState icon={Tag} text="No variables yet" />
        </div>
      )}
      {variables.length > 0 && (
        <PagedTable
          caption="Variables"
          columns={isReadOnly ? columns : [...columns, actionColumn({ missingPermission, open, isOwn })]}
          rows={variables}
          keyOf={({ id }) => id}
          from={from}
          goToPage={goToPage}
        />
      )}
      {current?.kind === 'add' && <VariableDialog owner={owner} variable={null} close={close} />}
      {current?.kind === 'change' && variable && (
        <VariableDialog key={variable.id} owner={owner} variable={variable} close={close} />
      )}
      {current?.kind === 'delete' && variable && (
        <DeleteVariableDialog key={variable.id} owner={owner} variable={variable} variables={variables} close={close} />
      )}
    </>
  );
}
