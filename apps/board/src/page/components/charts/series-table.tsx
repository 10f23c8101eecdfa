import { t } from '../../navigation/text.ts';
import { type Column, Table } from '../table.tsx';
import type { PlotContent } from './series.ts';
import { numberText, valueText } from './values.ts';

interface Row {
  readonly index: number;
  readonly title: string;
  readonly n: number;
  readonly note?: string | undefined;
}

/** The values of a chart over time as a table. */
export function SeriesTable({ label, points, series, unit }: PlotContent) {
  const rows = points.map(({ title, n, note }, index): Row => ({ index, title, n, note }));
  const columns: readonly Column<Row>[] = [
    { name: t('Period'), cell: ({ title }) => title },
    ...series.map(
      ({ label: name, values }): Column<Row> => ({
        ...{ name, class: 'chart-number' },
        cell: ({ index, note }) => <span title={note}>{valueText(values[index], unit)}</span>,
      }),
    ),
    { name: 'n', class: 'chart-number', cell: ({ n }) => numberText(n) },
  ];
  return <Table caption={label} columns={columns} rows={rows} keyOf={({ title }) => title} />;
}
