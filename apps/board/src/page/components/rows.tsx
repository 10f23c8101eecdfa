import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

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

/** The time for rendering new rows before the page handles inputs, in milliseconds. */
const renderBudgetMs = 40;
const [minRows, maxRows] = [10, 100];
/** The number of rows that this machine renders in that time; an estimate at first. */
let batchSize = 25;

/** Records the rendering time of a number of rows. */
function recordRenderTime(rows: number, ms: number): void {
  if (rows >= minRows)
    batchSize = Math.max(minRows, Math.min(maxRows, Math.floor((rows * renderBudgetMs) / Math.max(1, ms))));
}

interface Props<Row> extends TableContent<Row> {
  /** some at a time, else all at once */
  readonly isIncremental: boolean;
}

/** A key for each row: where rows have the same one, another for each after the first. */
export function uniqueKeys<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly string[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const key = keyOf(row);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0 ? key : `${key}\n${count}`;
  });
}

interface RenderedRow<Row> extends Pick<TableContent<Row>, 'columns'> {
  readonly row: Row;
  readonly cells: VNode;
}

const Cells = <Row,>({ columns, row }: Omit<RenderedRow<Row>, 'cells'>) => (
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
function renderNext<Row>(
  { columns, rows, keyOf, isIncremental }: Props<Row>,
  before: ReadonlyMap<string, RenderedRow<Row>>,
) {
  const next = new Map<string, RenderedRow<Row>>();
  const limit = isIncremental ? batchSize : rows.length;
  let renderedCount = 0;
  let isComplete = true;
  const keys = uniqueKeys(rows, keyOf);
  for (const [index, row] of rows.entries()) {
    const key = keys[index] ?? '';
    const previous = before.get(key);
    const isUnchanged = previous?.row === row && previous.columns === columns;
    if (!isUnchanged && renderedCount < limit) {
      renderedCount += 1;
      next.set(key, { columns, row, cells: <Cells key={key} columns={columns} row={row} /> });
    } else {
      isComplete &&= isUnchanged;
      if (previous !== undefined) next.set(key, previous);
    }
  }
  return { next, renderedCount, isComplete };
}

/** The rows of a table. Only changes are rendered, and many new ones in steps, so that the page stays responsive. */
export function Rows<Row>(props: Props<Row>) {
  const rendered = useRef<ReadonlyMap<string, RenderedRow<Row>>>(new Map());
  const triggerRender = useState(0)[1];
  const startedAt = performance.now();
  const { next, renderedCount, isComplete } = renderNext(props, rendered.current);
  rendered.current = next;
  useLayoutEffect(() => recordRenderTime(renderedCount, performance.now() - startedAt));
  useEffect(() => {
    if (isComplete) return;
    const timer = window.setTimeout(() => triggerRender((count) => count + 1));
    return () => window.clearTimeout(timer);
  });
  return [...next.values()].map(({ cells }) => cells);
}
