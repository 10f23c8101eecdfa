import { useMemo } from 'preact/hooks';
import { isPrinting } from '../navigation/print.ts';
import { Rows, type TableContent } from './rows.tsx';

export type { Column } from './rows.tsx';

/** The maximum number of rows of a page. A printout contains all rows. */
export const pageSize = 100;

export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

export interface TableProps<Row> extends TableContent<Row> {
  readonly caption: string;
  readonly sorting?: Sorting;
  readonly sort?: (column: string) => void;
  /** Whether the columns have fixed widths on a wide screen. The rows of such a table are rendered in batches. */
  readonly isFixedLayout?: boolean;
}

const ariaSort = ({ column, isDescending }: Sorting, order: string) => {
  if (column !== order) return 'none';
  return isDescending ? 'descending' : 'ascending';
};

const HeadingText = ({ name, isHidden = false }: { readonly name: string; readonly isHidden?: boolean | undefined }) =>
  isHidden ? <span class="unseen">{name}</span> : name;

/** A table with one page of rows. On a narrow screen each row is a card with the column headings beside its cells. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, headings = null, sorting, sort, isFixedLayout = false } = props;
  const isUnpaged = isPrinting.value;
  // Memoized, so that input beside the table does not render it again.
  const body = useMemo(
    () => (
      <Rows
        columns={columns}
        rows={isUnpaged ? rows : rows.slice(0, pageSize)}
        keyOf={keyOf}
        headings={headings}
        isIncremental={isFixedLayout && !isUnpaged}
      />
    ),
    [columns, rows, keyOf, headings, isUnpaged, isFixedLayout],
  );
  return (
    <table class={isFixedLayout ? 'steady' : undefined}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, order, class: className, before, isNameHidden }) => (
            <th
              key={name}
              scope="col"
              class={className}
              aria-sort={order && sorting ? ariaSort(sorting, order) : undefined}
            >
              {before}
              {order && sort ? (
                <button type="button" class="heading" onClick={() => sort(order)}>
                  {name}
                </button>
              ) : (
                <HeadingText name={name} isHidden={isNameHidden} />
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{body}</tbody>
    </table>
  );
}

interface PagerProps {
  /** The number of rows before this page. */
  readonly from: number;
  readonly count: number;
  readonly hasMore: boolean;
  readonly goToPage: (from: number) => void;
  /** The maximum number of rows of a page. */
  readonly size?: number;
}

/** The range of the visible rows, and links to other pages. */
export function Pager({ from, count, hasMore, goToPage, size = pageSize }: PagerProps) {
  if (from === 0 && !hasMore) return null;
  return (
    <nav class="pager" aria-label="Pagination">
      <button type="button" disabled={from === 0} onClick={() => goToPage(Math.max(0, from - size))}>
        Previous
      </button>
      <span>
        {from + 1}–{from + count}
      </span>
      <button type="button" disabled={!hasMore} onClick={() => goToPage(from + size)}>
        Next
      </button>
    </nav>
  );
}

interface KeyPagerProps {
  /** Opens the first page; undefined if this is the first page. */
  readonly first: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** Links to the other pages of a list whose length is unknown. */
export const KeyPager = ({ first, previous, next }: KeyPagerProps) =>
  first || previous || next ? (
    <nav class="pager" aria-label="Pagination">
      <button type="button" disabled={first === undefined} onClick={first}>
        First page
      </button>
      <button type="button" disabled={previous === undefined} onClick={previous}>
        Previous
      </button>
      <button type="button" disabled={next === undefined} onClick={next}>
        Next
      </button>
    </nav>
  ) : null;
