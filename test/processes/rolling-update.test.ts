import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../harness/database.ts';
import { spawnService } from '../harness/product/service-process.ts';
import { basicAuth, createRestClient } from '../harness/rest/rest-client.ts';
import { pickLength, systemTestTimeoutMs } from '../harness/test-length.ts';
import { deploy, replicaStarter } from './rolling/deployment.ts';
import { type Balancer, startBalancer } from './rolling/load-balancer.ts';
import { startStreams } from './rolling/stream-clients.ts';
import { startTraffic } from './rolling/traffic.ts';
import { prepareWork, verifyWork } from './rolling/work.ts';

let database: FreshDatabase;
let apis: Balancer;
let runners: Balancer;
beforeAll(async () => {
  database = await freshDatabase();
  const env = { DATABASE_URL: database.url, ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };
  expect(await spawnService('migrate', env).ended).toBe(0);
  [apis, runners] = await Promise.all([startBalancer(), startBalancer()]);
});
afterAll(async () => {
  await Promise.all([apis.stop(), runners.stop()]);
  await database.drop();
});

const sizes = pickLength({
  short: {
    ...{ scriptRunners: 1, apis: 1, schedulers: 1, rounds: 1 },
    ...{ tasks: 8, timers: 8, spreadMs: 8_000, fromMs: 1_000, perSecond: 20, streams: 8 },
  },
  long: {
    ...{ scriptRunners: 2, apis: 3, schedulers: 2, rounds: 2 },
    ...{ tasks: 40, timers: 60, spreadMs: 30_000, fromMs: 10_000, perSecond: 200, streams: 50 },
  },
});

test('processes are replaced under load: no request fails, no stream is cut off, and all work is done exactly once', {
  timeout: systemTestTimeoutMs,
}, async () => {
  const secret = { SCRIPT_RUNNER_SECRET: 's'.repeat(16) };
  const env = {
    DATABASE_URL: database.url,
    SCRIPT_RUNNER_URL: runners.url,
    LIVE_STREAMS_PER_USER: '50',
    ...secret,
  };
  // a process starts before its clients and ends after them
  const scriptRunners = await deploy(replicaStarter('script-runner', secret), sizes.scriptRunners, runners);
  const callers = await Promise.all([
    deploy(replicaStarter('api', env), sizes.apis, apis),
    deploy(replicaStarter('scheduler', env), sizes.schedulers),
  ]);
  const deployments = [scriptRunners, ...callers];
  // An idle connection would delay the end of the last processes until its timeout.
  const rest = createRestClient(() => apis.url, { ...basicAuth('admin', 'admin'), connection: 'close' });
  const work = await prepareWork(rest, sizes);
  const traffic = startTraffic({ url: apis.url, ...work, perSecond: sizes.perSecond });
  const streams = startStreams({ url: apis.url, taskIds: work.taskIds, count: sizes.streams });
  await streams.opened(1);
  for (let round = 1; round <= sizes.rounds; round += 1) {
    await Promise.all(deployments.map(({ roll }) => roll()));
    // the streams of replaced processes are open again
    await streams.opened(round + 1);
  }
  const trafficResult = await traffic.stop();
  const tasks = work.taskIds.map((id) => `task=${id}`).join('&');
  const now = await rest.get<readonly { task: string; version: number }[]>(`/live?${tasks}`);
  await streams.caughtUp(new Map(now.map(({ task, version }) => [task, version])));
  const cutOff = await streams.stop();
  const workErrors = await verifyWork(database.url, work, trafficResult);
  const processErrors = [...(await Promise.all(callers.map(({ stop }) => stop()))), await scriptRunners.stop()];
  expect([trafficResult.failures, cutOff, workErrors, processErrors.flat(), apis.refused, runners.refused]).toEqual([
    [],
    [],
    [],
    [],
    0,
    0,
  ]);
  expect(trafficResult.pushes.length).toBeGreaterThan(0);
  expect(trafficResult.comments.length).toBeGreaterThan(0);
});
