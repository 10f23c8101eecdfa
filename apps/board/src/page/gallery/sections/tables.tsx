import { useSignal } from '@preact/signals';
import { RowMenu } from '../../components/controls/row-menu.tsx';
import { StatusBadge } from '../../components/marks/status.tsx';
import { Moment } from '../../components/moment.tsx';
import { PagedTable, ServerPage } from '../../components/paged-table.tsx';
import { RowCheckbox, type Selection } from '../../components/selection.tsx';
import { type Column, KeyPager, pageSize, type Sorting, Table } from '../../components/table.tsx';
import { type ComponentStates, Example, longText, longWord, noop } from '../example.tsx';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: 'IN_PROGRESS' | 'FAILED' | 'PLANNED';
}

const rows: readonly Row[] = [
  { id: '1', title: 'Payments 4.12', status: 'IN_PROGRESS' },
  { id: '2', title: longText, status: 'FAILED' },
  { id: '3', title: longWord, status: 'PLANNED' },
];
const keyOf = ({ id }: Row): string => id;

const columnsWith = (first: Column<Row>): readonly Column<Row>[] => [
  first,
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { name: 'Estimated end', order: 'end', cell: () => <Moment at="2026-11-29T14:05:00Z" /> },
  { name: 'Actions', isNameHidden: true, cell: ({ title }) => <RowMenu label={`Actions of ${title}`} sections={[]} /> },
];

const selectable = (selection: Selection) =>
  columnsWith({
    name: 'Release',
    order: 'title',
    cell: ({ id, title }) => <RowCheckbox selection={selection} id={id} title={title} to={`/releases/${id}`} />,
  });
const plain = columnsWith({ name: 'Release', cell: ({ title }) => title });

function TableExamples() {
  const selectedIds = useSignal<ReadonlySet<string>>(new Set(['2']));
  const refusals = useSignal<ReadonlyMap<string, string>>(new Map());
  const sorting = useSignal<Sorting>({ column: 'end', isDescending: true });
  return (
    <>
      <Example name="Sorted, the second row is selected" isWide>
        <Table
          caption="Releases"
          columns={selectable({ selectedIds, refusals })}
          rows={rows}
          keyOf={keyOf}
          sorting={sorting.value}
          sort={(column) => (sorting.value = { column, isDescending: !sorting.value.isDescending })}
        />
      </Example>
      <Example name="Hover" shown="hover" isWide>
        <Table caption="Hovered releases" columns={plain} rows={rows.slice(0, 1)} keyOf={keyOf} isFixedLayout />
      </Example>
      <Example name="Groups" isWide>
        <Table
          caption="Grouped releases"
          columns={plain}
          rows={rows}
          keyOf={keyOf}
          headings={new Map(rows.map((row) => [keyOf(row), 'Web shop: 3 releases']))}
        />
      </Example>
    </>
  );
}

function PageExamples() {
  const from = useSignal(0);
  const many = Array.from({ length: pageSize + 2 }, (_, index) => ({ id: `${index}`, title: `Release ${index}` }));
  return (
    <>
      <Example name="The second page" isWide>
        <PagedTable
          caption="Many releases"
          columns={[{ name: 'Release', cell: ({ title }) => title }]}
          rows={many}
          keyOf={({ id }) => id}
          from={pageSize + from.value}
          goToPage={(start) => (from.value = Math.max(0, start - pageSize))}
        />
      </Example>
      <Example name="Empty">
        <ServerPage
          caption="No releases"
          columns={plain}
          rows={[]}
          keyOf={keyOf}
          emptyText="No activity yet"
          from={0}
          hasMore={false}
          goToPage={noop}
        />
      </Example>
      <Example name="Pages without a number">
        <KeyPager first={undefined} previous={undefined} next={noop} />
      </Example>
    </>
  );
}

/** The tables. */
export const tables: readonly ComponentStates[] = [
  { id: 'table', title: 'Table', Examples: TableExamples },
  { id: 'pages', title: 'Pages of a table', Examples: PageExamples },
];
