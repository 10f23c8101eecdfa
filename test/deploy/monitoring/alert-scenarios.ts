/** Series in the notation of promtool. The alert fires at `fires` and has ended at `ends`. */
interface AlertScenario {
  readonly series: Readonly<Record<string, string>>;
  /** times after the start, such as `10m` */
  readonly fires: string;
  readonly ends: string;
}

/**
 * Returns a series with one value for twenty minutes and then another for twenty minutes, with a sample every 15
 * seconds.
 */
const stepSeries = (first: number, second: number) => `${first}x80 ${second}x80`;
/** Returns a counter that increases by the first amount with each sample for twenty minutes, and then by the second. */
const counterSeries = (first: number, second: number) => `0+${first}x80 ${80 * first + second}+${second}x80`;

const defaultTimes = { fires: '15m', ends: '35m' };
const up = (container: string) => `up{container="${container}",pod="slipway-${container}-1"}`;
const allUp = { [up('api')]: '1x160', [up('scheduler')]: '1x160', [up('script-runner')]: '1x160' };

/** The scenario of each alert: a problem for some time, and then normal operation. */
export const alertScenarios: Readonly<Record<string, AlertScenario>> = {
  SlipwayStuck: { ...defaultTimes, series: { 'slipway_consistency_findings{pod="a"}': stepSeries(2, 0) } },
  SlipwayOverdue: { ...defaultTimes, series: { 'slipway_oldest_overdue_seconds{pod="a"}': stepSeries(45, 0) } },
  SlipwayServiceDown: { ...defaultTimes, series: { ...allUp, [up('api')]: stepSeries(0, 1) } },
  SlipwayReplicaDown: {
    ...defaultTimes,
    series: { ...allUp, 'up{container="api",pod="slipway-api-2"}': stepSeries(0, 1) },
  },
  SlipwayRequestsFailing: {
    ...defaultTimes,
    series: {
      'slipway_http_requests_total{status="500"}': counterSeries(3, 0),
      'slipway_http_requests_total{status="200"}': counterSeries(97, 100),
    },
  },
  SlipwayRequestsSlow: {
    ...defaultTimes,
    series: {
      'slipway_http_request_duration_seconds_bucket{le="1"}': counterSeries(90, 100),
      'slipway_http_request_duration_seconds_bucket{le="5"}': counterSeries(100, 100),
      'slipway_http_request_duration_seconds_bucket{le="+Inf"}': counterSeries(100, 100),
    },
  },
  SlipwayWebhooksOverloaded: {
    ...defaultTimes,
    series: {
      'slipway_webhook_deliveries_total{outcome="busy"}': counterSeries(10, 0),
      'slipway_webhook_deliveries_total{outcome="accepted"}': counterSeries(90, 100),
    },
  },
  SlipwayTimersLate: {
    ...defaultTimes,
    series: {
      'slipway_release_wakeup_delay_seconds_bucket{le="5"}': counterSeries(50, 100),
      'slipway_release_wakeup_delay_seconds_bucket{le="15"}': counterSeries(100, 100),
      'slipway_release_wakeup_delay_seconds_bucket{le="+Inf"}': counterSeries(100, 100),
    },
  },
  SlipwayNotificationsFailing: {
    fires: '19m',
    ends: '38m',
    series: {
      'slipway_notifications_total{channel="mail",state="failed"}': counterSeries(80, 0),
      'slipway_notifications_total{channel="mail",state="sent"}': counterSeries(20, 100),
      'slipway_notifications_total{channel="webhook",state="sent"}': counterSeries(100, 100),
    },
  },
  SlipwayNotificationsDead: {
    fires: '10m',
    ends: '120m',
    series: {
      'slipway_notifications_total{channel="webhook",state="dead"}': counterSeries(1, 0),
      'slipway_notifications_total{channel="mail",state="failed"}': counterSeries(100, 100),
      'slipway_notifications_total{channel="mail",state="dead"}': '0x160',
    },
  },
  SlipwayNotificationsLate: {
    fires: '19m',
    ends: '38m',
    series: {
      'slipway_notification_lag_seconds_bucket{le="60"}': counterSeries(80, 100),
      'slipway_notification_lag_seconds_bucket{le="300"}': counterSeries(100, 100),
      'slipway_notification_lag_seconds_bucket{le="+Inf"}': counterSeries(100, 100),
    },
  },
  SlipwayTriggersFailing: {
    ...defaultTimes,
    ends: '38m',
    series: { 'slipway_trigger_runs_total{outcome="failed"}': counterSeries(1, 0) },
  },
  SlipwayInsightsLate: { ...defaultTimes, series: { 'slipway_insight_lag_seconds{pod="a"}': stepSeries(400, 2) } },
  SlipwayInsightsDiffer: { ...defaultTimes, series: { 'slipway_insight_mismatches{pod="a"}': stepSeries(1, 0) } },
  SlipwayQueueDown: {
    ...defaultTimes,
    series: { 'slipway_queue_up{pod="a"}': stepSeries(0, 1), 'slipway_queue_up{pod="b"}': '1x160' },
  },
  SlipwayScriptsWaiting: {
    ...defaultTimes,
    series: { 'slipway_scripts_waiting{pod="a"}': stepSeries(40, 1), 'slipway_script_children{pod="a"}': '4x160' },
  },
  SlipwayRunnersUnreachable: {
    ...defaultTimes,
    series: { 'slipway_script_executions_total{outcome="unavailable"}': counterSeries(1, 0) },
  },
  SlipwayDatabaseBusy: { ...defaultTimes, series: { 'slipway_database_pool_waiting{pod="a"}': stepSeries(7, 0) } },
  SlipwayEventLoopBlocked: {
    ...defaultTimes,
    series: { 'nodejs_eventloop_lag_p99_seconds{container="api",pod="a"}': '0.8x80 0.01x80' },
  },
};
