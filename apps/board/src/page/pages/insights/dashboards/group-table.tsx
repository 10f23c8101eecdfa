import { ValueBar } from '../../../components/charts/value-bar.tsx';
import { numberText, valueText } from '../../../components/charts/values.ts';
import { type Column, Table } from '../../../components/table.tsx';
import { t } from '../../../navigation/text.ts';
import { mainValue } from '../data/chart-data.ts';
import { type MetricId, metricText } from '../data/metrics.ts';
import type { InsightsResponse } from '../data/responses.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly value: number | null;
  readonly n: number;
}

/** Returns the groups with rows, the highest value first. The response has one point for each group. */
function groupRows({ series }: InsightsResponse, metric: MetricId): readonly Row[] {
  return series
    .flatMap(({ metric: id, group, points: [point] }): readonly Row[] =>
      id !== metric || group === undefined || point === undefined || point.n === 0
        ? []
        : [{ ...group, value: mainValue(metric, point) ?? null, n: point.n }],
    )
    .toSorted((first, second) => (second.value ?? 0) - (first.value ?? 0));
}

/** The value of each group of a metric in the whole period. */
export function GroupTable({ response, metric }: { readonly response: InsightsResponse; readonly metric: MetricId }) {
  const { label, unit, kind } = metricText(metric);
  const rows = groupRows(response, metric);
  const max = rows.reduce((highest, { value }) => Math.max(highest, value ?? 0), 0);
  const columns: readonly Column<Row>[] = [
    { name: t('Group'), cell: ({ title }) => <bdi>{title}</bdi> },
    {
      ...{ name: kind === 'percentiles' ? t('Median') : t('Value'), class: 'chart-number' },
      cell: ({ value }) => valueText(value, unit),
    },
    {
      ...{ name: t('Comparison'), isNameHidden: true, class: 'chart-bar-cell' },
      cell: ({ value }) => <ValueBar share={max === 0 ? 0 : Math.max(0, value ?? 0) / max} />,
    },
    { name: 'n', class: 'chart-number', cell: ({ n }) => numberText(n) },
  ];
  return (
    <>
      <Table caption={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
      {response.truncated && <p class="hint">Only the largest groups are shown.</p>}
    </>
  );
}
