import { useSignal } from '@preact/signals';
import type { VariableAnswer } from '@slipway/wire';
import { Deed, Lacking } from '../../parts/deed.tsx';
import { Moment, None } from '../../parts/moment.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import type { Column } from '../../parts/table.tsx';
import { kindOf, textOf } from '../../parts/variables/typed.ts';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { Owner } from './owner.ts';
import { VariableDialog } from './variable-dialog.tsx';

interface Props {
  readonly owner: Owner;
  readonly variables: readonly VariableAnswer[];
  /** Whether there is a start form */
  readonly isAskedFor: boolean;
  /** Whether they are read-only */
  readonly isFixed: boolean;
  /** whether one is changed here; else it is of something around, and leads there */
  readonly isOwn?: (variable: VariableAnswer) => boolean;
  /** the permission that is missing to change them */
  readonly lacking: string | null;
  /** how many rows come before those that are shown */
  readonly from: number;
  readonly turn: (from: number) => void;
}

const all = (): boolean => true;

/** Which dialog is open, and for which variable. */
type Opened = { readonly what: 'add' } | { readonly what: 'change' | 'delete'; readonly id: string } | null;

/** A value as it is read: of a password only that there is one. */
function Shown({ variable }: { readonly variable: VariableAnswer }) {
  const { value } = variable;
  if (value === undefined || value === null || value === '') return <None />;
  const kind = kindOf(variable);
  if (kind === 'moment') return <Moment at={String(value)} />;
  if (kind === 'truth') return value === true ? 'Yes' : 'No';
  return <span class="value">{kind === 'password' ? String(value) : textOf(variable)}</span>;
}

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No');

type Open = (opened: Opened) => void;

interface Steps extends Pick<Props, 'lacking'> {
  readonly open: Open;
  readonly isOwn: (variable: VariableAnswer) => boolean;
}

const parentOf = (id: string): string => lastOf(id.slice(0, id.lastIndexOf('/')));

const steps = ({ lacking, open, isOwn }: Steps): Column<VariableAnswer> => ({
  name: 'Steps',
  cell: (variable) => {
    const { id, key } = variable;
    if (!isOwn(variable)) return <Link to={`/folders/${parentOf(id)}?form=variables`}>{key} of a folder around</Link>;
    return (
      <div class="tools">
        <Deed lacking={lacking} run={() => open({ what: 'change', id })}>
          Change {key}…
        </Deed>
        <Deed lacking={lacking} run={() => open({ what: 'delete', id })}>
          Delete {key}…
        </Deed>
      </div>
    );
  },
});

const columnsOf = (isAskedFor: boolean): readonly Column<VariableAnswer>[] => [
  { name: 'Variable', cell: ({ key }) => key },
  { name: 'Description', cell: ({ label, description }) => label ?? description ?? '–' },
  { name: 'Value', cell: (variable) => <Shown variable={variable} /> },
  { name: 'Required', cell: ({ requiresValue }) => yesOrNo(requiresValue) },
  ...(isAskedFor
    ? [{ name: 'On the start form', cell: (one: VariableAnswer) => yesOrNo(one.showOnReleaseStart) }]
    : []),
];

/** Variables, to be read, added, changed and deleted. */
export function VariableList({ owner, variables, isAskedFor, isFixed, isOwn = all, lacking, from, turn }: Props) {
  const opened = useSignal<Opened>(null);
  const open: Open = (what) => {
    opened.value = what;
  };
  const now = opened.value;
  const variable = now !== null && now.what !== 'add' ? variables.find(({ id }) => id === now.id) : undefined;
  const columns = columnsOf(isAskedFor);
  const close = (): void => open(null);
  return (
    <>
      {!isFixed && (
        <p class="tools">
          <Deed lacking={lacking} run={() => open({ what: 'add' })}>
            Add a variable…
          </Deed>
        </p>
      )}
      {!isFixed && <Lacking names={[lacking]} />}
      {variables.length === 0 && <p class="empty">There is no variable.</p>}
      {variables.length > 0 && (
        <PagedTable
          caption="Variables"
          columns={isFixed ? columns : [...columns, steps({ lacking, open, isOwn })]}
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
