/** Something that a person should know of: when `expr` has answered anything for so long. */
export interface Alert {
  readonly name: string;
  readonly expr: string;
  readonly for: string;
  /** `page` wakes an operator; `ticket` waits for the morning */
  readonly severity: 'page' | 'ticket';
  /** one line, with the value of the series */
  readonly summary: string;
}

/** A process that is to be there, by the name of its container. */
const targets = 'up{container=~"api|scheduler|script-runner"}';

/** All alerts, most severe first. Each has a section with instructions in docs/how-to/operations/respond-to-alerts.md. */
export const alerts: readonly Alert[] = [
  {
    name: 'SlipwayForgotten',
    expr: 'max(slipway_consistency_findings) > 0',
    for: '3m',
    severity: 'page',
    summary: '{{ $value }} releases or triggers have no next step and no user who can act',
  },
  {
    name: 'SlipwayOverdue',
    expr: 'max(slipway_oldest_nudge_seconds) > 30',
    for: '2m',
    severity: 'page',
    summary: 'something has been due for {{ $value | humanizeDuration }} and was not done',
  },
  {
    name: 'SlipwayServiceDown',
    expr: `sum by (container) (${targets}) == 0 or absent(up{container="api"}) or absent(up{container="scheduler"}) or absent(up{container="script-runner"})`,
    for: '1m',
    severity: 'page',
    summary: 'no {{ $labels.container }} answers',
  },
  {
    name: 'SlipwayReplicaDown',
    expr: `${targets} == 0`,
    for: '10m',
    severity: 'ticket',
    summary: '{{ $labels.pod }} does not answer',
  },
  {
    name: 'SlipwayRequestsFail',
    expr: 'sum(rate(slipway_http_requests_total{status=~"5.."}[5m])) / sum(rate(slipway_http_requests_total[5m])) > 0.01',
    for: '5m',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of all requests are answered with an error of ours',
  },
  {
    name: 'SlipwayRequestsSlow',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(slipway_http_request_duration_seconds_bucket[5m]))) > 2',
    for: '10m',
    severity: 'ticket',
    summary: 'one of a hundred requests takes {{ $value | humanizeDuration }} or more',
  },
  {
    name: 'SlipwayDeliveriesTurnedAway',
    expr: 'sum(rate(slipway_deliveries_total{outcome="busy"}[5m])) / sum(rate(slipway_deliveries_total[5m])) > 0.05',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of all webhook deliveries get a busy answer (503)',
  },
  {
    name: 'SlipwayTimersLate',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(slipway_due_to_done_lateness_seconds_bucket[5m]))) > 5',
    for: '10m',
    severity: 'ticket',
    summary: 'one of a hundred releases is woken {{ $value | humanizeDuration }} late or more',
  },
  {
    name: 'SlipwayTriggersFail',
    expr: 'sum(increase(slipway_trigger_runs_total{outcome="failed"}[15m])) > 3',
    for: '1m',
    severity: 'ticket',
    summary: '{{ $value | humanize }} firings of triggers have failed in a quarter of an hour',
  },
  {
    name: 'SlipwayQueueAway',
    expr: 'min(slipway_queue_up) == 0',
    for: '10m',
    severity: 'ticket',
    summary: 'the queue cannot be reached: releases are woken by the sweep, about a second late',
  },
  {
    name: 'SlipwayScriptsWait',
    expr: 'sum(slipway_scripts_waiting) > 4 * sum(slipway_script_children)',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value }} scripts wait for a child of a runner',
  },
  {
    name: 'SlipwayRunnersAway',
    expr: 'sum(rate(slipway_script_runs_total{end="away"}[5m])) > 0',
    for: '5m',
    severity: 'page',
    summary: 'runners cannot be reached by those who ask them',
  },
  {
    name: 'SlipwayDatabaseBusy',
    expr: 'min by (pod) (slipway_database_pool_waiting) > 0',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value }} wait for a connection of {{ $labels.pod }} to the database',
  },
  {
    name: 'SlipwayEventLoopHeld',
    expr: 'nodejs_eventloop_lag_p99_seconds{container=~"api|scheduler|script-runner"} > 0.5',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $labels.pod }} is held up for {{ $value | humanizeDuration }} at a time',
  },
];

/** The page with a section of instructions for each alert. */
const runbooks = 'docs/how-to/operations/respond-to-alerts.md';

/** The alerts as Prometheus reads them. */
export const ruleGroups = {
  groups: [
    {
      name: 'slipway',
      rules: alerts.map(({ name, expr, for: lasting, severity, summary }) => ({
        alert: name,
        expr,
        for: lasting,
        labels: { severity },
        annotations: { summary, runbook: `${runbooks}#${name.toLowerCase()}` },
      })),
    },
  ],
};
