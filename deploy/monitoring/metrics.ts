type Service = 'api' | 'scheduler' | 'script-runner';
type Kind = 'counter' | 'gauge' | 'histogram';
/** The labels of a metric, each with all its values; null: more than are listed here. */
type Labels = Readonly<Record<string, readonly string[] | null>>;

/** A metric: its help text, the processes that export it, and the labels of its series. */
interface Described {
  readonly kind: Kind;
  readonly by: readonly Service[];
  readonly labels: Labels;
}

const serving = ['api', 'scheduler'] as const;
const all = ['api', 'scheduler', 'script-runner'] as const;

const group = (kind: Kind, by: readonly Service[], named: Readonly<Record<string, Labels>>) =>
  Object.fromEntries(Object.entries(named).map(([name, labels]) => [name, { kind, by, labels }]));

const purpose = [
  ...['webhook', 'eventSource', 'eventFilter', 'precondition', 'failureHandler', 'abort', 'task', 'trigger', 'trial'],
];
const runEnd = ['well', 'asking', 'failed', 'timeout', 'outOfMemory', 'crashed', 'busy', 'away', 'givenUp'];

/**
 * The only list of the product's metrics. Dashboards, alerts, scaling and the operations page use no other metrics. A
 * test checks that running processes export each one.
 */
export const metrics: Readonly<Record<string, Described>> = {
  ...group('counter', ['api'], {
    slipway_http_requests_total: { subject: null, method: null, status: null },
    slipway_live_ends_total: { end: ['left', 'drained', 'old', 'login', 'refused'] },
    slipway_deliveries_total: { outcome: ['accepted', 'refused', 'unknown', 'invalid', 'busy'] },
  }),
  ...group('histogram', ['api'], {
    slipway_http_request_duration_seconds: { subject: null, method: null },
    slipway_live_look_duration_seconds: {},
  }),
  ...group('gauge', ['api'], { slipway_live_streams: {} }),
  ...group('counter', serving, {
    slipway_refused_inputs_total: { reason: null },
    slipway_wakes_total: { source: ['queue', 'sweep'] },
    slipway_trigger_runs_total: { outcome: ['created', 'refused', 'failed'] },
    slipway_failed_nudges_total: {},
    slipway_script_runs_total: { purpose, end: runEnd },
    slipway_script_lacks_total: { name: null },
    slipway_script_http_requests_total: { end: ['answered', 'HttpRefused', 'HttpFailed', 'HttpTimeout'] },
  }),
  ...group('histogram', serving, {
    slipway_dispatch_duration_seconds: { input: null },
    slipway_due_to_done_lateness_seconds: { source: ['queue', 'sweep'] },
    slipway_trigger_lateness_seconds: {},
    slipway_script_duration_seconds: { purpose },
    slipway_script_http_duration_seconds: {},
  }),
  ...group('gauge', serving, {
    slipway_script_http_under_way: {},
    slipway_script_http_waiting: {},
    slipway_database_pool_size: {},
    slipway_database_pool_in_use: {},
    slipway_database_pool_waiting: {},
    slipway_queue_pool_size: {},
    slipway_queue_pool_in_use: {},
    slipway_queue_pool_waiting: {},
  }),
  ...group('gauge', ['scheduler'], {
    slipway_overdue_timers: {},
    slipway_oldest_nudge_seconds: {},
    slipway_queue_up: {},
    slipway_consistency_findings: {},
    slipway_script_runs_away: {},
    slipway_releases: { status: null },
  }),
  ...group('gauge', ['script-runner'], {
    slipway_scripts_waiting: {},
    slipway_scripts_running: {},
    slipway_script_children: {},
  }),
  ...group('counter', all, { slipway_trace_spans_total: { end: ['sent', 'lost'] }, process_cpu_seconds_total: {} }),
  ...group('gauge', all, {
    process_resident_memory_bytes: {},
    nodejs_eventloop_lag_p99_seconds: {},
    process_open_fds: {},
  }),
};

/**
 * Returns the names, in the list, of the metrics that a PromQL expression uses. A histogram has three names of its
 * own.
 */
export function metricsIn(expression: string): readonly string[] {
  const words = expression.replace(/"[^"]*"/g, '').match(/\b(?:slipway|process|nodejs)_[a-z0-9_]+/g) ?? [];
  const named = words.map((word) => {
    const histogram = word.replace(/_(?:bucket|sum|count)$/, '');
    return metrics[histogram]?.kind === 'histogram' ? histogram : word;
  });
  return [...new Set(named)];
}
