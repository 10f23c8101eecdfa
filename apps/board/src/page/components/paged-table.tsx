import { isPrinting } from '../navigation/print.ts';
import { location, navigate } from '../navigation/router.ts';
import { offsetParam, withParams } from '../navigation/url-state.ts';
import { Pager, pageSize, Table, type TableProps } from './table.tsx';

interface Props<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'> {
  /** The number of rows before the page. If it exceeds the number of rows, the first page is shown. */
  readonly from: number;
  readonly goToPage: (from: number) => void;
}

/** A table that is completely loaded. The document contains one page of it; a printout contains all rows. */
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

/** Returns the number of rows before the page of a list, from a parameter of the URL. */
export const pageOffset = (name: string): number => offsetParam(name).read(location.value.query);

/** Navigates to another page of a list, and keeps the other parameters of the URL. */
export function setPageOffset(name: string, from: number): void {
  const { path, query } = location.peek();
  const params = new URLSearchParams(query);
  params.delete(name);
  if (from > 0) params.set(name, String(from));
  navigate(withParams(path, params));
}

interface AddressedProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'> {
  /** The name of the URL parameter of the page. */
  readonly name: string;
}

/** A table that is completely loaded. The URL contains the page. */
export const AddressedTable = <Row,>({ name, ...rest }: AddressedProps<Row>) => (
  <PagedTable {...rest} from={pageOffset(name)} goToPage={(from) => setPageOffset(name, from)} />
);

interface ServerPageProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'keyOf'> {
  /** The rows of the page; undefined until they are loaded. */
  readonly rows: readonly Row[] | undefined;
  /** The text for an empty list. */
  readonly emptyText: string;
  /** The number of rows before the page. */
  readonly from: number;
  readonly hasMore: boolean;
  readonly goToPage: (from: number) => void;
}

/** A table whose pages are loaded from the server, with links to the other pages. */
export const ServerPage = <Row,>({ rows, emptyText, from, hasMore, goToPage, ...table }: ServerPageProps<Row>) => (
  <>
    {rows && rows.length > 0 && <Table {...table} rows={rows} />}
    {rows?.length === 0 && <p class="empty">{emptyText}</p>}
    <Pager from={from} count={rows?.length ?? 0} hasMore={hasMore} goToPage={goToPage} />
  </>
);
