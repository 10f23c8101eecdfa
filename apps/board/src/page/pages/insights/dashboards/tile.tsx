import { useMemo } from 'preact/hooks';
import { BarChart } from '../../../components/charts/bar-chart.tsx';
import { ChartCard } from '../../../components/charts/chart-card.tsx';
import { HeatMap } from '../../../components/charts/heat-map.tsx';
import { LineChart } from '../../../components/charts/line-chart.tsx';
import type { PlotContent } from '../../../components/charts/series.ts';
import { SeriesTable } from '../../../components/charts/series-table.tsx';
import { Legend } from '../../../components/charts/swatch.tsx';
import { compareValues, valueText } from '../../../components/charts/values.ts';
import type { MenuAction } from '../../../components/controls/menu.tsx';
import { t } from '../../../navigation/text.ts';
import { hasRows, mainValue, metricPlot, pointsOf, previousOf, totalOf } from '../data/chart-data.ts';
import { isMetric, type MetricId, metricText } from '../data/metrics.ts';
import { spanOf } from '../data/period.ts';
import type { InsightsResponse, Point, Tile } from '../data/responses.ts';
import { periodText } from '../data/time-labels.ts';
import { type LeadTimeVariant, rowsAddress } from '../data/url-state.ts';
import { cardState, csvExport, useInsights } from '../data/use-insights.ts';
import { addDays, type Day, dayAt } from '../data/zones.ts';
import { countText, estimateNote } from '../metric-card.tsx';
import { queryOf, tileTitle } from './dashboard.ts';
import { GroupTable } from './group-table.tsx';

interface Props {
  readonly tile: Tile;
  readonly tz: string;
  readonly today: Day;
  readonly actions: readonly MenuAction[];
}

interface ContentProps extends Pick<Props, 'tile' | 'tz'> {
  readonly metric: MetricId;
  readonly plot: PlotContent;
  readonly response: InsightsResponse;
}

/** The value of the whole period, and its change since the period before. */
function BigNumber({ metric, response }: Pick<ContentProps, 'metric' | 'response'>) {
  const { unit } = metricText(metric);
  const value = mainValue(metric, totalOf(response, metric));
  const comparison = compareValues(value, mainValue(metric, previousOf(response, metric)), unit);
  return (
    <p class="big-number">
      <b>{valueText(value, unit)}</b>
      {comparison && <span class="faint">{comparison.text}</span>}
    </p>
  );
}

/** The days of a metric as a heat map. */
function Days({ metric, plot, response, tz }: ContentProps) {
  const { unit } = metricText(metric);
  const days = pointsOf(response, metric).map((point, index) => {
    const { title = '', to = '' } = plot.points[index] ?? {};
    const value = mainValue(metric, point);
    return {
      ...{ day: dayAt(Date.parse(point.from), tz), value: value ?? 0, isBlackout: false, to },
      title: `${title}: ${valueText(value, unit)}`,
    };
  });
  return <HeatMap label={plot.label} days={days} />;
}

function Content(props: ContentProps) {
  const { tile, metric, plot, response } = props;
  if (tile.groupBy !== undefined) return <GroupTable {...{ response, metric }} />;
  switch (tile.chart) {
    case 'line':
      return (
        <>
          {plot.series.length > 1 && <Legend items={plot.series} />}
          <LineChart {...plot} />
        </>
      );
    case 'bar':
      return <BarChart {...plot} series={plot.series.slice(0, 1)} />;
    case 'number':
      return <BigNumber {...{ metric, response }} />;
    case 'table':
      return <SeriesTable {...plot} />;
    case 'heatmap':
      return <Days {...props} />;
  }
}

/** Returns the interval of the points of a tile; undefined if it shows one value for the period or for each group. */
function intervalOf({ chart, groupBy, interval }: Tile): Tile['interval'] {
  if (groupBy !== undefined || chart === 'number') return undefined;
  return chart === 'heatmap' ? 'day' : (interval ?? 'week');
}

/** Returns the request of a tile, and the links to the rows behind it. */
function requestOf({ tile, tz, today }: Omit<Props, 'actions'>, metric: MetricId) {
  const { days, filter = {}, groupBy } = tile;
  const span = spanOf({ start: addDays(today, 1 - days), end: addDays(today, 1), days }, tz);
  const interval = intervalOf(tile);
  const query = queryOf(tile, today);
  return {
    body: {
      ...{ metrics: [metric], ...span, tz, filter },
      ...(interval && { interval }),
      ...(groupBy && { groupBy }),
      ...(tile.chart === 'number' && { compare: 'previous' }),
    },
    charts: {
      ...{ interval: interval ?? ('day' as const), tz },
      urlFor: (_: string, point: Point, variant?: LeadTimeVariant) => rowsAddress(query, { metric, point, variant }),
    },
    rowsFor: (variant: LeadTimeVariant | undefined) => rowsAddress(query, { metric, variant }),
  };
}

function MetricTile({ metric, ...props }: Props & { readonly metric: MetricId }) {
  const { tile, tz, today, actions } = props;
  const { formula, unit } = metricText(metric);
  const { body, charts, rowsFor } = useMemo(() => requestOf({ tile, tz, today }, metric), [tile, tz, today, metric]);
  const result = useInsights<InsightsResponse>('query', body);
  const response = result.value.value;
  const plot = response && metricPlot(response, metric, charts, tile.chart === 'line' ? 'p50' : 'single');
  const total = totalOf(response, metric);
  const isTable = tile.chart === 'table' || tile.groupBy !== undefined;
  return (
    <ChartCard
      title={tileTitle(tile)}
      formula={formula}
      summary={tile.chart !== 'number' && <b>{valueText(mainValue(metric, total), unit)}</b>}
      {...cardState(result, () => (total?.n ?? 0) === 0 && (plot === undefined || !hasRows(plot)))}
      emptyText={response?.configured === false ? t('Deployments are not configured in any folder') : undefined}
      table={isTable || plot === undefined ? undefined : <SeriesTable {...plot} />}
      exportCsv={csvExport('query', body, metric.replace('.', '-'))}
      rows={{ to: rowsFor(total?.variant), text: countText(metric, total) }}
      controls={<span class="faint">{periodText(body, tz)}</span>}
      note={response?.exact === false ? estimateNote : undefined}
      actions={actions}
    >
      {plot && response && <Content {...{ tile, plot, response, metric, tz }} />}
    </ChartCard>
  );
}

/** A tile of a dashboard: a metric as a chart. */
export const DashboardTile = (props: Props) => {
  const { tile, actions } = props;
  return (
    <div class={`dashboard-tile ${tile.size}`}>
      {isMetric(tile.metric) ? (
        <MetricTile {...props} metric={tile.metric} />
      ) : (
        <ChartCard
          {...{ title: tileTitle(tile), formula: tile.metric, actions }}
          state="empty"
          emptyText="The board does not show this metric"
        >
          {null}
        </ChartCard>
      )}
    </div>
  );
};
