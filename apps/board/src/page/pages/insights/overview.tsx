import { BarChart } from '../../components/charts/bar-chart.tsx';
import { ChartCard } from '../../components/charts/chart-card.tsx';
import { NumberTile } from '../../components/charts/number-tile.tsx';
import { SeriesTable } from '../../components/charts/series-table.tsx';
import { ShareBar } from '../../components/charts/share-bar.tsx';
import type { QueryResult } from '../../live/queries.ts';
import { plural, t } from '../../navigation/text.ts';
import { hasRows, mainValue, pointsOf, previousOf, totalOf, waitingParts, waitingPlot } from './data/chart-data.ts';
import type { InsightsContext } from './data/insights-context.ts';
import { categories, type MetricId, metricText, waitingFormula } from './data/metrics.ts';
import type { InsightsResponse } from './data/responses.ts';
import { rowsAddress } from './data/url-state.ts';
import { cardState, csvExport, useInsights } from './data/use-insights.ts';
import { countText, estimateNote, MetricCard } from './metric-card.tsx';

const tiles: readonly MetricId[] = [
  'release.throughput',
  'release.duration',
  'release.onTimeRate',
  'release.troubleRate',
  'release.firstTimeRight',
  'release.automationRate',
];
const others: readonly MetricId[] = ['release.leadTime', 'release.timeToStart', 'release.abortRate'];
const waiting: readonly MetricId[] = categories.map((category): MetricId => `waiting.${category}`);

interface PartProps {
  readonly result: QueryResult<InsightsResponse>;
  readonly context: InsightsContext;
}

/** Returns the request of some metrics over time. */
const bodyOf = ({ request, interval, query }: InsightsContext, metrics: readonly MetricId[]) => ({
  ...{ metrics, ...request, interval },
  ...(query.isWorkingTime && { workingTime: true }),
});

function Tile({ metric, result, context }: PartProps & { readonly metric: MetricId }) {
  const { label, formula, unit, isMoreBetter } = metricText(metric);
  const response = result.value.value;
  const total = totalOf(response, metric);
  return (
    <NumberTile
      title={metric === 'release.duration' ? t('Median duration') : label}
      {...{ formula, unit, isMoreBetter }}
      value={mainValue(metric, total)}
      previous={mainValue(metric, previousOf(response, metric))}
      rowsText={countText(metric, total)}
      trend={response && pointsOf(response, metric).map((point) => mainValue(metric, point) ?? null)}
      to={rowsAddress(context.query, { metric })}
    />
  );
}

function Waiting({ result, context }: PartProps) {
  const response = result.value.value;
  const plot = response && waitingPlot(response, context.charts);
  const parts = response ? waitingParts(response) : [];
  return (
    <ChartCard
      title="Waiting by category"
      formula={waitingFormula}
      {...cardState(result, () => plot === undefined || !hasRows(plot))}
      emptyText="No release of this period has known waiting times"
      table={plot && <SeriesTable {...plot} />}
      exportCsv={csvExport('query', bodyOf(context, waiting), 'waiting')}
      rows={{
        to: rowsAddress(context.query, { metric: 'waiting.machine', order: 'people' }),
        text: plural(totalOf(response, 'waiting.machine')?.n ?? 0, '# release', '# releases'),
      }}
      isWide
    >
      <ShareBar label={t('Waiting by category, in the whole period')} parts={parts} unit="seconds" />
      {plot && <BarChart {...plot} />}
    </ChartCard>
  );
}

/** The main numbers of a period, and their development. */
export function Overview({ context }: { readonly context: InsightsContext }) {
  const metrics = [...tiles, ...others, ...waiting];
  const result = useInsights<InsightsResponse>('query', { ...bodyOf(context, metrics), compare: 'previous' });
  const card = (metric: MetricId, chart: 'line' | 'bar') => (
    <MetricCard
      {...{ metric, chart, result, context }}
      exportCsv={csvExport('query', bodyOf(context, [metric]), metric.replace('.', '-'))}
    />
  );
  return (
    <>
      {result.value.value?.exact === false && <p class="hint">{estimateNote}</p>}
      <div class="chart-tiles">
        {tiles.map((metric) => (
          <Tile key={metric} {...{ metric, result, context }} />
        ))}
      </div>
      <div class="chart-grid-of-cards">
        {card('release.duration', 'line')}
        {card('release.throughput', 'bar')}
        <Waiting {...{ result, context }} />
        {card('release.onTimeRate', 'line')}
        {card('release.troubleRate', 'line')}
        {card('release.leadTime', 'line')}
        {card('release.timeToStart', 'line')}
      </div>
    </>
  );
}
