/** The replacement of a deprecated metric. */
interface Replacement {
  /** The name of the metric that replaces it. */
  readonly use: string;
  /** The label that was renamed with the metric. */
  readonly label?: {
    readonly name: string;
    readonly deprecated: string;
    /** The deprecated value of each renamed value; other values are equal. */
    readonly values?: Readonly<Record<string, string>>;
  };
}

const ends = { name: 'outcome', deprecated: 'end' } as const;

/**
 * The metrics that were renamed in this version, by their deprecated names. Both names have the same values. The next
 * version removes the deprecated ones. docs/reference/metrics.md lists them.
 */
export const deprecatedMetrics: Readonly<Record<string, Replacement>> = {
  slipway_deliveries_total: { use: 'slipway_webhook_deliveries_total' },
  slipway_live_streams: { use: 'slipway_event_streams' },
  slipway_live_ends_total: {
    use: 'slipway_event_streams_closed_total',
    label: {
      ...{ name: 'reason', deprecated: 'end' },
      values: { client_closed: 'left', max_age: 'old', unauthenticated: 'login', rejected: 'refused' },
    },
  },
  slipway_live_look_duration_seconds: { use: 'slipway_event_stream_poll_duration_seconds' },
  slipway_refused_inputs_total: { use: 'slipway_rejected_inputs_total' },
  slipway_wakes_total: { use: 'slipway_release_wakeups_total' },
  slipway_due_to_done_lateness_seconds: { use: 'slipway_release_wakeup_delay_seconds' },
  slipway_trigger_lateness_seconds: { use: 'slipway_trigger_delay_seconds' },
  slipway_failed_nudges_total: { use: 'slipway_queue_send_failures_total' },
  slipway_oldest_nudge_seconds: { use: 'slipway_oldest_overdue_seconds' },
  slipway_script_runs_total: {
    use: 'slipway_script_executions_total',
    label: {
      ...ends,
      values: {
        ...{ succeeded: 'well', suspended: 'asking', out_of_memory: 'outOfMemory' },
        ...{ unavailable: 'away', canceled: 'givenUp' },
      },
    },
  },
  slipway_script_lacks_total: { use: 'slipway_script_missing_names_total' },
  slipway_script_runs_away: { use: 'slipway_scripts_suspended' },
  slipway_script_http_requests_total: {
    use: 'slipway_script_egress_requests_total',
    label: {
      ...ends,
      values: { completed: 'answered', denied: 'HttpRefused', failed: 'HttpFailed', timeout: 'HttpTimeout' },
    },
  },
  slipway_script_http_duration_seconds: { use: 'slipway_script_egress_request_duration_seconds' },
  slipway_script_http_under_way: { use: 'slipway_script_egress_requests_active' },
  slipway_script_http_waiting: { use: 'slipway_script_egress_requests_waiting' },
  slipway_trace_spans_total: {
    use: 'slipway_trace_span_exports_total',
    label: { ...ends, values: { dropped: 'lost' } },
  },
};

/** The values of a metric at one time, as prom-client returns them. */
interface CollectedMetric {
  readonly name: string;
  readonly help: string;
  readonly values: readonly Sample[];
}

interface Sample {
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  /** The name of the series, such as that of a bucket, if it differs from the name of the metric. */
  readonly metricName?: string;
}

const deprecatedNames: ReadonlyMap<string, string> = new Map(
  Object.entries(deprecatedMetrics).map(([name, { use }]) => [use, name]),
);

function renamed({ label }: Replacement, labels: Sample['labels']): Sample['labels'] {
  if (label === undefined) return labels;
  return Object.fromEntries(
    Object.entries(labels).map(([name, value]) =>
      name === label.name ? [label.deprecated, label.values?.[String(value)] ?? value] : [name, value],
    ),
  );
}

/** Returns the same values under the deprecated name of the metric; null if it has none. */
export function asDeprecated<Metric extends CollectedMetric>(metric: Metric): Metric | null {
  const name = deprecatedNames.get(metric.name);
  const replacement = name === undefined ? undefined : deprecatedMetrics[name];
  if (name === undefined || replacement === undefined) return null;
  const seriesName = (series: string): string => `${name}${series.slice(metric.name.length)}`;
  return {
    ...metric,
    name,
    help: `Deprecated: use ${metric.name}`,
    values: metric.values.map((sample) => ({
      ...sample,
      ...(sample.metricName !== undefined && { metricName: seriesName(sample.metricName) }),
      labels: renamed(replacement, sample.labels),
    })),
  };
}
