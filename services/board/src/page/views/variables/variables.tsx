import { useSignal } from '@preact/signals';
import type { ReleaseAnswer, VariableAnswer } from '@slipway/wire';
import { Deed, Lacking } from '../../parts/deed.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import type { Column } from '../../parts/table.tsx';
import { kindOf, textOf } from '../../parts/variables/typed.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ownerOf } from './owner.ts';
import { VariableDialog } from './variable-dialog.tsx';

interface Props {
  /** a release or template */
  readonly of: Pick<ReleaseAnswer, 'id' | 'type' | 'status' | 'variables'>;
  readonly isArchived: boolean;
  /** the permission that is missing to change them */
  readonly lacking: string | null;
  /** shows what is there now */
  readonly refresh: () => Promise<void>;
  /** how many rows come before those that are shown */
  readonly from: number;
  readonly turn: (from: number) => void;
}

/** Which dialog is open, and for which variable. */
type Opened = { readonly what: 'add' } | { readonly what: 'change' | 'delete'; readonly id: string } | null;

/** A value as it is read: of a password only that there is one. */
function Shown({ variable }: { readonly variable: VariableAnswer }) {
  const { value } = variable;
  if (value === undefined || value === null || value === '') return <span class="none">–</span>;
  const kind = kindOf(variable);
  if (kind === 'moment') return <Moment at={String(value)} />;
  if (kind === 'truth') return value === true ? 'Yes' : 'No';
  return <span class="value">{kind === 'password' ? String(value) : textOf(variable)}</span>;
}

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No');

type Open = (opened: Opened) => void;

const steps = (lacking: string | null, open: Open): Column<VariableAnswer> => ({
  name: 'Steps',
  cell: ({ id, key }) => (
    <div class="tools">
      <Deed lacking={lacking} run={() => open({ what: 'change', id })}>
        Change {key}
      </Deed>
      <Deed lacking={lacking} run={() => open({ what: 'delete', id })}>
        Delete {key}
      </Deed>
    </div>
  ),
});

const columnsOf = (isTemplate: boolean): readonly Column<VariableAnswer>[] => [
  { name: 'Variable', cell: ({ key }) => key },
  { name: 'What it is', cell: ({ label, description }) => label ?? description ?? '–' },
  { name: 'Value', cell: (variable) => <Shown variable={variable} /> },
  { name: 'Required', cell: ({ requiresValue }) => yesOrNo(requiresValue) },
  ...(isTemplate ? [{ name: 'Asked for', cell: (one: VariableAnswer) => yesOrNo(one.showOnReleaseStart) }] : []),
];

/** The variables of a release or template, to be read, added, changed and deleted. */
export function Variables({ of, isArchived, lacking, refresh, from, turn }: Props) {
  const opened = useSignal<Opened>(null);
  const open: Open = (what) => {
    opened.value = what;
  };
  const { variables, status } = of;
  const owner = ownerOf(of, refresh);
  const now = opened.value;
  const variable = now !== null && now.what !== 'add' ? variables.find(({ id }) => id === now.id) : undefined;
  const columns = columnsOf(status === 'TEMPLATE');
  const close = (): void => open(null);
  return (
    <>
      {!isArchived && (
        <p class="tools">
          <Deed lacking={lacking} run={() => open({ what: 'add' })}>
            Add a variable
          </Deed>
        </p>
      )}
      {!isArchived && <Lacking names={[lacking]} />}
      {variables.length === 0 && <p class="empty">There is no variable.</p>}
      {variables.length > 0 && (
        <PagedTable
          caption="Variables"
          columns={isArchived ? columns : [...columns, steps(lacking, open)]}
          rows={variables}
          keyOf={({ id }) => id}
          from={from}
          turn={turn}
        />
      )}
      {now?.what === 'add' && <VariableDialog owner={owner} variable={null} close={close} />}
      {now?.what === 'change' && variable && (
        <VariableDialog key={variable.id} owner={owner} variable={variable} close={close} />
      )}
      {now?.what === 'delete' && variable && (
        <DeleteDialog key={variable.id} owner={owner} variable={variable} variables={variables} close={close} />
      )}
    </>
  );
}
