type Service = 'api' | 'scheduler' | 'script-runner';
type Kind = 'counter' | 'gauge' | 'histogram';
/** The labels of a metric, each with all its values; null: the values are not listed here. */
type Labels = Readonly<Record<string, readonly string[] | null>>;

/** A metric: its help text, the processes that export it, and the labels of its series. */
interface MetricDescription {
  readonly kind: Kind;
  readonly by: readonly Service[];
  readonly labels: Labels;
}

const servingServices = ['api', 'scheduler'] as const;
const allServices = ['api', 'scheduler', 'script-runner'] as const;

const group = (kind: Kind, by: readonly Service[], metricNames: Readonly<Record<string, Labels>>) =>
  Object.fromEntries(Object.entries(metricNames).map(([name, labels]) => [name, { kind, by, labels }]));

const purpose = [
  ...['webhook', 'eventSource', 'eventFilter', 'precondition', 'failureHandler', 'abort', 'task', 'trigger', 'trial'],
];
const runOutcome = [
  ...['succeeded', 'suspended', 'failed', 'timeout', 'out_of_memory', 'crashed', 'busy', 'unavailable', 'canceled'],
];

/**
 * The only list of the product's metrics. Dashboards, alerts, scaling and the operations page use no other metrics. A
 * test checks that running processes export each one.
 */
export const metrics: Readonly<Record<string, MetricDescription>> = {
  ...group('counter', ['api'], {
    slipway_http_requests_total: { subject: null, method: null, status: null },
    slipway_event_streams_closed_total: {
      reason: ['client_closed', 'drained', 'max_age', 'unauthenticated', 'rejected'],
    },
    slipway_webhook_deliveries_total: { outcome: ['accepted', 'refused', 'unknown', 'invalid', 'busy'] },
  }),
  ...group('histogram', ['api'], {
    slipway_http_request_duration_seconds: { subject: null, method: null },
    slipway_event_stream_poll_duration_seconds: {},
  }),
  ...group('gauge', ['api'], { slipway_event_streams: {} }),
  ...group('counter', servingServices, {
    slipway_rejected_inputs_total: { reason: null },
    slipway_release_wakeups_total: { source: ['queue', 'sweep'] },
    slipway_trigger_runs_total: { outcome: ['created', 'refused', 'failed'] },
    slipway_queue_send_failures_total: {},
    slipway_deployments_total: { stage: ['production', 'other'], result: ['succeeded', 'failed'] },
    slipway_releases_finished_total: { status: ['COMPLETED', 'ABORTED'] },
    slipway_notifications_total: {
      channel: ['mail', 'slack', 'teams', 'webhook'],
      state: ['sent', 'failed', 'rejected', 'postponed', 'dead', 'obsolete', 'suppressed'],
    },
    slipway_script_executions_total: { purpose, outcome: runOutcome },
    slipway_script_missing_names_total: { name: null },
    slipway_script_egress_requests_total: { outcome: ['completed', 'denied', 'failed', 'timeout'] },
  }),
  ...group('histogram', servingServices, {
    slipway_dispatch_duration_seconds: { input: null },
    slipway_release_wakeup_delay_seconds: { source: ['queue', 'sweep'] },
    slipway_trigger_delay_seconds: {},
    slipway_release_duration_seconds: {},
    slipway_notification_lag_seconds: {},
    slipway_script_duration_seconds: { purpose },
    slipway_script_egress_request_duration_seconds: {},
  }),
  ...group('gauge', servingServices, {
    slipway_script_egress_requests_active: {},
    slipway_script_egress_requests_waiting: {},
    slipway_database_pool_size: {},
    slipway_database_pool_in_use: {},
    slipway_database_pool_waiting: {},
    slipway_queue_pool_size: {},
    slipway_queue_pool_in_use: {},
    slipway_queue_pool_waiting: {},
  }),
  ...group('gauge', ['scheduler'], {
    slipway_overdue_timers: {},
    slipway_oldest_overdue_seconds: {},
    slipway_queue_up: {},
    slipway_consistency_findings: {},
    slipway_insight_lag_seconds: {},
    slipway_insight_mismatches: {},
    slipway_scripts_suspended: {},
    slipway_container_jobs: { state: null },
    slipway_releases: { status: null },
  }),
  ...group('gauge', ['script-runner'], {
    slipway_scripts_waiting: {},
    slipway_scripts_running: {},
    slipway_script_children: {},
  }),
  ...group('counter', allServices, {
    slipway_trace_span_exports_total: { outcome: ['sent', 'dropped'] },
    process_cpu_seconds_total: {},
  }),
  ...group('gauge', allServices, {
    process_resident_memory_bytes: {},
    nodejs_eventloop_lag_p99_seconds: {},
    process_open_fds: {},
  }),
};

/** Returns the names of the metrics in a PromQL expression, as in the list. A histogram has three names in PromQL. */
export function metricsIn(expression: string): readonly string[] {
  const words = expression.replace(/"[^"]*"/g, '').match(/\b(?:slipway|process|nodejs)_[a-z0-9_]+/g) ?? [];
  const metricNames = words.map((word) => {
    const histogram = word.replace(/_(?:bucket|sum|count)$/, '');
    return metrics[histogram]?.kind === 'histogram' ? histogram : word;
  });
  return [...new Set(metricNames)];
}
