/** Metrics that are updated by events; `gauge` adds those that are read on request. Times are in seconds. */
export const definitions = {
  requests: {
    name: 'slipway_http_requests_total',
    help: 'HTTP requests by the subject of their route, method and status',
    labelNames: ['subject', 'method', 'status'],
  },
  requestDuration: {
    name: 'slipway_http_request_duration_seconds',
    help: 'Time from the arrival of an HTTP request until its response was sent, by the subject of its route and method',
    labelNames: ['subject', 'method'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
  },
  deliveries: {
    name: 'slipway_webhook_deliveries_total',
    help: 'Webhook deliveries by outcome: accepted, refused, unknown, invalid, or busy, which senders can retry',
    labelNames: ['outcome'],
  },
  wakeupDelay: {
    name: 'slipway_release_wakeup_delay_seconds',
    help: 'Time from the due time of a release until its effect was stored, by source of the wake-up: queue or sweep',
    labelNames: ['source'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
  },
  dispatch: {
    name: 'slipway_dispatch_duration_seconds',
    help: 'Time from the arrival of an input to a release until its effect was stored, by type of the input',
    labelNames: ['input'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  releasesFinished: {
    name: 'slipway_releases_finished_total',
    help: 'Ended releases whose numbers were added to insights, by status',
    labelNames: ['status'],
  },
  deployments: {
    name: 'slipway_deployments_total',
    help: 'Deployments that were added to insights, by stage (production or other) and result of the attempt',
    labelNames: ['stage', 'result'],
  },
  releaseDuration: {
    name: 'slipway_release_duration_seconds',
    help: 'Time from the start of a completed release until its end',
    labelNames: [],
    buckets: [60, 300, 900, 3_600, 14_400, 43_200, 86_400, 259_200, 604_800, 2_592_000],
  },
  wakeups: {
    name: 'slipway_release_wakeups_total',
    help: 'Releases woken at their due time, by source: queue or sweep',
    labelNames: ['source'],
  },
  fired: {
    name: 'slipway_trigger_runs_total',
    help: 'Automatic firings of triggers by outcome: created, refused at a limit, or failed',
    labelNames: ['outcome'],
  },
  triggerDelay: {
    name: 'slipway_trigger_delay_seconds',
    help: 'Time from the due time of a trigger until its release was stored, including missed firings that ran later',
    labelNames: [],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 3600],
  },
  rejected: {
    name: 'slipway_rejected_inputs_total',
    help: 'Inputs to releases that were rejected or failed, by type of the error',
    labelNames: ['reason'],
  },
  scriptRuns: {
    name: 'slipway_script_executions_total',
    help: 'Runs requested from a script runner, by purpose and outcome; busy and unavailable: the run did not start',
    labelNames: ['purpose', 'outcome'],
  },
  scriptDuration: {
    name: 'slipway_script_duration_seconds',
    help: 'Time from the request to a script runner until its response, by purpose',
    labelNames: ['purpose'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60],
  },
  missingNames: {
    name: 'slipway_script_missing_names_total',
    help: 'Script runs that used a missing module, class or function, by its name; names beyond the first 200 count as other',
    labelNames: ['name'],
  },
  egressRequests: {
    name: 'slipway_script_egress_requests_total',
    help: 'HTTP requests of scripts without redirects, by outcome: completed, denied by the egress rules, failed, timeout',
    labelNames: ['outcome'],
  },
  egressDuration: {
    name: 'slipway_script_egress_request_duration_seconds',
    help: 'Duration of HTTP requests of scripts, including the wait for a free slot',
    labelNames: [],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600],
  },
  spans: {
    name: 'slipway_trace_span_exports_total',
    help: 'Trace spans by outcome of their export to the collector: sent or dropped',
    labelNames: ['outcome'],
  },
  streamsClosed: {
    name: 'slipway_event_streams_closed_total',
    help: 'Closed event streams by reason: client_closed, drained, max_age, unauthenticated, or rejected before the start',
    labelNames: ['reason'],
  },
  streamPolls: {
    name: 'slipway_event_stream_poll_duration_seconds',
    help: 'Duration of a poll for changes, which a process runs every half second while an event stream is open',
    labelNames: [],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  notifications: {
    name: 'slipway_notifications_total',
    help: 'Attempts to send a notification, by channel and the state after it: sent, failed, rejected, postponed, dead, obsolete or suppressed',
    labelNames: ['channel', 'state'],
  },
  notificationLag: {
    name: 'slipway_notification_lag_seconds',
    help: 'Time from the due time of a notification until its first attempt, if that was accepted',
    labelNames: [],
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 300, 3600],
  },
  sendFailures: {
    name: 'slipway_queue_send_failures_total',
    help: 'Messages that could not be sent to the queue',
    labelNames: [],
  },
};
