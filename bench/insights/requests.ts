const dayMs = 86_400_000;
const midnight = (at: number): number => at - (at % dayMs);

/** Returns the period of the last days, with today, as the board requests it. */
const lastDays = (days: number) => {
  const end = midnight(Date.now()) + dayMs;
  return { from: new Date(end - days * dayMs).toISOString(), to: new Date(end).toISOString(), tz: 'UTC' };
};

const categories = ['machine', 'people', 'dependency', 'capacity', 'schedule', 'failed', 'paused', 'other'];
/** The metrics of the overview in the board (apps/board/src/page/pages/insights/overview.tsx). */
const overviewMetrics = [
  ...['throughput', 'duration', 'onTimeRate', 'troubleRate', 'firstTimeRight', 'automationRate'],
  ...['leadTime', 'timeToStart', 'abortRate'],
]
  .map((name) => `release.${name}`)
  .concat(categories.map((name) => `waiting.${name}`));

const overview = (days: number, interval: string) => ({
  metrics: overviewMetrics,
  ...lastDays(days),
  filter: {},
  interval,
  compare: 'previous',
});

/** A request that is measured. */
export interface InsightRequest {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** the target of the 95th percentile, in milliseconds; null: there is none */
  readonly targetMs: number | null;
}

const year = lastDays(365);
const request = (name: string, path: string, body: object, targetMs: number | null = null): InsightRequest => ({
  ...{ name, path: `/insights/${path}`, body, targetMs },
});

/** The requests of the views of the board, each for all visible releases. */
export const insightRequests: readonly InsightRequest[] = [
  request('overview of a year, by month', 'query', overview(365, 'month'), 200),
  request('overview of a year, by week', 'query', overview(365, 'week')),
  request('overview of five years, by month', 'query', overview(5 * 365, 'month'), 1_000),
  request('a year by folder', 'query', { metrics: overviewMetrics.slice(0, 4), ...year, groupBy: 'folder' }),
  request('first 100 releases behind a point', 'releases', { ...year, limit: 100 }, 100),
  request('first 100 releases, longest first', 'releases', { ...year, limit: 100, order: 'duration' }),
  request('heat map of a year', 'calendar', year),
  request('slowest tasks of a year', 'tasks', { ...year, order: 'slowest', limit: 100 }),
  request('most failed tasks of a year', 'tasks', { ...year, order: 'mostFailed', limit: 100 }),
  request('waits of folders for teams, a year', 'waits', { ...year, rows: 'folder', columns: 'team' }),
  request('waits of teams for releases, a year', 'waits', { ...year, rows: 'team', columns: 'release' }),
];

/** The request whose CSV export is measured. */
export const exported = { ...year, order: 'ended' };
