import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

const lines = (text: string, start: string) => text.split('\n').filter((line) => line.startsWith(start));

test('wake-ups are counted by source, and their delay is measured in seconds', async () => {
  const metrics = createMetrics();
  metrics.woken('queue', 20);
  metrics.woken('queue', 30);
  const text = await metrics.text();
  expect(lines(text, 'slipway_release_wakeups_total')).toEqual([
    'slipway_release_wakeups_total{source="queue"} 2',
    'slipway_release_wakeups_total{source="sweep"} 0',
  ]);
  expect(lines(text, 'slipway_release_wakeup_delay_seconds_sum')).toEqual([
    'slipway_release_wakeup_delay_seconds_sum{source="queue"} 0.05',
  ]);
});

test('automatic firings are counted by result, with their delay for a schedule', async () => {
  const metrics = createMetrics();
  metrics.fired('created', 20);
  metrics.fired('created', null);
  metrics.fired('failed', 30);
  const text = await metrics.text();
  expect(lines(text, 'slipway_trigger_runs_total')).toEqual([
    'slipway_trigger_runs_total{outcome="created"} 2',
    'slipway_trigger_runs_total{outcome="refused"} 0',
    'slipway_trigger_runs_total{outcome="failed"} 1',
  ]);
  expect(lines(text, 'slipway_trigger_delay_seconds_sum')).toEqual(['slipway_trigger_delay_seconds_sum 0.05']);
});

test('inputs are measured by their type, and rejected ones are counted by the type of error', async () => {
  const metrics = createMetrics();
  metrics.dispatched('completeTask', 2);
  metrics.refused(new RangeError('no'));
  metrics.refused('no');
  metrics.lost(3);
  const text = await metrics.text();
  expect(lines(text, 'slipway_dispatch_duration_seconds_count')).toEqual([
    'slipway_dispatch_duration_seconds_count{input="completeTask"} 1',
  ]);
  expect(lines(text, 'slipway_rejected_inputs_total')).toEqual([
    'slipway_rejected_inputs_total{reason="RangeError"} 1',
    'slipway_rejected_inputs_total{reason="unknown"} 1',
  ]);
  expect(lines(text, 'slipway_queue_send_failures_total')).toEqual(['slipway_queue_send_failures_total 3']);
});

test('HTTP requests of scripts are counted by outcome, and measured', async () => {
  const metrics = createMetrics();
  metrics.httpSent('completed', 20);
  metrics.httpSent('denied', 10);
  const text = await metrics.text();
  expect(lines(text, 'slipway_script_egress_requests_total')).toEqual([
    'slipway_script_egress_requests_total{outcome="completed"} 1',
    'slipway_script_egress_requests_total{outcome="denied"} 1',
  ]);
  expect(lines(text, 'slipway_script_egress_request_duration_seconds_sum')).toEqual([
    'slipway_script_egress_request_duration_seconds_sum 0.03',
  ]);
});

test('runs of scripts are counted by purpose and outcome, and measured by purpose', async () => {
  const metrics = createMetrics();
  metrics.scriptRan('webhook', 'succeeded', 20);
  metrics.scriptRan('webhook', 'busy', 30);
  const text = await metrics.text();
  expect(lines(text, 'slipway_script_executions_total')).toEqual([
    'slipway_script_executions_total{purpose="webhook",outcome="succeeded"} 1',
    'slipway_script_executions_total{purpose="webhook",outcome="busy"} 1',
  ]);
  expect(lines(text, 'slipway_script_duration_seconds_sum')).toEqual([
    'slipway_script_duration_seconds_sum{purpose="webhook"} 0.05',
  ]);
});

test('missing names of scripts are counted, up to a number of names', async () => {
  const metrics = createMetrics();
  for (let name = 0; name < 250; name += 1) metrics.scriptLacked(`m${name}`);
  metrics.scriptLacked('m7');
  const counts = lines(await metrics.text(), 'slipway_script_missing_names_total');
  expect(counts).toHaveLength(201);
  expect(counts).toContain('slipway_script_missing_names_total{name="m7"} 2');
  expect(counts).toContain('slipway_script_missing_names_total{name="other"} 50');
});

test('a gauge is read on request, and NaN after an error', async () => {
  const metrics = createMetrics();
  let figure = 1;
  metrics.gauge({ name: 'slipway_figure', help: 'a figure' }, async () => figure);
  metrics.gauge({ name: 'slipway_unknown', help: 'no figure' }, async () => {
    throw new Error('the database is away');
  });
  figure = 2;
  const text = await metrics.text();
  expect(lines(text, 'slipway_figure')).toEqual(['slipway_figure 2']);
  expect(lines(text, 'slipway_unknown')).toEqual(['slipway_unknown Nan']);
});

test('the process itself has metrics', async () => {
  const metrics = createMetrics();
  expect(lines(await metrics.text(), 'process_resident_memory_bytes')).toHaveLength(1);
  expect(metrics.contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('requests are counted and measured by subject, and deliveries by result', async () => {
  const metrics = createMetrics();
  metrics.answered({ subject: 'releases', method: 'GET', status: 200 }, 20);
  metrics.delivered('busy');
  const text = await metrics.text();
  expect(lines(text, 'slipway_http_requests_total')).toEqual([
    'slipway_http_requests_total{subject="releases",method="GET",status="200"} 1',
  ]);
  expect(lines(text, 'slipway_http_request_duration_seconds_sum')).toEqual([
    'slipway_http_request_duration_seconds_sum{subject="releases",method="GET"} 0.02',
  ]);
  expect(lines(text, 'slipway_webhook_deliveries_total{outcome="busy"}')).toEqual([
    'slipway_webhook_deliveries_total{outcome="busy"} 1',
  ]);
});

test('gauges by a label have current values, and none after an error', async () => {
  const metrics = createMetrics();
  let away = false;
  metrics.gauges({ name: 'slipway_figures', help: 'figures', label: 'status' }, async () => {
    if (away) throw new Error('the database is away');
    return { PLANNED: 3, FAILED: 1 };
  });
  expect(lines(await metrics.text(), 'slipway_figures')).toEqual([
    'slipway_figures{status="PLANNED"} 3',
    'slipway_figures{status="FAILED"} 1',
  ]);
  away = true;
  expect(lines(await metrics.text(), 'slipway_figures')).toEqual([]);
});

test('OpenMetrics is returned on request, otherwise the Prometheus format, one after the other', async () => {
  const metrics = createMetrics();
  metrics.woken('queue', 20);
  for (const _ of [1, 2]) {
    const open = await metrics.expose('application/openmetrics-text;version=1.0.0,text/plain;q=0.5');
    expect(open.type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(lines(open.text, '# TYPE slipway_release_wakeups ')).toEqual(['# TYPE slipway_release_wakeups counter']);
    expect(lines(open.text, 'slipway_release_wakeups_total')).toEqual([
      'slipway_release_wakeups_total{source="queue"} 1',
      'slipway_release_wakeups_total{source="sweep"} 0',
    ]);
    expect(open.text.endsWith('\n# EOF\n')).toBe(true);
    const plain = await metrics.expose('*/*');
    expect(plain.type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(lines(plain.text, '# TYPE slipway_release_wakeups_total ')).toEqual([
      '# TYPE slipway_release_wakeups_total counter',
    ]);
  }
});
