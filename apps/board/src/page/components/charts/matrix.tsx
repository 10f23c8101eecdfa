import { Link } from '../../navigation/link.tsx';
import { None } from '../moment.tsx';
import { shadeOf } from './scale.ts';
import { type Unit, valueText } from './values.ts';

/** A row or column of a matrix. */
export interface MatrixHead {
  readonly key: string;
  readonly title: string;
  /** The address of the object; absent: no link. */
  readonly to?: string | undefined;
}

export interface MatrixCell {
  readonly row: string;
  readonly column: string;
  readonly value: number;
  /** More values of the cell, for its tooltip. */
  readonly note: string;
}

interface Props {
  readonly caption: string;
  /** The name of the first column. */
  readonly corner: string;
  readonly rows: readonly MatrixHead[];
  readonly columns: readonly MatrixHead[];
  readonly cells: readonly MatrixCell[];
  readonly unit: Unit;
}

const Head = ({ title, to }: MatrixHead) => (to === undefined ? <bdi>{title}</bdi> : <Link to={to}>{title}</Link>);

const keyOf = (row: string, column: string): string => JSON.stringify([row, column]);

/** A table of values for pairs, such as the one who waits and the one who is awaited. Darker cells have higher values. */
export function Matrix({ caption, corner, rows, columns, cells, unit }: Props) {
  const byKey = new Map(cells.map((cell) => [keyOf(cell.row, cell.column), cell]));
  const max = cells.reduce((highest, { value }) => Math.max(highest, value), 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area needs the focus, so that keys can scroll it
    <section class="matrix" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((head) => (
              <th key={head.key} scope="col">
                <Head {...head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((head) => (
            <tr key={head.key}>
              <th scope="row">
                <Head {...head} />
              </th>
              {columns.map(({ key, title }) => {
                const cell = byKey.get(keyOf(head.key, key));
                return cell === undefined ? (
                  <td key={key} data-name={title}>
                    <None />
                  </td>
                ) : (
                  <td
                    key={key}
                    data-name={title}
                    class={`heat-cell shade-${shadeOf(cell.value, max)}`}
                    title={cell.note}
                  >
                    {valueText(cell.value, unit)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
