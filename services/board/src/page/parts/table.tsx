import { useMemo } from 'preact/hooks';
import { isOnPaper } from '../place/paper.ts';
import { Rows, type TableContent } from './rows.tsx';

export type { Column } from './rows.tsx';

/** The maximum number of rows in the document, except for printing. */
export const rowsOfPage = 100;

export interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
}

export interface TableProps<Row> extends TableContent<Row> {
  readonly caption: string;
  readonly sorting?: Sorting;
  readonly sort?: (by: string) => void;
  /** on a wide screen its columns are as wide as they are, whatever comes into them; its rows come some at a time */
  readonly isSteady?: boolean;
}

const sortOf = ({ by, isDescending }: Sorting, order: string) => {
  if (by !== order) return 'none';
  return isDescending ? 'descending' : 'ascending';
};

/** A page of rows. On a narrow screen each row is a card, with the headings beside its cells. */
export function Table<Row>({ caption, columns, rows, keyOf, sorting, sort, isSteady = false }: TableProps<Row>) {
  const isAll = isOnPaper.value;
  // what is typed beside a table draws nothing of it
  const body = useMemo(
    () => (
      <Rows
        columns={columns}
        rows={isAll ? rows : rows.slice(0, rowsOfPage)}
        keyOf={keyOf}
        isInSteps={isSteady && !isAll}
      />
    ),
    [columns, rows, keyOf, isAll, isSteady],
  );
  return (
    <table class={isSteady ? 'steady' : undefined}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, order }) => (
            <th key={name} scope="col" aria-sort={order && sorting ? sortOf(sorting, order) : undefined}>
              {order && sort ? (
                <button type="button" class="heading" onClick={() => sort(order)}>
                  {name}
                </button>
              ) : (
                name
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
  /** how many rows come before this page */
  readonly from: number;
  readonly count: number;
  readonly hasMore: boolean;
  readonly turn: (from: number) => void;
}

/** Which rows of a list are shown, and the ways to the others. */
export function Pager({ from, count, hasMore, turn }: PagerProps) {
  if (from === 0 && !hasMore) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <button type="button" disabled={from === 0} onClick={() => turn(Math.max(0, from - rowsOfPage))}>
        Previous
      </button>
      <span>
        {from + 1}–{from + count}
      </span>
      <button type="button" disabled={!hasMore} onClick={() => turn(from + rowsOfPage)}>
        Next
      </button>
    </nav>
  );
}
