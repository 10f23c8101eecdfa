import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { spawnService } from '../harness/product/service-process.ts';
import { basicAuth, createRestClient } from '../harness/rest/rest-client.ts';
import { execute, withDatabaseName } from '../harness/servers/statements.ts';
import { isLong, pickLength, systemTestTimeoutMs } from '../harness/test-length.ts';
import { type Deployment, deploy, replicaStarter } from './rolling/deployment.ts';
import { checkOut, earlierReplicaStarter, hasCommit } from './rolling/earlier-version.ts';
import { type Balancer, startBalancer } from './rolling/load-balancer.ts';
import { startTraffic, type Traffic } from './rolling/traffic.ts';
import { prepareWork, verifyWork } from './rolling/work.ts';

/** The last version in which each process migrates the database; its schema ends at 0039. */
const earlierCommit = 'e93f1983e0c4e78a73e143336eb9f95ebd81576c';
const isKnown = hasCommit(earlierCommit);

const server = inject('postgres').url;
const name = `slipway_upgrade_${randomBytes(4).toString('hex')}`;
const url = withDatabaseName(server, name);
let folder: string;
let apis: Balancer;
beforeAll(async () => {
  folder = mkdtempSync(join(inject('folder'), 'earlier-'));
  if (isKnown) checkOut(earlierCommit, folder);
  await execute(server, `CREATE DATABASE ${name}`);
  apis = await startBalancer();
});
afterAll(async () => {
  await apis.stop();
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
  rmSync(folder, { recursive: true, force: true });
});

const secret = { SCRIPT_RUNNER_SECRET: 's'.repeat(16) };
const baseEnv = { DATABASE_URL: url, ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };

const sizes = pickLength({
  short: {
    ...{ earlier: 1, apis: 1, schedulers: 0 },
    ...{ tasks: 4, timers: 4, spreadMs: 4_000, fromMs: 2_000, perSecond: 20 },
  },
  long: {
    ...{ earlier: 2, apis: 2, schedulers: 1 },
    ...{ tasks: 20, timers: 30, spreadMs: 25_000, fromMs: 5_000, perSecond: 200 },
  },
});

/** Starts the processes of this version with a shared script runner. */
async function deployCurrent(runner: string): Promise<readonly Deployment[]> {
  const env = { ...baseEnv, ...secret, SCRIPT_RUNNER_URL: runner };
  return await Promise.all([
    deploy(replicaStarter('api', env), sizes.apis, apis),
    deploy(replicaStarter('scheduler', env), sizes.schedulers),
  ]);
}
const stopAll = async (deployments: readonly Deployment[]) =>
  (await Promise.all(deployments.map(({ stop }) => stop()))).flat();

/** Waits for this number of further responses. */
async function waitForResponses(traffic: Traffic, count: number): Promise<void> {
  let responseCount = 0;
  traffic.durations();
  await expect
    .poll(() => {
      responseCount += traffic.durations().length;
      return responseCount;
    })
    .toBeGreaterThan(count);
}

test.skipIf(!isKnown)(
  'the previous version runs beside this one on one schema, and no request fails (skipped if git does not contain it)',
  { timeout: systemTestTimeoutMs },
  async () => {
    const runners = await startBalancer();
    const runner = await deploy(replicaStarter('script-runner', secret), 1, runners);
    const earlier = earlierReplicaStarter(folder, baseEnv);
    const activeDeployments = [await deploy(earlier, sizes.earlier, apis)];
    // An idle connection would delay the end of the processes until its timeout.
    const closing = { ...basicAuth('admin', 'admin'), connection: 'close' };
    const work = await prepareWork(
      createRestClient(() => apis.url, closing),
      sizes,
    );
    // The earlier version has no drain: its clients must leave before it ends.
    const traffic = startTraffic({ url: apis.url, ...work, keepAlive: false, perSecond: sizes.perSecond });
    const migration = spawnService('migrate', baseEnv);
    expect([await migration.ended, migration.output()]).toEqual([0, expect.stringContaining('has taken')]);
    const current = await deployCurrent(runners.url);
    await waitForResponses(traffic, 2 * sizes.perSecond);
    const replacementErrors: string[] = [];
    if (isLong) {
      // this version replaces the earlier one, and then the earlier one replaces this one
      replacementErrors.push(...(await stopAll(activeDeployments.splice(0))));
      activeDeployments.push(await deploy(earlier, sizes.earlier, apis));
      replacementErrors.push(...(await stopAll(current)));
    } else activeDeployments.push(...current);
    const trafficResult = await traffic.stop();
    const workErrors = await verifyWork(url, work, trafficResult);
    const processErrors = [...replacementErrors, ...(await stopAll([...activeDeployments, runner]))];
    await runners.stop();
    expect([trafficResult.failures, workErrors, processErrors, apis.refused]).toEqual([[], [], [], 0]);
    expect(trafficResult.count).toBeGreaterThan(0);
  },
);
