/** Series in promtool's notation, by which an alert fires at `fires` and is over at `ends`. */
interface Story {
  readonly series: Readonly<Record<string, string>>;
  /** moments after the start, such as `10m` */
  readonly fires: string;
  readonly ends: string;
}

/** A constant value for twenty minutes, then another one for twenty more; a sample every 15 seconds. */
const then = (first: number, second: number) => `${first}x80 ${second}x80`;
/** A counter that increases by the first amount with each sample, for twenty minutes, and then by the second. */
const rising = (first: number, second: number) => `0+${first}x80 ${80 * first + second}+${second}x80`;

const usual = { fires: '15m', ends: '35m' };
const up = (container: string) => `up{container="${container}",pod="slipway-${container}-1"}`;
const allUp = { [up('api')]: '1x160', [up('scheduler')]: '1x160', [up('script-runner')]: '1x160' };

/** For each alert what happens: for a while something is wrong, then it is well again. */
export const stories: Readonly<Record<string, Story>> = {
  SlipwayStuck: { ...usual, series: { 'slipway_consistency_findings{pod="a"}': then(2, 0) } },
  SlipwayOverdue: { ...usual, series: { 'slipway_oldest_overdue_seconds{pod="a"}': then(45, 0) } },
  SlipwayServiceDown: { ...usual, series: { ...allUp, [up('api')]: then(0, 1) } },
  SlipwayReplicaDown: { ...usual, series: { ...allUp, 'up{container="api",pod="slipway-api-2"}': then(0, 1) } },
  SlipwayRequestsFailing: {
    ...usual,
    series: {
      'slipway_http_requests_total{status="500"}': rising(3, 0),
      'slipway_http_requests_total{status="200"}': rising(97, 100),
    },
  },
  SlipwayRequestsSlow: {
    ...usual,
    series: {
      'slipway_http_request_duration_seconds_bucket{le="1"}': rising(90, 100),
      'slipway_http_request_duration_seconds_bucket{le="5"}': rising(100, 100),
      'slipway_http_request_duration_seconds_bucket{le="+Inf"}': rising(100, 100),
    },
  },
  SlipwayWebhooksOverloaded: {
    ...usual,
    series: {
      'slipway_webhook_deliveries_total{outcome="busy"}': rising(10, 0),
      'slipway_webhook_deliveries_total{outcome="accepted"}': rising(90, 100),
    },
  },
  SlipwayTimersLate: {
    ...usual,
    series: {
      'slipway_release_wakeup_delay_seconds_bucket{le="5"}': rising(50, 100),
      'slipway_release_wakeup_delay_seconds_bucket{le="15"}': rising(100, 100),
      'slipway_release_wakeup_delay_seconds_bucket{le="+Inf"}': rising(100, 100),
    },
  },
  SlipwayTriggersFailing: {
    ...usual,
    ends: '38m',
    series: { 'slipway_trigger_runs_total{outcome="failed"}': rising(1, 0) },
  },
  SlipwayQueueDown: {
    ...usual,
    series: { 'slipway_queue_up{pod="a"}': then(0, 1), 'slipway_queue_up{pod="b"}': '1x160' },
  },
  SlipwayScriptsWaiting: {
    ...usual,
    series: { 'slipway_scripts_waiting{pod="a"}': then(40, 1), 'slipway_script_children{pod="a"}': '4x160' },
  },
  SlipwayRunnersUnreachable: {
    ...usual,
    series: { 'slipway_script_executions_total{outcome="unavailable"}': rising(1, 0) },
  },
  SlipwayDatabaseBusy: { ...usual, series: { 'slipway_database_pool_waiting{pod="a"}': then(7, 0) } },
  SlipwayEventLoopBlocked: {
    ...usual,
    series: { 'nodejs_eventloop_lag_p99_seconds{container="api",pod="a"}': '0.8x80 0.01x80' },
  },
};
