import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { beginPart } from '../harness/product/part.ts';
import { restAt } from '../harness/rest/rest.ts';
import { databaseAt, execute } from '../harness/servers/statements.ts';
import { type Balancer, startBalancer } from './rolling/balancer.ts';
import { beginning, deploy } from './rolling/deployment.ts';
import { beginningEarlier, checkOut, knowsCommit } from './rolling/earlier.ts';
import { startTraffic } from './rolling/traffic.ts';
import { judge, prepareWork } from './rolling/work.ts';

/** The last version whose processes all migrate by themselves, and whose schema ends at 0039. */
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

/** All that serves in this version, beside one runner. */
async function deployThis(runner: string) {
  const env = { ...basis, ...secret, SCRIPT_RUNNER_URL: runner };
  return await Promise.all([deploy(beginning('api', env), 2, apis), deploy(beginning('scheduler', env), 1)]);
}

test.skipIf(!isKnown)(
  'the version before this one works beside it on one schema, and comes back, and no request fails (not run where git does not know that version)',
  async () => {
    const runners = await startBalancer();
    const runner = await deploy(beginning('script-runner', secret), 1, runners);
    const earlier = beginningEarlier(folder, basis);
    const old = await deploy(earlier, 2, apis);
    const work = await prepareWork(
      restAt(() => apis.url),
      { tasks: 20, timers: 30, spreadMs: 25_000, fromMs: 5_000 },
    );
    // The version before knows of no drain: who calls it has to let it alone before it ends.
    const traffic = startTraffic({ url: apis.url, ...work, keepAlive: false });
    const migration = beginPart('migrate', basis);
    expect([await migration.ended, migration.output()]).toEqual([0, expect.stringContaining('has taken')]);
    const current = await deployThis(runners.url);
    const wrongWithOld = await old.stop();
    const again = await deploy(earlier, 2, apis);
    const wrongWithCurrent = await Promise.all(current.map(({ stop }) => stop()));
    const told = await traffic.stop();
    const wrong = await judge(url, work, told);
    const wrongInTheEnd = [...(await again.stop()), ...(await runner.stop())];
    await runners.stop();
    const misbehaved = [...wrongWithOld, ...wrongWithCurrent.flat(), ...wrongInTheEnd];
    expect([told.failures, wrong, misbehaved, apis.refused]).toEqual([[], [], [], 0]);
    expect(told.count).toBeGreaterThan(0);
  },
);
