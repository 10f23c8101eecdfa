import { BarChart } from '../../components/charts/bar-chart.tsx';
import { ChartCard } from '../../components/charts/chart-card.tsx';
import { LineChart } from '../../components/charts/line-chart.tsx';
import type { PlotContent } from '../../components/charts/series.ts';
import { SeriesTable } from '../../components/charts/series-table.tsx';
import { Legend } from '../../components/charts/swatch.tsx';
import { valueText } from '../../components/charts/values.ts';
import type { QueryResult } from '../../live/queries.ts';
import { plural, t } from '../../navigation/text.ts';
import { hasRows, mainValue, metricPlot, totalOf } from './data/chart-data.ts';
import type { InsightsContext } from './data/insights-context.ts';
import { type MetricId, metricText } from './data/metrics.ts';
import type { InsightsResponse, Total } from './data/responses.ts';
import { rowsAddress, subjectOf } from './data/url-state.ts';
import { cardState } from './data/use-insights.ts';

interface Props {
  readonly metric: MetricId;
  readonly chart: 'line' | 'bar';
  readonly result: QueryResult<InsightsResponse>;
  readonly context: InsightsContext;
  readonly exportCsv: () => Promise<void>;
  readonly isWide?: boolean;
}

/** The note on percentiles of a response that is not exact. */
export const estimateNote = t(
  'Percentiles are estimates with an error of at most 1 %, because the period has many values.',
);

/** Returns the number of values of a metric: releases, deployments, or commits of deployments. */
export function countText(metric: string, total: Total | undefined): string {
  const { n = 0, variant } = total ?? {};
  if (subjectOf(metric) === 'release') return plural(n, '# release', '# releases');
  return variant === 'commits' ? plural(n, '# commit', '# commits') : plural(n, '# deployment', '# deployments');
}

/** A chart with the legend of its series, if it has several. */
const Plotted = ({ chart, ...content }: PlotContent & Pick<Props, 'chart'>) => (
  <>
    {content.series.length > 1 && <Legend items={content.series} />}
    {chart === 'line' ? <LineChart {...content} /> : <BarChart {...content} />}
  </>
);

/** The chart of a metric over time, with its value in the whole period. */
export function MetricCard({ metric, chart, result, context, exportCsv, isWide = false }: Props) {
  const { label, formula, unit } = metricText(metric);
  const response = result.value.value;
  const total = totalOf(response, metric);
  const plot = response && metricPlot(response, metric, context.charts, chart === 'line' ? 'p50' : 'single');
  return (
    <ChartCard
      title={label}
      formula={formula}
      summary={<b>{valueText(mainValue(metric, total), unit)}</b>}
      {...cardState(result, () => plot === undefined || !hasRows(plot))}
      table={plot && <SeriesTable {...plot} />}
      exportCsv={exportCsv}
      rows={{
        to: rowsAddress(context.query, { metric, variant: total?.variant }),
        text: countText(metric, total),
      }}
      isWide={isWide}
    >
      {plot && <Plotted {...plot} chart={chart} />}
    </ChartCard>
  );
}
