import type { ChartPoint, PlotContent, Series, SeriesKind } from '../../../components/charts/series.ts';
import { t } from '../../../navigation/text.ts';
import { categories, categoryLabels, type MetricId, metricText, missingReason } from './metrics.ts';
import type { InsightsResponse, Point, Total } from './responses.ts';
import { bucketLabel, bucketTitle, type Interval } from './time-labels.ts';
import type { LeadTimeVariant } from './url-state.ts';

/** What all charts of a view have in common. */
export interface ChartContext {
  readonly interval: Interval;
  readonly tz: string;
  /** Returns the address of the rows behind a point of a metric. */
  readonly urlFor: (metric: string, point: Point, variant?: LeadTimeVariant) => string;
}

/** Returns the points of a metric without groups. */
export const pointsOf = (response: InsightsResponse, metric: MetricId): readonly Point[] =>
  response.series.find((series) => series.metric === metric && !series.group)?.points ?? [];

/** Returns a metric in the whole period; undefined if it was not requested. */
export const totalOf = (response: InsightsResponse | undefined, metric: MetricId): Total | undefined =>
  response?.total.find((total) => total.metric === metric);

/** Returns a metric in the period before; undefined if it was not requested. */
export const previousOf = (response: InsightsResponse | undefined, metric: MetricId): Total | undefined =>
  response?.previous?.find((total) => total.metric === metric);

/** Returns the main value of a metric: the median if it has percentiles. Null: unknown; undefined: no point. */
export function mainValue(metric: MetricId, point: Point | undefined): number | null | undefined {
  if (point === undefined) return undefined;
  return (metricText(metric).kind === 'percentiles' ? point.p50 : point.value) ?? null;
}

const percentiles = ['p50', 'p85', 'p95'] as const;

/** Returns why percentiles of a point are unknown; undefined if all are known. */
const noteOf = (point: Point): string | undefined =>
  percentiles.flatMap((name) => (point[name] === undefined ? (missingReason(name, point.n) ?? []) : [])).join('. ') ||
  undefined;

function chartPoints(
  metric: MetricId,
  points: readonly Point[],
  context: ChartContext,
  variant?: LeadTimeVariant,
): readonly ChartPoint[] {
  const { interval, tz, urlFor } = context;
  const hasPercentiles = metricText(metric).kind === 'percentiles';
  return points.map((point) => ({
    ...{ label: bucketLabel(point, interval, tz), title: bucketTitle(point, interval, tz), n: point.n },
    ...{ note: hasPercentiles ? noteOf(point) : undefined, to: urlFor(metric, point, variant) },
  }));
}

const percentileSeries = (points: readonly Point[]): readonly Series[] =>
  percentiles.map((name) => ({ kind: name, label: name, values: points.map((point) => point[name] ?? null) }));

/** Returns the chart of a metric: its percentiles, or its values. `kind` is the look of the values. */
export function metricPlot(
  response: InsightsResponse,
  metric: MetricId,
  context: ChartContext,
  kind: SeriesKind,
): PlotContent {
  const { label, unit, kind: metricKind } = metricText(metric);
  const points = pointsOf(response, metric);
  const values = points.map(({ value }) => value ?? null);
  return {
    ...{ label, unit, points: chartPoints(metric, points, context, totalOf(response, metric)?.variant) },
    series: metricKind === 'percentiles' ? percentileSeries(points) : [{ kind, label, values }],
  };
}

/** Returns the stacked bars of the categories of waiting. */
export function waitingPlot(response: InsightsResponse, context: ChartContext): PlotContent {
  return {
    ...{ label: t('Waiting by category'), unit: 'seconds' },
    points: chartPoints('waiting.machine', pointsOf(response, 'waiting.machine'), context),
    series: categories.map((category) => ({
      ...{ kind: category, label: categoryLabels[category] },
      values: pointsOf(response, `waiting.${category}`).map(({ value }) => value ?? null),
    })),
  };
}

/** Returns the sums of the categories of waiting in the whole period. */
export const waitingParts = (response: InsightsResponse) =>
  categories.map((category) => ({
    ...{ kind: category, label: categoryLabels[category] },
    value: totalOf(response, `waiting.${category}`)?.value ?? null,
  }));

/** Whether a chart has a row behind any of its points. */
export const hasRows = ({ points }: PlotContent): boolean => points.some(({ n }) => n > 0);
