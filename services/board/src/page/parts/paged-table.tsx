import { rowsBefore, turnTo } from '../place/pages.ts';
import { isOnPaper } from '../place/paper.ts';
import { Pager, rowsOfPage, Table, type TableProps } from './table.tsx';

interface Props<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'> {
  /** The number of rows before the page; the first page if there are no more */
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
  /** The name of the page parameter in the address */
  readonly name: string;
}

/** Rows that are all loaded, with the page from the address. */
export const AddressedTable = <Row,>({ name, ...given }: AddressedProps<Row>) => (
  <PagedTable {...given} from={rowsBefore(name)} turn={(from) => turnTo(name, from)} />
);
