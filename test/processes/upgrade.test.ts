import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isLong, length, wholeSystemMs } from '../harness/length.ts';
import { beginPart } from '../harness/product/part.ts';
import { restAt } from '../harness/rest/rest.ts';
import { databaseAt, execute } from '../harness/servers/statements.ts';
import { type Balancer, startBalancer } from './rolling/balancer.ts';
import { beginning, type Deployment, deploy } from './rolling/deployment.ts';
import { beginningEarlier, checkOut, knowsCommit } from './rolling/earlier.ts';
import { startTraffic, type Traffic } from './rolling/traffic.ts';
import { judge, prepareWork } from './rolling/work.ts';

/** The last version in which each process migrates the database; its schema ends at 0039. */
const before = 'e93f1983e0c4e78a73e143336eb9f95ebd81576c';
const isKnown = knowsCommit(before);

const server = inject('postgres').url;
const name = `slipway_upgrade_${randomBytes(4).toString('hex')}`;
const url = databaseAt(server, name);
let folder: string;
let apis: Balancer;
beforeAll(async () => {
  folder = mkdtempSync(join(inject('folder'), 'earlier-'));
  if (isKnown) checkOut(before, folder);
  await execute(server, `CREATE DATABASE ${name}`);
  apis = await startBalancer();
});
afterAll(async () => {
  await apis.stop();
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
  rmSync(folder, { recursive: true, force: true });
});

const secret = { SCRIPT_RUNNER_SECRET: 's'.repeat(16) };
const basis = { DATABASE_URL: url, ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };

const sizes = length({
  short: {
    ...{ earlier: 1, apis: 1, schedulers: 0 },
    ...{ tasks: 4, timers: 4, spreadMs: 4_000, fromMs: 2_000, perSecond: 20 },
  },
  long: {
    ...{ earlier: 2, apis: 2, schedulers: 1 },
    ...{ tasks: 20, timers: 30, spreadMs: 25_000, fromMs: 5_000, perSecond: 200 },
  },
});

/** Starts the processes of this version, beside one script runner. */
async function deployThis(runner: string): Promise<readonly Deployment[]> {
  const env = { ...basis, ...secret, SCRIPT_RUNNER_URL: runner };
  return await Promise.all([
    deploy(beginning('api', env), sizes.apis, apis),
    deploy(beginning('scheduler', env), sizes.schedulers),
  ]);
}
const stopAll = async (deployments: readonly Deployment[]) =>
  (await Promise.all(deployments.map(({ stop }) => stop()))).flat();

/** Waits for this number of further responses. */
async function answered(traffic: Traffic, count: number): Promise<void> {
  let seen = 0;
  traffic.durations();
  await expect
    .poll(() => {
      seen += traffic.durations().length;
      return seen;
    })
    .toBeGreaterThan(count);
}

test.skipIf(!isKnown)(
  'the version before this one works beside it on one schema, and no request fails (skipped where git does not have it)',
  { timeout: wholeSystemMs },
  async () => {
    const runners = await startBalancer();
    const runner = await deploy(beginning('script-runner', secret), 1, runners);
    const earlier = beginningEarlier(folder, basis);
    const serving = [await deploy(earlier, sizes.earlier, apis)];
    const work = await prepareWork(
      restAt(() => apis.url),
      sizes,
    );
    // The earlier version has no drain: its clients must leave before it ends.
    const traffic = startTraffic({ url: apis.url, ...work, keepAlive: false, perSecond: sizes.perSecond });
    const migration = beginPart('migrate', basis);
    expect([await migration.ended, migration.output()]).toEqual([0, expect.stringContaining('has taken')]);
    const current = await deployThis(runners.url);
    await answered(traffic, 2 * sizes.perSecond);
    const wrongMeanwhile: string[] = [];
    if (isLong) {
      // this version replaces the earlier one, and the earlier one returns
      wrongMeanwhile.push(...(await stopAll(serving.splice(0))));
      serving.push(await deploy(earlier, sizes.earlier, apis));
      wrongMeanwhile.push(...(await stopAll(current)));
    } else serving.push(...current);
    const told = await traffic.stop();
    const wrong = await judge(url, work, told);
    const misbehaved = [...wrongMeanwhile, ...(await stopAll([...serving, runner]))];
    await runners.stop();
    expect([told.failures, wrong, misbehaved, apis.refused]).toEqual([[], [], [], 0]);
    expect(told.count).toBeGreaterThan(0);
  },
);
