/** Metrics that are counted during the work; `gauge` adds those that are read on request. Times are in seconds. */
export const definitions = {
  requests: {
    name: 'slipway_http_requests_total',
    help: 'Requests that were answered, by the subject of their route, their method and status',
    labelNames: ['subject', 'method', 'status'],
  },
  requestDuration: {
    name: 'slipway_http_request_duration_seconds',
    help: 'From the moment that a request had come until its answer was sent, by the subject of its route and its method',
    labelNames: ['subject', 'method'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
  },
  deliveries: {
    name: 'slipway_deliveries_total',
    help: 'Deliveries to webhooks, by result: accepted, refused, unknown, invalid, or busy, which may be retried',
    labelNames: ['outcome'],
  },
  lateness: {
    name: 'slipway_due_to_done_lateness_seconds',
    help: 'From the moment that a release was due until what followed was stored, by who woke it (queue or sweep)',
    labelNames: ['source'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
  },
  dispatch: {
    name: 'slipway_dispatch_duration_seconds',
    help: 'From an input to a release until it was decided and stored, by the type of the input',
    labelNames: ['input'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  wakes: { name: 'slipway_wakes_total', help: 'Releases woken at their moment, by who did it', labelNames: ['source'] },
  fired: {
    name: 'slipway_trigger_runs_total',
    help: 'Triggers that fired automatically, by result: created, refused at a limit, or failed',
    labelNames: ['outcome'],
  },
  triggerLateness: {
    name: 'slipway_trigger_lateness_seconds',
    help: 'Time from the due time of a trigger until its release was stored; includes times that are caught up',
    labelNames: [],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 3600],
  },
  refused: {
    name: 'slipway_refused_inputs_total',
    help: 'Inputs to releases that were refused or failed, by the kind of error',
    labelNames: ['reason'],
  },
  scriptRuns: {
    name: 'slipway_script_runs_total',
    help: 'Runs requested from a script runner, by purpose and end; busy and away: they did not begin',
    labelNames: ['purpose', 'end'],
  },
  scriptDuration: {
    name: 'slipway_script_duration_seconds',
    help: 'Time from the request to a script runner until its response, by purpose',
    labelNames: ['purpose'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60],
  },
  scriptLacks: {
    name: 'slipway_script_lacks_total',
    help: 'Script runs that used a missing name: a module, a class, a function; names beyond the first 200 count as other',
    labelNames: ['name'],
  },
  httpRequests: {
    name: 'slipway_script_http_requests_total',
    help: 'Requests that scripts had made, redirects not counted, by how they ended: answered, HttpRefused by the guard, HttpFailed, HttpTimeout',
    labelNames: ['end'],
  },
  httpDuration: {
    name: 'slipway_script_http_duration_seconds',
    help: 'Time from the request of a script until its end, including the wait for a free slot',
    labelNames: [],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600],
  },
  spans: {
    name: 'slipway_trace_spans_total',
    help: 'Spans of traces, by their end: sent to the collector, or lost since it did not take them',
    labelNames: ['end'],
  },
  streamEnds: {
    name: 'slipway_live_ends_total',
    help: 'Event streams that have ended, by reason: left by the client, drained, old, invalid login, or refused at the start',
    labelNames: ['end'],
  },
  looks: {
    name: 'slipway_live_look_duration_seconds',
    help: 'Duration of a poll for changes, which a process runs every half second while a stream is open',
    labelNames: [],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  lost: { name: 'slipway_failed_nudges_total', help: 'Messages that could not be sent to the queue', labelNames: [] },
};
