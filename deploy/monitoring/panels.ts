/** A panel of a dashboard, before its position is set. */
interface Panel {
  readonly title: string;
  /** A unit of Grafana, such as `s` or `reqps`. */
  readonly unit: string;
  /** PromQL expressions with the legends of their series. */
  readonly series: readonly (readonly [expr: string, legend: string])[];
}

export const lines = (title: string, unit: string, series: Panel['series']): Panel => ({ title, unit, series });

export const line = (title: string, unit: string, expr: string, legend: string): Panel =>
  lines(title, unit, [[expr, legend]]);

/** The quantiles of a histogram, in seconds. */
export const quantiles = (title: string, metric: string): Panel =>
  lines(
    title,
    's',
    [0.5, 0.95, 0.99].map((quantile) => [
      `histogram_quantile(${quantile}, sum by (le) (rate(${metric}_bucket[$__rate_interval])))`,
      `${100 * quantile} %`,
    ]),
  );

const source = { type: 'prometheus', uid: '${source}' };
const [width, height] = [12, 8];

const placedPanel = ({ title, unit, series }: Panel, index: number) => ({
  id: index + 1,
  type: 'timeseries',
  title,
  datasource: source,
  gridPos: { x: (index % 2) * width, y: Math.floor(index / 2) * height, w: width, h: height },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 5, showPoints: 'never' } }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: series.map(([expr, legendFormat], nth) => ({
    refId: String.fromCharCode(65 + nth),
    datasource: source,
    expr,
    legendFormat,
    // Links slow requests to their traces, if traces are stored.
    exemplar: expr.includes('_bucket'),
  })),
});

/** A dashboard in the format that Grafana imports. Select the Prometheus data source at the top of the dashboard. */
export const dashboard = (title: string, panels: readonly Panel[]) => ({
  uid: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  title,
  tags: ['slipway'],
  schemaVersion: 39,
  version: 1,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
  panels: panels.map(placedPanel),
});
