import Rocket from '~icons/lucide/rocket';
import { NumberTile } from '../../../components/charts/number-tile.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { QueryResult } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { plural, t } from '../../../navigation/text.ts';
import { mainValue, pointsOf, previousOf, totalOf } from '../data/chart-data.ts';
import { type InsightsContext, withFilters } from '../data/insights-context.ts';
import { type DoraMetric, metricText } from '../data/metrics.ts';
import type { InsightsResponse, Total } from '../data/responses.ts';
import { rowsAddress } from '../data/url-state.ts';
import { csvExport, useInsights } from '../data/use-insights.ts';
import { FilterBar } from '../filter-bar.tsx';
import { countText, MetricCard } from '../metric-card.tsx';
import { TargetChips } from './target-chips.tsx';
import { useTarget } from './use-targets.ts';

const metrics: readonly DoraMetric[] = [
  'dora.deploymentFrequency',
  'dora.changeLeadTime',
  'dora.changeFailRate',
  'dora.recoveryTime',
  'dora.reworkRate',
  'dora.failedAttempts',
];

type Band = NonNullable<Total['band']>;

/** The bands of the deployment frequency. They use the last three months. */
const bands: Readonly<Record<Band, string>> = {
  daily: t('Daily: at least 3 days of a median week'),
  weekly: t('Weekly: at least 1 day of a median week'),
  monthly: t('Monthly: at least 1 deployment in a median month'),
  yearly: t('Yearly: less than 1 deployment in a median month'),
};

/** Returns the band of the value of a metric, its source, or the number of failures that it does not contain. */
function noteOf(total: Total | undefined): string | undefined {
  if (total?.band !== undefined) return bands[total.band];
  if (total?.variant === 'commits') return t('From the times of commits');
  if (total?.variant === 'releases') return t('From the creation of releases');
  const { open = 0 } = total ?? {};
  return open > 0 ? plural(open, '# open failure is not included', '# open failures are not included') : undefined;
}

interface PartProps {
  readonly metric: DoraMetric;
  readonly result: QueryResult<InsightsResponse>;
  readonly context: InsightsContext;
}

function Tile({ metric, result, context }: PartProps) {
  const { label, formula, unit, isMoreBetter } = metricText(metric);
  const response = result.value.value;
  const total = totalOf(response, metric);
  return (
    <NumberTile
      title={label}
      {...{ formula, unit, isMoreBetter }}
      value={mainValue(metric, total)}
      previous={mainValue(metric, previousOf(response, metric))}
      rowsText={countText(metric, total)}
      note={noteOf(total)}
      trend={response && pointsOf(response, metric).map((point) => mainValue(metric, point) ?? null)}
      to={rowsAddress(context.query, { metric, variant: total?.variant })}
    />
  );
}

/** What to do if no folder has a source of deployments. */
const NotConfigured = ({ query: { folder } }: InsightsContext) => (
  <div class="card">
    <EmptyState
      icon={Rocket}
      text="Deployments are not configured. Set in a folder which variables of its releases name the application and the environment."
    >
      <Link to={folder === '' ? '/folders' : `/folders/${lastSegment(folder)}?form=insights`} class="button main">
        {folder === '' ? t('Select a folder') : t('Configure the folder')}
      </Link>
      <Link to="/help?page=how-to/analyze-releases&section=deployments">How to configure deployments</Link>
    </EmptyState>
  </div>
);

interface MetricsProps {
  readonly context: InsightsContext;
  readonly isKnown: boolean;
  /** whether the numbers are of several applications */
  readonly isMixed: boolean;
}

function Metrics({ context, isKnown, isMixed }: MetricsProps) {
  const body = { metrics, ...context.request, interval: context.interval };
  const result = useInsights<InsightsResponse>('query', isKnown ? { ...body, compare: 'previous' } : null);
  if (result.value.value?.configured === false) return <NotConfigured {...context} />;
  const chartOf = (metric: DoraMetric) => (metric === 'dora.deploymentFrequency' ? 'bar' : 'line');
  return (
    <>
      {isMixed && (
        <p class="hint">These numbers mix several applications. DORA recommends one application at a time.</p>
      )}
      <div class="chart-tiles">
        {metrics.map((metric) => (
          <Tile key={metric} {...{ metric, result, context }} />
        ))}
      </div>
      <div class="chart-grid-of-cards">
        {metrics.map((metric) => (
          <MetricCard
            key={metric}
            {...{ metric, result, context }}
            chart={chartOf(metric)}
            exportCsv={csvExport('query', { ...body, metrics: [metric] }, metric.replace('.', '-'))}
          />
        ))}
      </div>
    </>
  );
}

/** The metrics of DORA of one application in one environment. */
export function Dora({ context }: { readonly context: InsightsContext }) {
  const { applications, environments, refusal, retry } = useTarget(context);
  return (
    <>
      <FilterBar context={context}>
        <TargetChips {...{ context, applications, environments }} />
      </FilterBar>
      <Refusal message={refusal} retry={retry} />
      <Metrics
        context={withFilters(context, { applications, environments })}
        isKnown={applications !== null && environments !== null}
        isMixed={applications !== null && applications.length !== 1}
      />
    </>
  );
}
