import { createLogger } from '@slipway/process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createStartedRelease,
  openTestEnvironment,
  plan,
  type TestEnvironment,
  testUser,
} from '../../../../libs/engine/src/testing.ts';
import { startTraceCollector } from '../../../../test/harness/servers/trace-collector.ts';
import { startFactsWorker } from './facts-worker.ts';
import { startPipelines } from './pipeline-metrics.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const logger = createLogger({ logLevel: 'silent' });
const stops: (() => Promise<void> | void)[] = [];
const lifecycle = {
  start: async <T>(_: string, open: () => Promise<T> | T, stop: (part: T) => Promise<void> | void): Promise<T> => {
    const part = await open();
    stops.push(() => stop(part));
    return part;
  },
};

test('the facts worker records ended releases, and each export counts active ones', async () => {
  const collector = await startTraceCollector();
  const url = `${collector.url}/v1/metrics`;
  const pipelineMetrics = { url, headers: {}, service: 'test', intervalMs: 3_600_000, hasRunIds: false };
  const { database } = environment;
  expect(await startPipelines({ config: { pipelineMetrics: undefined }, logger, lifecycle }, database)).toBe(null);
  const recordRuns = await startPipelines({ config: { pipelineMetrics }, logger, lifecycle }, database);
  const [ended] = [await createStartedRelease(environment.engine(), plan({ Build: ['compile'] }))];
  await createStartedRelease(environment.engine(), plan({ Build: ['compile'] }));
  await environment.engine().dispatch(ended.release.id, {
    ...{ kind: 'command', caller: testUser },
    command: { type: 'completeTask', taskId: ended.release.phases[0]?.tasks[0]?.id ?? '' },
  });
  const finished: string[] = [];
  const metrics = {
    gauge: () => {},
    deployed: () => {},
    releaseFinished: (status: string) => void finished.push(status),
  };
  const worker = startFactsWorker({ database, logger, metrics, zone: 'UTC', recordRuns, intervalMs: 10 });
  await expect.poll(() => finished).toEqual(['COMPLETED']);
  await worker.stop();
  for (const stop of stops) await stop();
  const last = collector.metrics().at(-1) ?? [];
  const pointsOf = (name: string) => {
    const metric = last.find((each) => each.name === name);
    return (metric?.sum ?? metric?.histogram)?.dataPoints.map(({ attributes, asDouble, asInt, count }) => [
      Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
      count ?? asDouble ?? asInt,
    ]);
  };
  const named = { 'cicd.pipeline.name': 'Plan' };
  expect(pointsOf('cicd.pipeline.run.active')).toEqual([[{ ...named, 'cicd.pipeline.run.state': 'executing' }, 1]]);
  expect(pointsOf('cicd.pipeline.run.duration')).toContainEqual([
    { ...named, 'cicd.pipeline.run.state': 'executing', 'cicd.pipeline.result': 'success' },
    1,
  ]);
  await collector.stop();
});
