import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keysOf } from './rows/keys.ts';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** the value to sort by when the heading is used; absent: the column does not sort */
  readonly order?: string;
}

/** The content of a table. */
export interface TableContent<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** How long new rows are drawn before the viewer may do something again, in milliseconds. */
const stepMs = 40;
const [least, most] = [10, 100];
/** How many rows this machine draws in that time; a guess, until it has drawn some. */
let atOnce = 25;

/** Records the rendering time of a number of rows. */
function learn(rows: number, ms: number): void {
  if (rows >= least) atOnce = Math.max(least, Math.min(most, Math.floor((rows * stepMs) / Math.max(1, ms))));
}

interface Props<Row> extends TableContent<Row> {
  /** some at a time, else all at once */
  readonly isInSteps: boolean;
}

interface Drawn<Row> extends Pick<TableContent<Row>, 'columns'> {
  readonly row: Row;
  readonly cells: VNode;
}

const Cells = <Row,>({ columns, row }: Omit<Drawn<Row>, 'cells'>) => (
  <tr>
    {columns.map(({ name, cell }, index) =>
      index === 0 ? (
        <th key={name} scope="row" data-name={name}>
          {cell(row)}
        </th>
      ) : (
        <td key={name} data-name={name}>
          {cell(row)}
        </td>
      ),
    )}
  </tr>
);

/** The rows of the next rendering step: unchanged ones stay, and changed ones wait for their turn. */
function drawNext<Row>({ columns, rows, keyOf, isInSteps }: Props<Row>, before: ReadonlyMap<string, Drawn<Row>>) {
  const next = new Map<string, Drawn<Row>>();
  const limit = isInSteps ? atOnce : rows.length;
  let fresh = 0;
  let isWhole = true;
  const keys = keysOf(rows, keyOf);
  for (const [nth, row] of rows.entries()) {
    const key = keys[nth] ?? '';
    const known = before.get(key);
    const isSame = known?.row === row && known.columns === columns;
    if (!isSame && fresh < limit) {
      fresh += 1;
      next.set(key, { columns, row, cells: <Cells key={key} columns={columns} row={row} /> });
    } else {
      isWhole &&= isSame;
      if (known !== undefined) next.set(key, known);
    }
  }
  return { next, fresh, isWhole };
}

/** The rows of a table. Only changes are rendered, and many new ones in steps, so that the page stays responsive. */
export function Rows<Row>(props: Props<Row>) {
  const drawn = useRef<ReadonlyMap<string, Drawn<Row>>>(new Map());
  const step = useState(0)[1];
  const begun = performance.now();
  const { next, fresh, isWhole } = drawNext(props, drawn.current);
  drawn.current = next;
  useLayoutEffect(() => learn(fresh, performance.now() - begun));
  useEffect(() => {
    if (isWhole) return;
    const timer = window.setTimeout(() => step((count) => count + 1));
    return () => window.clearTimeout(timer);
  });
  return [...next.values()].map(({ cells }) => cells);
}
