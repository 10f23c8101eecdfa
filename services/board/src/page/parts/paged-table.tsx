import { rowsBefore, turnTo } from '../place/pages.ts';
import { isOnPaper } from '../place/paper.ts';
import { Pager, rowsOfPage, Table, type TableProps } from './table.tsx';

interface Props<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'> {
  /** how many rows come before those that are shown; where there are no more, the first ones are shown */
  readonly from: number;
  readonly turn: (from: number) => void;
}

/** Rows that are all known, of which a page is in the document; on paper all of them. */
export function PagedTable<Row>({ caption, columns, rows, keyOf, from, turn }: Props<Row>) {
  if (isOnPaper.value) return <Table caption={caption} columns={columns} rows={rows} keyOf={keyOf} />;
  const begin = from < rows.length ? from : 0;
  const page = rows.slice(begin, begin + rowsOfPage);
  return (
    <>
      <Table caption={caption} columns={columns} rows={page} keyOf={keyOf} />
      <Pager from={begin} count={page.length} hasMore={begin + page.length < rows.length} turn={turn} />
    </>
  );
}

interface AddressedProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'> {
  /** by which the address says which page is shown */
  readonly name: string;
}

/** Rows that are all known, of which the address says what page is in the document. */
export const AddressedTable = <Row,>({ name, ...given }: AddressedProps<Row>) => (
  <PagedTable {...given} from={rowsBefore(name)} turn={(from) => turnTo(name, from)} />
);
