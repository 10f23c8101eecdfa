import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { freshDatabase } from './harness/database.ts';
import { run } from './harness/product/run-process.ts';
import { noScriptRunnerEnv } from './harness/product/service-process.ts';
import { basicAuth } from './harness/rest/rest-client.ts';
import { isLong } from './harness/test-length.ts';

const READY = /is ready at (http:\S+)/;

/** A data folder after the first start; each test has a copy. */
let prepared: string;
let first: { readonly output: string; readonly code: number | null };
let folder: string;

const LOGIN = basicAuth('admin', 'admin');
const asJson = { ...LOGIN, 'Content-Type': 'application/json' };

beforeAll(async () => {
  prepared = mkdtempSync(join(inject('folder'), 'prepared-'));
  const product = run({ env: { ...noScriptRunnerEnv, DATA_DIR: prepared, SAMPLES: 'false' } });
  const [, address] = await product.waitForOutput(READY);
  await fetch(`${address}/api/v1/templates`, { method: 'POST', headers: asJson, body: '{"title": "Mine"}' });
  for (let times = 0; times < 20; times += 1) product.signal(times % 2 ? 'SIGINT' : 'SIGTERM');
  const code = await product.ended;
  first = { output: product.output(), code };
});
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'start-'));
  cpSync(prepared, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) => run({ env: { ...noScriptRunnerEnv, DATA_DIR: folder, ...env } });

const titles = async (address: string) => {
  const answer = await fetch(`${address}/api/v1/templates`, { headers: LOGIN });
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
};
const answers = (address: string) =>
  fetch(`${address}/livez`, { headers: { Connection: 'close' } }).then(
    () => true,
    () => false,
  );

/** Returns the process ID in the file of PostgreSQL. */
const postgresPid = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = (pid: number) => existsSync(`/proc/${pid}/exe`);

test('a first start prints its steps, its address, its login and a request to try', () => {
  const [, address] = READY.exec(first.output)!;
  expect(first.output).toBe(
    'Preparing the database…\n' +
      `Slipway is ready at ${address} (login admin/admin). Try: curl -u admin:admin ${address}/api/v1/templates\n`,
  );
});

test('repeated signals stop the product once, in order', () => {
  expect(first.code).toBe(0);
});

/** Sends a request whose body follows after the signal to stop; returns the status of the response. */
async function stopDuringRequest(product: ReturnType<typeof run>, address: string): Promise<number> {
  const headers = { ...asJson, Expect: '100-continue' };
  const inFlight = request(`${address}/api/v1/folders/Applications`, { method: 'POST', headers });
  inFlight.flushHeaders();
  await once(inFlight, 'continue');
  product.signal('SIGTERM');
  while (await answers(address));
  inFlight.end('{"title": "In flight"}');
  const [response] = await once(inFlight, 'response');
  return response.statusCode;
}

test('a second start uses the existing data, keeps it private, refuses another start, and ends after the last request', async () => {
  const product = start();
  const [, address = ''] = await product.waitForOutput(READY);
  expect(await titles(address)).toEqual(['Mine']);
  expect(readFileSync(join(folder, 'secret.key'))).toEqual(readFileSync(join(prepared, 'secret.key')));
  // only the owner can read the key or reach the database
  const mode = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  expect(['secret.key', 'postgres.password', 'postgres.log', 'lock', 'postgres'].map(mode)).toEqual([
    '600',
    '600',
    '600',
    '600',
    '700',
  ]);
  expect(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n').slice(4, 6)).toEqual(['.', '']);
  const secondServer = start();
  expect(await secondServer.ended).toBe(1);
  expect(secondServer.output()).toBe(
    `slipway: the data folder ${folder} is in use by process ${product.pid} at ${address}: stop it, or set DATA_DIR to another folder\n`,
  );
  // a request in flight gets its response, and no new request is accepted
  expect(await stopDuringRequest(product, address)).toBe(200);
  expect(await product.ended).toBe(0);
});

test('a signal during the first start leaves no process and no database', async () => {
  rmSync(folder, { recursive: true });
  const product = start();
  await product.waitForOutput(/Preparing/);
  product.signal('SIGINT');
  expect(await product.ended).toBe(0);
  expect(product.output()).toBe('Preparing the database…\n');
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
});

test('a killed product ends its database; with an old setpriv, the next start ends it', async () => {
  const old = join(folder, 'old');
  mkdirSync(old);
  const real = execFileSync('sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' }).trim();
  const text = `#!/bin/sh\ncase "$1" in --pdeathsig*) exit 1;; esac\nexec ${real} "$@"\n`;
  writeFileSync(join(old, 'setpriv'), text, { mode: 0o755 });
  const killed = start({ PATH: `${old}:${process.env.PATH}` });
  await killed.waitForOutput(READY);
  const left = postgresPid();
  killed.signal('SIGKILL');
  await killed.ended;
  expect(isRunning(left)).toBe(true);
  const product = start();
  await product.waitForOutput(READY);
  expect(isRunning(left)).toBe(false);
  const own = postgresPid();
  product.signal('SIGKILL');
  await product.ended;
  await expect.poll(() => isRunning(own)).toBe(false);
});

test.runIf(isLong)('a database that ends on its own stops the product with exit code 1', async () => {
  const product = start();
  await product.waitForOutput(READY);
  process.kill(postgresPid(), 'SIGQUIT');
  expect(await product.ended).toBe(1);
  expect(product.output()).toContain('PostgreSQL has ended unexpectedly');
});

test.runIf(isLong)(
  'a folder too deep for a socket path works, and a terminal that closes stops the product in order',
  async () => {
    const deep = join(folder, 'x'.repeat(200));
    cpSync(prepared, deep, { recursive: true });
    const product = start({ DATA_DIR: deep });
    await product.waitForOutput(READY);
    product.signal('SIGHUP');
    expect(await product.ended).toBe(0);
  },
);

test('a port in use is reported in one line, and no process is left', async () => {
  const secondServer = createServer().listen(0, '127.0.0.1');
  const address = await new Promise<{ port: number }>((done) =>
    secondServer.once('listening', () => done(secondServer.address() as { port: number })),
  );
  const product = start({ PORT: String(address.port) });
  expect(await product.ended).toBe(1);
  expect(product.output()).toBe(
    `Preparing the database…\nslipway: port ${address.port} of 127.0.0.1 is in use: stop the process that uses it, or set PORT to another port\n`,
  );
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  secondServer.close();
});

test('with DATABASE_URL no database is embedded, and the password of a new admin is printed once', async () => {
  rmSync(folder, { recursive: true });
  const database = await freshDatabase();
  const env = { DATABASE_URL: database.url, SECRET_KEY: 'ab'.repeat(32) };
  const product = start(env);
  const [, address, password] = await product.waitForOutput(/is ready at (\S+) \(login admin\/(\S{16})\)/);
  product.signal('SIGTERM');
  await product.ended;
  const second = start(env);
  await second.waitForOutput(/login admin, with its password/);
  second.signal('SIGTERM');
  await second.ended;
  expect(product.output()).toContain(`curl -u admin:${password} ${address}/api/v1/templates`);
  expect(existsSync(folder)).toBe(false);
  await database.drop();
});
