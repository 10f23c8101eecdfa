import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { itemsOfFirstPaint } from '../navigation/first-paint.ts';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** The sort key of the column; a column without it cannot be sorted. */
  readonly order?: string;
  /** The class of the cells. */
  readonly class?: string;
  /** A control before the name in the head. */
  readonly before?: ComponentChildren;
  /** Whether only screen readers read the name. */
  readonly isNameHidden?: boolean;
}

/** The content of a table. */
export interface TableContent<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The heading of the group of each row, by key; null or absent: no groups. Rows of a group are consecutive. */
  readonly headings?: ReadonlyMap<string, string> | null;
}

/**
 * The pause after the visible rows of a changed list, in milliseconds. So the next sort order, filter or page does not
 * wait for the other rows.
 */
const pauseMs = 400;
/** The minimum height of a row, in pixels. */
const minRowHeight = 32;
/** The smallest distance of the first row from the top of the page, in pixels. */
const minTop = 250;
/** The maximum time of a batch until the page handles user input, with style, layout and paint, in milliseconds. */
const renderBudgetMs = 40;
const [minRows, maxRows] = [10, 100];
/** The number of rows that this browser paints in that time. The initial value is an estimate. */
let batchSize = 25;

/** Adjusts the batch size to the time until these rows were painted. */
function recordRenderTime(rows: number, ms: number): void {
  if (rows >= minRows)
    batchSize = Math.max(minRows, Math.min(maxRows, Math.floor((rows * renderBudgetMs) / Math.max(1, ms))));
}

interface Props<Row> extends TableContent<Row> {
  /** Whether to render the rows in batches instead of all together. */
  readonly isIncremental: boolean;
}

/** Returns a unique key for each row. Duplicate keys receive a suffix. */
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
    {columns.map(({ name, cell, class: className, isNameHidden }, index) =>
      index === 0 ? (
        <th key={name} scope="row" class={className}>
          {cell(row)}
        </th>
      ) : (
        <td key={name} class={className} data-name={isNameHidden ? undefined : name}>
          {cell(row)}
        </td>
      ),
    )}
  </tr>
);

/** The heading of a group of rows. */
const Heading = ({ text, count }: { readonly text: string; readonly count: number }) => (
  <tr>
    <th colSpan={count} scope="rowgroup">
      <bdi>{text}</bdi>
    </th>
  </tr>
);

/** Returns the rows of the next rendering step. Unchanged rows are reused, and changed rows wait for their batch. */
function renderNext<Row>(
  { columns, rows, keyOf, isIncremental }: Props<Row>,
  before: ReadonlyMap<string, RenderedRow<Row>>,
) {
  const next = new Map<string, RenderedRow<Row>>();
  const limit = isIncremental ? Math.min(batchSize, itemsOfFirstPaint(minRowHeight, minTop)) : rows.length;
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

/** The rows of a table. Renders only changed rows, and many new rows in batches, so that the page stays responsive. */
export function Rows<Row>(props: Props<Row>) {
  const rendered = useRef<ReadonlyMap<string, RenderedRow<Row>>>(new Map());
  const latest = useRef({ rows: props.rows, count: 0, isChanged: false });
  const triggerRender = useState(0)[1];
  const startedAt = performance.now();
  const { next, renderedCount, isComplete } = renderNext(props, rendered.current);
  rendered.current = next;
  // Runs after the rows are painted.
  useEffect(() => {
    recordRenderTime(renderedCount, performance.now() - startedAt);
    const { rows, isChanged, count: previousCount } = latest.current;
    const count = renderedCount + (rows === props.rows ? previousCount : 0);
    latest.current = { rows: props.rows, count, isChanged: isChanged || rows !== props.rows };
    if (isComplete) return;
    const visibleCount = window.innerHeight / minRowHeight;
    const isPause = latest.current.isChanged && count >= visibleCount && count - renderedCount < visibleCount;
    const timer = window.setTimeout(() => triggerRender((renders) => renders + 1), isPause ? pauseMs : 0);
    return () => window.clearTimeout(timer);
  });
  const { headings = null, columns } = props;
  let lastHeading: string | undefined;
  return [...next].flatMap(([key, { cells }]) => {
    const heading = headings?.get(key);
    if (heading === undefined || heading === lastHeading) return [cells];
    lastHeading = heading;
    return [<Heading key={`group ${key}`} text={heading} count={columns.length} />, cells];
  });
}
