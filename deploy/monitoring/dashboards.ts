import { dashboard, line, lines, quantiles } from './panels.ts';

const containers = 'container=~"api|scheduler|script-runner"';

/** Grafana's dashboards by the name of their file. */
export const dashboards = {
  'slipway-requests': dashboard('Slipway: requests', [
    line(
      'Requests a second, by subject',
      'reqps',
      'sum by (subject) (rate(slipway_http_requests_total[$__rate_interval]))',
      '{{subject}}',
    ),
    line(
      'Answers a second, by status',
      'reqps',
      'sum by (status) (rate(slipway_http_requests_total[$__rate_interval]))',
      '{{status}}',
    ),
    quantiles('How long requests take', 'slipway_http_request_duration_seconds'),
    line(
      '99 % of requests, by subject',
      's',
      'histogram_quantile(0.99, sum by (le, subject) (rate(slipway_http_request_duration_seconds_bucket[$__rate_interval])))',
      '{{subject}}',
    ),
    quantiles('How long inputs to releases take', 'slipway_dispatch_duration_seconds'),
    line(
      'Inputs that were refused, a second',
      'ops',
      'sum by (reason) (rate(slipway_refused_inputs_total[$__rate_interval]))',
      '{{reason}}',
    ),
    line('Event streams', 'short', 'sum by (pod) (slipway_live_streams)', '{{pod}}'),
    line(
      'Event streams that ended, a second',
      'ops',
      'sum by (end) (rate(slipway_live_ends_total[$__rate_interval]))',
      '{{end}}',
    ),
    quantiles('How long a look for event streams takes', 'slipway_live_look_duration_seconds'),
  ]),
  'slipway-webhooks': dashboard('Slipway: webhooks', [
    line(
      'Deliveries a second, by outcome',
      'ops',
      'sum by (outcome) (rate(slipway_deliveries_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    line(
      'Share of busy answers',
      'percentunit',
      'sum(rate(slipway_deliveries_total{outcome="busy"}[$__rate_interval])) / sum(rate(slipway_deliveries_total[$__rate_interval]))',
      'busy',
    ),
    line(
      'Triggers that fired, a second',
      'ops',
      'sum by (outcome) (rate(slipway_trigger_runs_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    line(
      'How long scripts of webhooks take',
      's',
      'histogram_quantile(0.99, sum by (le, purpose) (rate(slipway_script_duration_seconds_bucket{purpose=~"webhook|event.*"}[$__rate_interval])))',
      '{{purpose}}',
    ),
  ]),
  'slipway-scripts': dashboard('Slipway: scripts', [
    line(
      'Runs a second, by purpose',
      'ops',
      'sum by (purpose) (rate(slipway_script_runs_total[$__rate_interval]))',
      '{{purpose}}',
    ),
    line(
      'Runs a second, by how they ended',
      'ops',
      'sum by (end) (rate(slipway_script_runs_total[$__rate_interval]))',
      '{{end}}',
    ),
    quantiles('How long runs take', 'slipway_script_duration_seconds'),
    lines('Runners', 'short', [
      ['sum(slipway_scripts_running)', 'running'],
      ['sum(slipway_scripts_waiting)', 'waiting for a child'],
      ['sum(slipway_script_children)', 'children'],
      ['sum(slipway_script_runs_away)', 'waiting for servers'],
    ]),
    line(
      'Requests of scripts a second, by how they ended',
      'reqps',
      'sum by (end) (rate(slipway_script_http_requests_total[$__rate_interval]))',
      '{{end}}',
    ),
    quantiles('How long requests of scripts take', 'slipway_script_http_duration_seconds'),
    lines('Requests of scripts now', 'short', [
      ['sum(slipway_script_http_under_way)', 'under way'],
      ['sum(slipway_script_http_waiting)', 'waiting for their turn'],
    ]),
    line(
      'Missing functions of scripts per hour',
      'short',
      'topk(10, sum by (name) (increase(slipway_script_lacks_total[1h])))',
      '{{name}}',
    ),
  ]),
  'slipway-timers': dashboard('Slipway: timers', [
    line('Overdue', 'short', 'max(slipway_overdue_timers)', 'releases and triggers'),
    line('The longest overdue', 's', 'max(slipway_oldest_nudge_seconds)', 'due for'),
    quantiles('How late releases are woken', 'slipway_due_to_done_lateness_seconds'),
    quantiles('How late triggers fire', 'slipway_trigger_lateness_seconds'),
    line(
      'Wakes a second, by who did it',
      'ops',
      'sum by (source) (rate(slipway_wakes_total[$__rate_interval]))',
      '{{source}}',
    ),
    lines('The queue', 'short', [
      ['min(slipway_queue_up)', 'can be reached'],
      ['sum(rate(slipway_failed_nudges_total[$__rate_interval]))', 'messages lost, a second'],
    ]),
    line('Forgotten', 'short', 'max(slipway_consistency_findings)', 'findings'),
  ]),
  'slipway-pools': dashboard('Slipway: pools and processes', [
    lines('Connections to the database', 'short', [
      ['sum by (pod) (slipway_database_pool_size)', '{{pod}} may have'],
      ['sum by (pod) (slipway_database_pool_in_use)', '{{pod}} in use'],
    ]),
    lines('Connections of the queue, where it is in the database', 'short', [
      ['sum by (pod) (slipway_queue_pool_size)', '{{pod}} may have'],
      ['sum by (pod) (slipway_queue_pool_in_use)', '{{pod}} in use'],
      ['sum by (pod) (slipway_queue_pool_waiting)', '{{pod}} waiting'],
    ]),
    line('Waiting for a connection', 'short', 'sum by (pod) (slipway_database_pool_waiting)', '{{pod}}'),
    line('Memory', 'bytes', `process_resident_memory_bytes{${containers}}`, '{{pod}}'),
    line('CPU', 'short', `rate(process_cpu_seconds_total{${containers}}[$__rate_interval])`, '{{pod}}'),
    line('The event loop is held up (p99)', 's', `nodejs_eventloop_lag_p99_seconds{${containers}}`, '{{pod}}'),
    line(
      'Spans of traces, a second',
      'ops',
      'sum by (end) (rate(slipway_trace_spans_total[$__rate_interval]))',
      '{{end}}',
    ),
    line('Open files', 'short', `process_open_fds{${containers}}`, '{{pod}}'),
  ]),
  'slipway-business': dashboard('Slipway: releases', [
    line('Releases that have not ended, by status', 'short', 'max by (status) (slipway_releases)', '{{status}}'),
    line(
      'Releases started in an hour',
      'short',
      'sum(increase(slipway_dispatch_duration_seconds_count{input="startRelease"}[1h]))',
      'started',
    ),
    line(
      'Tasks completed in an hour',
      'short',
      'sum(increase(slipway_dispatch_duration_seconds_count{input="completeTask"}[1h]))',
      'completed',
    ),
    line(
      'Tasks that failed in an hour',
      'short',
      'sum(increase(slipway_dispatch_duration_seconds_count{input="failTask"}[1h]))',
      'failed by people',
    ),
    line(
      'Releases made by triggers in an hour',
      'short',
      'sum by (outcome) (increase(slipway_trigger_runs_total[1h]))',
      '{{outcome}}',
    ),
    line(
      'Commands and timers per second',
      'ops',
      'topk(12, sum by (input) (rate(slipway_dispatch_duration_seconds_count[$__rate_interval])))',
      '{{input}}',
    ),
  ]),
};
