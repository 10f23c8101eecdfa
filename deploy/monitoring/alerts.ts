/** An alert of Prometheus: it fires after `expr` has returned a series for the duration of `for`. */
export interface Alert {
  readonly name: string;
  readonly expr: string;
  readonly for: string;
  /** `page` requires immediate action; `ticket` can wait until the next working day. */
  readonly severity: 'page' | 'ticket';
  /** One line with the value of the series. */
  readonly summary: string;
}

/** The processes of the product, by the name of their container. */
const targets = 'up{container=~"api|scheduler|script-runner"}';

/**
 * All alerts, most severe first. Each has a section with instructions in docs/how-to/operations/respond-to-alerts.md.
 */
export const alerts: readonly Alert[] = [
  {
    name: 'SlipwayStuck',
    expr: 'max(slipway_consistency_findings) > 0',
    for: '3m',
    severity: 'page',
    summary: '{{ $value }} releases or triggers have no next step and no user who can act',
  },
  {
    name: 'SlipwayOverdue',
    expr: 'max(slipway_oldest_overdue_seconds) > 30',
    for: '2m',
    severity: 'page',
    summary: 'the oldest overdue release or trigger has been due for {{ $value | humanizeDuration }}',
  },
  {
    name: 'SlipwayServiceDown',
    expr: `sum by (container) (${targets}) == 0 or absent(up{container="api"}) or absent(up{container="scheduler"}) or absent(up{container="script-runner"})`,
    for: '1m',
    severity: 'page',
    summary: 'no process of {{ $labels.container }} responds',
  },
  {
    name: 'SlipwayReplicaDown',
    expr: `${targets} == 0`,
    for: '10m',
    severity: 'ticket',
    summary: '{{ $labels.pod }} does not respond',
  },
  {
    name: 'SlipwayRequestsFailing',
    expr: 'sum(rate(slipway_http_requests_total{status=~"5.."}[5m])) / sum(rate(slipway_http_requests_total[5m])) > 0.01',
    for: '5m',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of all requests fail with a server error',
  },
  {
    name: 'SlipwayRequestsSlow',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(slipway_http_request_duration_seconds_bucket[5m]))) > 2',
    for: '10m',
    severity: 'ticket',
    summary: 'the 99th percentile of the request duration is {{ $value | humanizeDuration }}',
  },
  {
    name: 'SlipwayWebhooksOverloaded',
    expr: 'sum(rate(slipway_webhook_deliveries_total{outcome="busy"}[5m])) / sum(rate(slipway_webhook_deliveries_total[5m])) > 0.05',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of all webhook deliveries return 503',
  },
  {
    name: 'SlipwayTimersLate',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(slipway_release_wakeup_delay_seconds_bucket[5m]))) > 5',
    for: '10m',
    severity: 'ticket',
    summary: 'the 99th percentile of the wake-up delay of releases is {{ $value | humanizeDuration }}',
  },
  {
    name: 'SlipwayTriggersFailing',
    expr: 'sum(increase(slipway_trigger_runs_total{outcome="failed"}[15m])) > 3',
    for: '1m',
    severity: 'ticket',
    summary: '{{ $value | humanize }} firings of triggers failed in 15 minutes',
  },
  {
    name: 'SlipwayNotificationsFailing',
    expr: 'sum by (channel) (rate(slipway_notifications_total{state=~"failed|rejected|dead"}[10m])) / sum by (channel) (rate(slipway_notifications_total[10m])) > 0.5',
    for: '10m',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of the notifications by {{ $labels.channel }} fail',
  },
  {
    name: 'SlipwayNotificationsDead',
    expr: 'sum by (channel) (increase(slipway_notifications_total{state=~"rejected|dead"}[1h])) >= 1',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value | humanize }} notifications by {{ $labels.channel }} ended without delivery in an hour',
  },
  {
    name: 'SlipwayNotificationsLate',
    expr: 'histogram_quantile(0.95, sum by (le) (rate(slipway_notification_lag_seconds_bucket[10m]))) > 60',
    for: '10m',
    severity: 'ticket',
    summary: 'the 95th percentile of the delay of notifications is {{ $value | humanizeDuration }}',
  },
  {
    name: 'SlipwayInsightsLate',
    expr: 'max(slipway_insight_lag_seconds) > 300',
    for: '10m',
    severity: 'ticket',
    summary: 'the numbers of ended releases are {{ $value | humanizeDuration }} late',
  },
  {
    name: 'SlipwayInsightsDiffer',
    expr: 'max(slipway_insight_mismatches) > 0',
    for: '5m',
    severity: 'ticket',
    summary: 'the aggregates of {{ $value }} days differ from their releases',
  },
  {
    name: 'SlipwayQueueDown',
    expr: 'min(slipway_queue_up) == 0',
    for: '10m',
    severity: 'ticket',
    summary: 'the queue is unavailable: the sweep wakes releases about a second late',
  },
  {
    name: 'SlipwayScriptsWaiting',
    expr: 'sum(slipway_scripts_waiting) > 4 * sum(slipway_script_children)',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value }} scripts wait for a child process of a runner',
  },
  {
    name: 'SlipwayRunnersUnreachable',
    expr: 'sum(rate(slipway_script_executions_total{outcome="unavailable"}[5m])) > 0',
    for: '5m',
    severity: 'page',
    summary: 'clients of the script runner cannot reach a runner',
  },
  {
    name: 'SlipwayDatabaseBusy',
    expr: 'min by (pod) (slipway_database_pool_waiting) > 0',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value }} queries of {{ $labels.pod }} wait for a database connection',
  },
  {
    name: 'SlipwayEventLoopBlocked',
    expr: 'nodejs_eventloop_lag_p99_seconds{container=~"api|scheduler|script-runner"} > 0.5',
    for: '5m',
    severity: 'ticket',
    summary: 'the event loop of {{ $labels.pod }} is blocked for {{ $value | humanizeDuration }} at a time',
  },
];

/** The page with a section of instructions for each alert. */
const runbooks = 'docs/how-to/operations/respond-to-alerts.md';

/** The alerts in the format of Prometheus. */
export const ruleGroups = {
  groups: [
    {
      name: 'slipway',
      rules: alerts.map(({ name, expr, for: duration, severity, summary }) => ({
        alert: name,
        expr,
        for: duration,
        labels: { severity },
        annotations: { summary, runbook: `${runbooks}#${name.toLowerCase()}` },
      })),
    },
  ],
};
