import { useSignal } from '@preact/signals';
import type { ReleaseAnswer, VariableAnswer } from '@slipway/wire';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import type { Column } from '../../../parts/table.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { kindOf, textOf } from './typed.ts';

interface Props {
  readonly release: Pick<ReleaseAnswer, 'variables'>;
  readonly isArchived: boolean;
  /** the permission that is missing to change them */
  readonly lacking: string | null;
  /** shows what is there now */
  readonly refresh: () => Promise<void>;
  /** how many rows come before those that are shown */
  readonly from: number;
  readonly turn: (from: number) => void;
}

/** A value as it is read: of a password only that there is one. */
function Shown({ variable }: { readonly variable: VariableAnswer }) {
  const { value } = variable;
  if (value === undefined || value === null || value === '') return <span class="none">–</span>;
  const kind = kindOf(variable);
  if (kind === 'moment') return <Moment at={String(value)} />;
  if (kind === 'truth') return value === true ? 'Yes' : 'No';
  return <span class="value">{kind === 'password' ? String(value) : textOf(variable)}</span>;
}

const columnsOf = (lacking: string | null, open: ((id: string) => void) | null): readonly Column<VariableAnswer>[] => [
  { name: 'Variable', cell: ({ key }) => key },
  { name: 'What it is', cell: ({ label, description }) => label ?? description ?? '–' },
  { name: 'Value', cell: (variable) => <Shown variable={variable} /> },
  { name: 'Needed', cell: ({ requiresValue }) => (requiresValue ? 'Yes' : 'No') },
  ...(open === null
    ? []
    : [
        {
          name: 'Step',
          cell: ({ id, key }: VariableAnswer) => (
            <Deed lacking={lacking} run={() => open(id)}>
              Change {key}
            </Deed>
          ),
        },
      ]),
];

/** The variables of a release, to be read and changed. */
export function Variables({ release: { variables }, isArchived, lacking, refresh, from, turn }: Props) {
  const opened = useSignal<string | null>(null);
  const variable = variables.find(({ id }) => id === opened.value);
  const open = (id: string): void => {
    opened.value = id;
  };
  if (variables.length === 0) return <p class="empty">This release has no variable.</p>;
  return (
    <>
      {!isArchived && <Lacking names={[lacking]} />}
      <PagedTable
        caption="Variables"
        columns={columnsOf(lacking, isArchived ? null : open)}
        rows={variables}
        keyOf={({ id }) => id}
        from={from}
        turn={turn}
      />
      {variable && (
        <ChangeDialog
          key={variable.id}
          variable={variable}
          refresh={refresh}
          close={() => {
            opened.value = null;
          }}
        />
      )}
    </>
  );
}
