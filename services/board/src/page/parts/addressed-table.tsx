import { rowsBefore, turnTo } from '../place/pages.ts';
import { PagedTable } from './paged-table.tsx';
import type { TableProps } from './table.tsx';

interface Props<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'> {
  /** by which the address says which page is shown */
  readonly name: string;
}

/** Rows that are all known, of which the address says what page is in the document. */
export const AddressedTable = <Row,>({ name, ...given }: Props<Row>) => (
  <PagedTable {...given} from={rowsBefore(name)} turn={(from) => turnTo(name, from)} />
);
