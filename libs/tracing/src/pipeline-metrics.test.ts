import { afterEach, expect, test } from 'vitest';
import { startTraceCollector } from '../../../test/harness/servers/trace-collector.ts';
import type { ActivePipelines, PipelineRun } from './settings.ts';
import { startPipelineMetrics } from './start-tracing.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const run: PipelineRun = {
  ...{ id: 'Release1', name: 'Webshop', result: 'success', pendingMs: 60_000, executingMs: 120_500, errors: 2 },
};
async function open({ active = [], hasRunIds = false }: { active?: ActivePipelines[]; hasRunIds?: boolean } = {}) {
  const collector = await startTraceCollector();
  ends.push(collector.stop);
  const lost: string[] = [];
  const headers = { authorization: 'Bearer secret' };
  const metrics = await startPipelineMetrics(
    { url: `${collector.url}/v1/metrics`, headers, service: 'test', intervalMs: 3_600_000, hasRunIds },
    { readActive: async () => active, lost: (reason) => void lost.push(reason) },
  );
  /** Stops, and returns the points of the last export: name, attributes, and value. */
  const stop = async () => {
    await metrics.stop();
    return (collector.metrics().at(-1) ?? []).flatMap(({ name, unit, sum, histogram }) =>
      (sum ?? histogram)!.dataPoints.map((point) => {
        const attributes = point.attributes.map(({ key, value }) => `${key}=${value.stringValue}`).toSorted();
        return [name, unit, ...attributes, point.sum ?? point.asDouble ?? point.asInt].join(' ');
      }),
    );
  };
  return { collector, metrics, lost, stop };
}

const name = 'cicd.pipeline.name=Webshop';
const duration = 'cicd.pipeline.run.duration s';

test('runs have the metrics of the semantic conventions', async () => {
  const { collector, metrics, stop } = await open({
    active: [
      { name: 'Webshop', state: 'executing', count: 3 },
      { name: null, state: 'pending', count: 1 },
    ],
  });
  metrics.ended(run);
  metrics.ended({ ...run, id: 'Release2', result: 'cancellation', pendingMs: null, executingMs: 1_000, errors: 0 });
  metrics.ended({ ...run, id: 'Release3', pendingMs: null, executingMs: null, errors: 0 });
  expect((await stop()).toSorted()).toEqual(
    [
      `cicd.pipeline.run.active {run} ${name} cicd.pipeline.run.state=executing 3`,
      'cicd.pipeline.run.active {run} cicd.pipeline.name=none cicd.pipeline.run.state=pending 1',
      `${duration} ${name} cicd.pipeline.result=cancellation cicd.pipeline.run.state=executing 1`,
      `${duration} ${name} cicd.pipeline.result=success cicd.pipeline.run.state=executing 120.5`,
      `${duration} ${name} cicd.pipeline.run.state=pending 60`,
      `cicd.pipeline.run.errors {error} ${name} error.type=task_failure 2`,
    ].toSorted(),
  );
  expect(collector.headers().authorization).toBe('Bearer secret');
});

test('at most 200 names have series, and ids only on request', async () => {
  const active = ['New 1', 'New 2'].map((each) => ({ name: each, state: 'pending', count: 2 }) as const);
  const { metrics, stop } = await open({ active });
  for (let n = 0; n < 250; n++) metrics.ended({ ...run, name: `Template ${n}`, pendingMs: null, errors: 0 });
  const points = await stop();
  expect(points.filter((point) => point.startsWith(duration))).toHaveLength(201);
  expect(points.find((point) => point.includes('=other') && point.startsWith(duration))).toContain('other');
  expect(points.filter((point) => point.includes('.active'))).toEqual([
    'cicd.pipeline.run.active {run} cicd.pipeline.name=other cicd.pipeline.run.state=pending 4',
  ]);
  expect(points.join()).not.toContain('Release1');
  const other = await open({ hasRunIds: true });
  other.metrics.ended(run);
  expect((await other.stop()).every((point) => point.includes('cicd.pipeline.run.id=Release1'))).toBe(true);
});

test('an unavailable collector is reported by the kind of error', async () => {
  const { collector, metrics, lost, stop } = await open();
  await collector.stop();
  ends.pop();
  metrics.ended(run);
  await stop();
  expect(lost.length).toBeLessThanOrEqual(1);
});
