import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '@slipway/engine';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from './harness/database.ts';
import { run } from './harness/product/run-process.ts';
import { noScriptRunnerEnv } from './harness/product/service-process.ts';
import { basicAuth } from './harness/rest/rest-client.ts';
import { startFlakyProxy } from './harness/servers/flaky-proxy.ts';
import { pickLength } from './harness/test-length.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'refused-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const baseEnv = () => ({ DATABASE_URL: database.url, SECRET_KEY: 'ab'.repeat(32), SAMPLES: 'false' });
const start = (env: Record<string, string> = {}, command?: string[]) =>
  run({ command, env: { ...noScriptRunnerEnv, DATA_DIR: folder, ...env } });
const schedulerCommand = [process.execPath, 'services/scheduler/src/main.ts'];

test('a key that does not match the database stops the product and the scheduler with one line', async () => {
  const env = baseEnv();
  const secretKey = Buffer.from(env.SECRET_KEY, 'hex').toString('base64');
  await (await openEngine({ url: env.DATABASE_URL, secretKey, warn: () => {} })).stop();
  const created = start({ ...env, SECRET_KEY: '' });
  const otherProcess = start({ ...env, SECRET_KEY: 'cd'.repeat(32) }, schedulerCommand);
  expect(await Promise.all([created.ended, otherProcess.ended])).toEqual([1, 1]);
  const line =
    'slipway: SECRET_KEY is not the key of this database: set the key with the id ba853120, or restore its secret.key in DATA_DIR\n';
  expect([created.output(), otherProcess.output()]).toEqual([`Preparing the database…\n${line}`, line]);
});

test('an unreachable database is reported in one line', async () => {
  const product = start({ DATABASE_URL: 'postgresql://slipway:hunter2@127.0.0.1:1/slipway' });
  expect(await product.ended).toBe(1);
  expect(product.output()).toBe(
    'Preparing the database…\nslipway: cannot use the database of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n',
  );
});

test.each([
  ['the product', undefined, pickLength({ short: [24], long: [4, 24, 46] })],
  ['the scheduler', schedulerCommand, pickLength({ short: [12], long: [2, 12, 22] })],
])(
  'a database that becomes unavailable while %s starts is reported in one line, or returns in time',
  async (_, command, moments) => {
    const starts = moments.map(async (nth) => {
      const own = await freshDatabase();
      const gate = await startFlakyProxy(own.url, nth);
      const started = start({ ...baseEnv(), DATABASE_URL: gate.url, LOG_LEVEL: 'info' }, command);
      const [startOutput] = await started.waitForOutput(/slipway: [^\n]+\n|Slipway is ready|the scheduler is running/);
      if (!startOutput.startsWith('slipway')) started.signal('SIGTERM');
      const end = `${startOutput} ${await started.ended}`;
      gate.close();
      await own.drop();
      expect(started.output()).not.toContain('"level":"error"');
      return end;
    });
    for (const end of await Promise.all(starts)) {
      expect(end).toMatch(
        /^slipway: cannot use the database of DATABASE_URL: .+\n 1$|^(?:Slipway is ready|the scheduler is running) 0$/,
      );
    }
  },
);

test('each wrong variable is reported in one line, before the product creates a file', async () => {
  rmSync(folder, { recursive: true });
  const product = start({ PORT: 'hello', SAMPLES: 'maybe' });
  expect(await product.ended).toBe(1);
  expect(product.output()).toBe(
    'slipway: PORT must be a port number from 0 to 65535 (0 uses any free port), for example PORT=5516\n' +
      'slipway: SAMPLES must be true or false, for example SAMPLES=false\n',
  );
  expect(existsSync(folder)).toBe(false);
});

test('a generated password is printed even if the start fails after that, because no later start prints it', async () => {
  const own = await freshDatabase();
  const failed = start({
    ...baseEnv(),
    DATABASE_URL: own.url,
    LICENSE_FILE: 'package.json',
    LICENSE_PUBLIC_KEY_FILE: 'package.json',
  });
  expect(await failed.ended).toBe(1);
  const message =
    /^Preparing the database…\nThe password of the user admin is (\S{16})\nslipway: LICENSE_PUBLIC_KEY_FILE must be an Ed25519 public key in PEM\n$/;
  const [, password = ''] = message.exec(failed.output()) ?? [];
  const product = start({ ...baseEnv(), DATABASE_URL: own.url });
  const [, url] = await product.waitForOutput(/is ready at (\S+) \(login admin, with its password\)/);
  const templates = await fetch(`${url}/api/v1/templates`, { headers: basicAuth('admin', password) });
  expect(templates.status).toBe(200);
  product.signal('SIGTERM');
  await product.ended;
  await own.drop();
});

test('a DATA_DIR that cannot be a folder is reported in one line, with an embedded or an external database', async () => {
  const DATA_DIR = '/dev/null/data';
  const products = [start({ DATA_DIR }), start({ ...baseEnv(), SECRET_KEY: '', DATA_DIR })];
  expect(await Promise.all(products.map(({ ended }) => ended))).toEqual([1, 1]);
  const reason = "ENOTDIR: not a directory, mkdir '/dev/null/data'";
  expect(products.map(({ output }) => output())).toEqual([
    `slipway: cannot use DATA_DIR: ${reason}\n`,
    `Preparing the database…\nslipway: cannot store the key in DATA_DIR: ${reason}; set SECRET_KEY, or DATA_DIR to another folder\n`,
  ]);
});
