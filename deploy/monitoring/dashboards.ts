import { dashboard, line, lines, quantiles } from './panels.ts';

const containers = 'container=~"api|scheduler|script-runner"';

/** The Grafana dashboards by file name. */
export const dashboards = {
  'slipway-requests': dashboard('Slipway: requests', [
    line(
      'Requests per second, by subject',
      'reqps',
      'sum by (subject) (rate(slipway_http_requests_total[$__rate_interval]))',
      '{{subject}}',
    ),
    line(
      'Responses per second, by status',
      'reqps',
      'sum by (status) (rate(slipway_http_requests_total[$__rate_interval]))',
      '{{status}}',
    ),
    quantiles('Request duration', 'slipway_http_request_duration_seconds'),
    line(
      'Request duration (p99), by subject',
      's',
      'histogram_quantile(0.99, sum by (le, subject) (rate(slipway_http_request_duration_seconds_bucket[$__rate_interval])))',
      '{{subject}}',
    ),
    quantiles('Duration of inputs to releases', 'slipway_dispatch_duration_seconds'),
    line(
      'Rejected inputs per second',
      'ops',
      'sum by (reason) (rate(slipway_rejected_inputs_total[$__rate_interval]))',
      '{{reason}}',
    ),
    line('Open event streams', 'short', 'sum by (pod) (slipway_event_streams)', '{{pod}}'),
    line(
      'Closed event streams per second',
      'ops',
      'sum by (reason) (rate(slipway_event_streams_closed_total[$__rate_interval]))',
      '{{reason}}',
    ),
    quantiles('Duration of polls for event streams', 'slipway_event_stream_poll_duration_seconds'),
  ]),
  'slipway-webhooks': dashboard('Slipway: webhooks', [
    line(
      'Deliveries per second, by outcome',
      'ops',
      'sum by (outcome) (rate(slipway_webhook_deliveries_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    line(
      'Share of busy responses',
      'percentunit',
      'sum(rate(slipway_webhook_deliveries_total{outcome="busy"}[$__rate_interval])) / sum(rate(slipway_webhook_deliveries_total[$__rate_interval]))',
      'busy',
    ),
    line(
      'Firings of triggers per second',
      'ops',
      'sum by (outcome) (rate(slipway_trigger_runs_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    line(
      'Duration of webhook scripts (p99)',
      's',
      'histogram_quantile(0.99, sum by (le, purpose) (rate(slipway_script_duration_seconds_bucket{purpose=~"webhook|event.*"}[$__rate_interval])))',
      '{{purpose}}',
    ),
  ]),
  'slipway-scripts': dashboard('Slipway: scripts', [
    line(
      'Runs per second, by purpose',
      'ops',
      'sum by (purpose) (rate(slipway_script_executions_total[$__rate_interval]))',
      '{{purpose}}',
    ),
    line(
      'Runs per second, by outcome',
      'ops',
      'sum by (outcome) (rate(slipway_script_executions_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    quantiles('Run duration', 'slipway_script_duration_seconds'),
    lines('Runners', 'short', [
      ['sum(slipway_scripts_running)', 'running'],
      ['sum(slipway_scripts_waiting)', 'waiting for a child process'],
      ['sum(slipway_script_children)', 'child processes'],
      ['sum(slipway_scripts_suspended)', 'suspended'],
    ]),
    line('Container jobs, by state', 'short', 'max by (state) (slipway_container_jobs)', '{{state}}'),
    line(
      'HTTP requests of scripts per second, by outcome',
      'reqps',
      'sum by (outcome) (rate(slipway_script_egress_requests_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    quantiles('Duration of HTTP requests of scripts', 'slipway_script_egress_request_duration_seconds'),
    lines('Current HTTP requests of scripts', 'short', [
      ['sum(slipway_script_egress_requests_active)', 'active'],
      ['sum(slipway_script_egress_requests_waiting)', 'waiting'],
    ]),
    line(
      'Missing names of scripts per hour',
      'short',
      'topk(10, sum by (name) (increase(slipway_script_missing_names_total[1h])))',
      '{{name}}',
    ),
  ]),
  'slipway-timers': dashboard('Slipway: timers', [
    line('Overdue releases and triggers', 'short', 'max(slipway_overdue_timers)', 'overdue'),
    line('Oldest overdue release or trigger', 's', 'max(slipway_oldest_overdue_seconds)', 'time since it was due'),
    quantiles('Wake-up delay of releases', 'slipway_release_wakeup_delay_seconds'),
    quantiles('Firing delay of triggers', 'slipway_trigger_delay_seconds'),
    line(
      'Release wake-ups per second, by source',
      'ops',
      'sum by (source) (rate(slipway_release_wakeups_total[$__rate_interval]))',
      '{{source}}',
    ),
    lines('Queue', 'short', [
      ['min(slipway_queue_up)', 'available'],
      ['sum(rate(slipway_queue_send_failures_total[$__rate_interval]))', 'failed messages per second'],
    ]),
    line(
      'Notifications per second, by channel and state',
      'ops',
      'sum by (channel, state) (rate(slipway_notifications_total[$__rate_interval]))',
      '{{channel}} {{state}}',
    ),
    quantiles('Delay of notifications', 'slipway_notification_lag_seconds'),
    line('Stuck releases and triggers', 'short', 'max(slipway_consistency_findings)', 'findings'),
  ]),
  'slipway-pools': dashboard('Slipway: pools and processes', [
    lines('Database connections', 'short', [
      ['sum by (pod) (slipway_database_pool_size)', '{{pod}} maximum'],
      ['sum by (pod) (slipway_database_pool_in_use)', '{{pod}} in use'],
    ]),
    lines('Queue connections, if the queue is in the database', 'short', [
      ['sum by (pod) (slipway_queue_pool_size)', '{{pod}} maximum'],
      ['sum by (pod) (slipway_queue_pool_in_use)', '{{pod}} in use'],
      ['sum by (pod) (slipway_queue_pool_waiting)', '{{pod}} waiting'],
    ]),
    line(
      'Queries that wait for a database connection',
      'short',
      'sum by (pod) (slipway_database_pool_waiting)',
      '{{pod}}',
    ),
    line('Memory', 'bytes', `process_resident_memory_bytes{${containers}}`, '{{pod}}'),
    line('CPU', 'short', `rate(process_cpu_seconds_total{${containers}}[$__rate_interval])`, '{{pod}}'),
    line('Event loop delay (p99)', 's', `nodejs_eventloop_lag_p99_seconds{${containers}}`, '{{pod}}'),
    line(
      'Exported trace spans per second',
      'ops',
      'sum by (outcome) (rate(slipway_trace_span_exports_total[$__rate_interval]))',
      '{{outcome}}',
    ),
    line('Open files', 'short', `process_open_fds{${containers}}`, '{{pod}}'),
  ]),
  'slipway-business': dashboard('Slipway: releases', [
    line('Unfinished releases, by status', 'short', 'max by (status) (slipway_releases)', '{{status}}'),
    line(
      'Started releases per hour',
      'short',
      'sum(increase(slipway_dispatch_duration_seconds_count{input="startRelease"}[1h]))',
      'started',
    ),
    line(
      'Finished releases per hour, by status',
      'short',
      'sum by (status) (increase(slipway_releases_finished_total[1h]))',
      '{{status}}',
    ),
    line(
      'Deployments per hour, by stage and result',
      'short',
      'sum by (stage, result) (increase(slipway_deployments_total[1h]))',
      '{{stage}} {{result}}',
    ),
    quantiles('Duration of completed releases', 'slipway_release_duration_seconds'),
    line('Lag of insights', 's', 'max(slipway_insight_lag_seconds)', 'lag'),
    line('Days with different aggregates', 'short', 'max(slipway_insight_mismatches)', 'days'),
    line(
      'Completed tasks per hour',
      'short',
      'sum(increase(slipway_dispatch_duration_seconds_count{input="completeTask"}[1h]))',
      'completed',
    ),
    line(
      'Failed tasks per hour',
      'short',
      'sum(increase(slipway_dispatch_duration_seconds_count{input="failTask"}[1h]))',
      'failed by users',
    ),
    line(
      'Firings of triggers per hour, by outcome',
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
