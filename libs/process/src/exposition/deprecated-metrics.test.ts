import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { definitions } from './definitions.ts';
import { deprecatedMetrics } from './deprecated-metrics.ts';
import { expose } from './exposition.ts';

const registry = new Registry();
const registers = [registry];
const lines = async (start: string, accept?: string): Promise<readonly string[]> =>
  (await expose(registry, accept)).text.split('\n').filter((line) => line.startsWith(start));

test('a renamed counter has the same values under its deprecated name, with the deprecated label and values', async () => {
  const counter = new Counter({ ...definitions.scriptRuns, registers });
  counter.labels('task', 'suspended').inc(3);
  counter.labels('task', 'failed').inc();
  expect(await lines('slipway_script_executions_total{')).toEqual([
    'slipway_script_executions_total{purpose="task",outcome="suspended"} 3',
    'slipway_script_executions_total{purpose="task",outcome="failed"} 1',
  ]);
  expect(await lines('slipway_script_runs_total{')).toEqual([
    'slipway_script_runs_total{purpose="task",end="asking"} 3',
    'slipway_script_runs_total{purpose="task",end="failed"} 1',
  ]);
  expect(await lines('# HELP slipway_script_runs_total')).toEqual([
    '# HELP slipway_script_runs_total Deprecated: use slipway_script_executions_total',
  ]);
  expect(await lines('# TYPE slipway_script_runs ', 'application/openmetrics-text')).toEqual([
    '# TYPE slipway_script_runs counter',
  ]);
  expect(await lines('slipway_script_runs_total{', 'application/openmetrics-text')).toHaveLength(2);
});

test('a renamed histogram has the same buckets, sum and count under its deprecated name', async () => {
  const histogram = new Histogram({ ...definitions.wakeupDelay, registers });
  histogram.labels('queue').observe(0.02);
  const current = await lines('slipway_release_wakeup_delay_seconds_');
  expect(current.length).toBeGreaterThan(3);
  const deprecated = current.map((line) =>
    line.replace('slipway_release_wakeup_delay_seconds_', 'slipway_due_to_done_lateness_seconds_'),
  );
  expect(await lines('slipway_due_to_done_lateness_seconds_')).toEqual(deprecated);
});

test('a gauge is read once for both names, so that they agree', async () => {
  let reads = 0;
  const collect = function (this: Gauge) {
    reads += 1;
    this.set(reads);
  };
  new Gauge({ name: 'slipway_oldest_overdue_seconds', help: 'a gauge', registers, collect });
  const text = (await expose(registry, undefined)).text;
  expect([reads, text]).toEqual([1, expect.stringContaining('\nslipway_oldest_overdue_seconds 1\n')]);
  expect(text).toContain('\nslipway_oldest_nudge_seconds 1\n');
});

test('a metric that was not renamed has one name', async () => {
  new Gauge({ name: 'slipway_queue_up', help: 'a gauge', registers });
  expect(await lines('# TYPE slipway_queue')).toEqual(['# TYPE slipway_queue_up gauge']);
});

test('each replacement has one deprecated name, and is not deprecated', () => {
  const replacements = Object.values(deprecatedMetrics).map(({ use }) => use);
  expect(new Set(replacements).size).toBe(replacements.length);
  expect(replacements.filter((name) => name in deprecatedMetrics)).toEqual([]);
});
