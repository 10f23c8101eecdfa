import { maxRows, type Row, type Sheet } from './sheet.ts';

/** Rows that may be too many for one sheet. */
interface DividedRows extends Pick<Sheet, 'name' | 'columns'> {
  /** the maximum number of rows; the other sheets are planned for it */
  readonly count: number;
  /** is read once, from the first to the last sheet */
  readonly rows: AsyncGenerator<Row>;
}

/** Divides rows among as many sheets as spreadsheets need: `Activity`, `Activity 2` and so on. */
export function divideRows({ name, columns, count, rows }: DividedRows, max = maxRows): readonly Sheet[] {
  return Array.from({ length: Math.max(1, Math.ceil(count / max)) }, (_, index) => ({
    name: index === 0 ? name : `${name} ${index + 1}`,
    columns,
    rows: () => takeRows(rows, max),
  }));
}

async function* takeRows(rows: AsyncGenerator<Row>, max: number): AsyncGenerator<Row> {
  for (let taken = 0; taken < max; taken += 1) {
    const { done, value } = await rows.next();
    if (done === true) return;
    yield value;
  }
}
