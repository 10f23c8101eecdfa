import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrations } from '../../libs/persistence/src/database/migrate.ts';
import { freshDatabase } from '../harness/database.ts';
import { type RunningProcess, run } from '../harness/product/run-process.ts';
import { noScriptRunnerEnv, spawnService, startService } from '../harness/product/service-process.ts';
import { basicAuth } from '../harness/rest/rest-client.ts';
import { freePort } from '../harness/servers/free-port.ts';
import { execute, withDatabaseName } from '../harness/servers/statements.ts';
import { isLong } from '../harness/test-length.ts';

const server = inject('postgres').url;
let name: string;
let url: string;
let spawned: RunningProcess[];
beforeEach(async () => {
  name = `slipway_waiting_${randomBytes(4).toString('hex')}`;
  url = withDatabaseName(server, name);
  spawned = [];
  await execute(server, `CREATE DATABASE ${name}`);
});
afterEach(async () => {
  for (const { signal, ended } of spawned) {
    try {
      signal('SIGTERM');
    } catch {
      // the process has ended
    }
    await ended;
  }
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
});

const spawn = (kind: Parameters<typeof spawnService>[0], env: Record<string, string> = {}): RunningProcess => {
  const running = spawnService(kind, { DATABASE_URL: url, ADMIN_PASSWORD: 'admin', SAMPLES: 'false', ...env });
  spawned.push(running);
  return running;
};
const migrated = async (env: Record<string, string> = {}) => {
  const running = spawn('migrate', { LOG_LEVEL: 'warn', ...env });
  return [await running.ended, running.output()];
};
const get = async (address: string) => {
  const answer = await fetch(address, { headers: basicAuth('admin', 'admin') });
  return [answer.status, await answer.text()];
};
const names = migrations.map(([step]) => step);

test('migrate prints its steps, migrates an empty database, and changes nothing the second time', async () => {
  const steps = `The schema of the database has taken ${names.length} steps: ${names.join(', ')}.\n`;
  expect(await migrated({ SAMPLES: 'true' })).toEqual([
    0,
    `${steps}The user admin has ADMIN_PASSWORD.\nThe samples were added.\n`,
  ]);
  // a later version has added a step, which this version can ignore
  await execute(url, "insert into schema_steps (name, needs) values ('9998-later', 0)");
  expect(await migrated({ SAMPLES: 'true' })).toEqual([0, 'The schema of the database is up to date.\n']);
});

test.runIf(isLong)('migrate without a key adds no samples, and prints the generated password once', async () => {
  const [code, migrateOutput] = await migrated({ ADMIN_PASSWORD: '', SAMPLES: 'true', SECRET_KEY: '' });
  expect([code, String(migrateOutput).split('\n').slice(1)]).toEqual([
    0,
    [
      expect.stringMatching(/^The password of the user admin is \S{16}$/),
      'No samples were added: SECRET_KEY is not set.',
      '',
    ],
  ]);
});

const migrateErrors = [
  [{ DATABASE_URL: '' }, 'migrate requires DATABASE_URL: the database to migrate'],
  [
    { DATABASE_URL: 'postgresql://slipway:hunter2@127.0.0.1:1/slipway' },
    'cannot use the database of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1',
  ],
] as const;
test.each(isLong ? migrateErrors : migrateErrors.slice(-1))(
  'migrate prints one line for an error and exits with code 1: %o',
  async (env, line) => {
    expect(await migrated(env)).toEqual([1, `slipway: ${line}\n`]);
  },
);

test('processes wait for the schema, live and not ready, and start when the schema is complete', async () => {
  const ports = await Promise.all([freePort(), freePort()]);
  const [api, scheduler] = ports.map((port) => `http://127.0.0.1:${port}`);
  const waiting = [spawn('api', { PORT: `${ports[0]}` }), spawn('scheduler', { MANAGEMENT_PORT: `${ports[1]}` })];
  for (const process of waiting)
    await process.waitForOutput(/the schema of the database is outdated: this process waits for npm run migrate/);
  for (const address of [api, scheduler]) {
    expect(await get(`${address}/livez`)).toEqual([200, '{"alive":true}']);
    expect(await get(`${address}/readyz`)).toEqual([
      503,
      '{"ready":false,"draining":false,"checks":{"start":"waiting","schema":"waiting"}}',
    ]);
    expect(await get(`${address}/metrics`)).toEqual([200, expect.stringContaining('process_cpu_seconds_total')]);
  }
  expect(await get(`${api}/api/v1/templates`)).toEqual([503, 'the product is starting: try again\n']);
  expect(await migrated()).toEqual([0, expect.stringContaining('has taken')]);
  await waiting[0]?.waitForOutput(/the api is running/);
  await waiting[1]?.waitForOutput(/the scheduler is running/);
  for (const address of [api, scheduler]) expect((await get(`${address}/readyz`))[0]).toBe(200);
  expect(await get(`${api}/api/v1/templates`)).toEqual([200, '[]']);
});

test.runIf(isLong)('a signal to a waiting process ends it at once, without a drain', async () => {
  const api = spawn('api', { DRAIN_SECONDS: '3600' });
  await api.waitForOutput(/waits for npm run migrate/);
  api.signal('SIGTERM');
  expect(await api.ended).toBe(0);
});

const newSchemaError = (needs: number) =>
  `the schema of the database is too new for this version: it requires migration ${needs}, and this version contains the migrations up to ${Number(names.at(-1)?.slice(0, 4))}`;

test('a schema that is too new stops each process with one sentence; a schema with additional parts does not', async () => {
  const newer = await freshDatabase();
  const newerEnv = { DATABASE_URL: newer.url };
  await execute(newer.url, "insert into schema_steps (name, needs) values ('9998-later', 0)");
  const newerApi = await startService('api', newerEnv);
  expect(await newerApi.stop()).toBe(0);
  await execute(newer.url, "insert into schema_steps (name, needs) values ('9999-contraction', 9998)");
  const refused = [spawn('scheduler', newerEnv), spawn('migrate', newerEnv)];
  const product = run({ env: { ...noScriptRunnerEnv, ...newerEnv, SECRET_KEY: '0'.repeat(64) } });
  for (const { ended } of [...refused, product]) expect(await ended).toBe(1);
  for (const { output } of refused) expect(output()).toBe(`slipway: ${newSchemaError(9998)}\n`);
  expect(product.output()).toBe(`Preparing the database…\nslipway: ${newSchemaError(9998)}\n`);
  await newer.drop();
});
