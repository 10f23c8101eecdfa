import { pageOffset, setPageOffset } from '../navigation/pagination.ts';
import { isPrinting } from '../navigation/print.ts';
import { Pager, pageSize, Table, type TableProps } from './table.tsx';

interface Props<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'> {
  /** The number of rows before the page; the first page if there are no more */
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

/** Rows that are all known, of which a page is in the document; on paper all of them. */
export function PagedTable<Row>({ caption, columns, rows, keyOf, from, goToPage }: Props<Row>) {
  if (isPrinting.value) return <Table caption={caption} columns={columns} rows={rows} keyOf={keyOf} />;
  const start = from < rows.length ? from : 0;
  const page = rows.slice(start, start + pageSize);
  return (
    <>
      <Table caption={caption} columns={columns} rows={page} keyOf={keyOf} />
      <Pager from={start} count={page.length} hasMore={start + page.length < rows.length} goToPage={goToPage} />
    </>
  );
}

interface AddressedProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'> {
  /** The name of the page parameter in the address */
  readonly name: string;
}

/** Rows that are all loaded, with the page from the address. */
export const AddressedTable = <Row,>({ name, ...rest }: AddressedProps<Row>) => (
  <PagedTable {...rest} from={pageOffset(name)} goToPage={(from) => setPageOffset(name, from)} />
);
