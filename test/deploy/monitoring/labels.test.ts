import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { alerts } from '../../../deploy/monitoring/alerts.ts';
import { dashboards } from '../../../deploy/monitoring/dashboards.ts';
import { metrics } from '../../../deploy/monitoring/metrics.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import { startTraceCollector } from '../../harness/servers/trace-collector.ts';
import { matchersIn, matchesValue, unmatchedParts } from './labels.ts';

const [, seriesQuery = ''] = /seriesQuery: (.+)/.exec(readFileSync('deploy/monitoring/adapter.yaml', 'utf8')) ?? [];
const panels = Object.values(dashboards).flatMap((dashboard) => dashboard.panels);
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

test('every query uses existing labels of its metrics and possible values', () => {
  expect([...expressions, seriesQuery].flatMap(unmatchedParts)).toEqual([]);
});

test.each([
  ['sum by (topic) (rate(slipway_http_requests_total[5m]))', ['topic']],
  ['sum by (le) (slipway_release_wakeups_total)', ['le']],
  ['slipway_script_executions_total{outcome="gone"}', ['slipway_script_executions_total{outcome: gone}']],
  ['slipway_script_duration_seconds_bucket{purpose=~"webhook|hook.*"}', 1],
  ['up{container="runner"}', ['up{container: runner}']],
])('%s is reported, because a part of it matches nothing', (expression, unmatched) => {
  expect(unmatchedParts(expression)).toHaveLength(typeof unmatched === 'number' ? unmatched : unmatched.length);
  if (typeof unmatched !== 'number') expect(unmatchedParts(expression)).toEqual(unmatched);
});

const collector = await startTraceCollector();
const { rest, url } = serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
afterAll(collector.stop);

const traceId = 'c'.repeat(32);

const measured = async (accept: string): Promise<string> => {
  const answer = await fetch(`${url()}/metrics`, { headers: { accept } });
  expect(answer.status).toBe(200);
  return await answer.text();
};

/** Returns the values of a label of a metric in the served metrics. */
const valuesOf = (text: string, metric: string, label: string): readonly string[] =>
  Array.from(text.matchAll(new RegExp(`^${metric}\\{(?:[^}]*,)?${label}="([^"]*)"`, 'gm')), ([, value = '']) => value);

/**
 * Causes the events that dashboards count: a started release, a completed and a failed task, and scripts of webhooks.
 */
async function work(): Promise<void> {
  const release = await startRelease(rest, { Phase: ['first', 'second'] });
  await rest.post(`/tasks/${idOf(release, 'first')}/complete`, {});
  await rest.post(`/tasks/${idOf(release, 'second')}/fail`, { comment: 'so it is' });
  await rest.post('/scripts/test', { script: 'authenticated = True', purpose: 'webhook' });
  await rest.post('/scripts/test', { script: 'result = True', purpose: 'eventFilter' });
}

test('a running product serves the label values that queries use, and no unlisted values of listed labels', async () => {
  await work();
  const text = await measured('text/plain');
  const named = expressions
    .flatMap(matchersIn)
    .filter(({ label }) => ['input', 'purpose', 'outcome'].includes(label))
    // This outcome occurs only without a script runner.
    .filter(({ value }) => value !== 'unavailable')
    .filter((matcher) => !valuesOf(text, matcher.metric, matcher.label).some((value) => matchesValue(matcher, value)));
  expect(named).toEqual([]);
  const unlisted = Object.entries(metrics).flatMap(([name, { kind, labels }]) =>
    Object.entries(labels).flatMap(([label, values]) =>
      valuesOf(text, kind === 'histogram' ? `${name}_bucket` : name, label).filter(
        (value) => values?.includes(value) === false,
      ),
    ),
  );
  expect(unlisted).toEqual([]);
});

test('the bucket of a request has the trace id as exemplar, only in OpenMetrics', async () => {
  const headers = { traceparent: `00-${traceId}-${'d'.repeat(16)}-01`, authorization: 'Basic YWRtaW46YWRtaW4=' };
  // A bucket keeps its exemplar for at least a second.
  const fetchMetrics = async () => {
    expect((await fetch(`${url()}/api/v1/me`, { headers })).status).toBe(200);
    const text = await measured('application/openmetrics-text');
    return text.split('\n').filter((line) => line.includes(traceId));
  };
  await expect.poll(fetchMetrics, { interval: 200 }).not.toEqual([]);
  const examples = await fetchMetrics();
  for (const line of examples) {
    expect(line).toMatch(
      /^slipway_http_request_duration_seconds_bucket\{[^}]*method="GET"[^}]*\} \d+ # \{trace_id="c{32}"\} [\d.e-]+ [\d.]+$/,
    );
  }
  expect(await measured('text/plain')).not.toContain('trace_id');
});
