import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { freshDatabase } from './harness/database.ts';
import { type Running, run } from './harness/product/server.ts';

const NPM_START = ['npm', 'start'];
const READY = /is ready at (http:\S+)/;

/** A data folder as the first start leaves it, of which every test has a copy. */
let prepared: string;
let firstOutput: string;
let folder: string;

beforeAll(async () => {
  prepared = mkdtempSync(join(inject('folder'), 'prepared-'));
  const first = run({ env: { DATA_DIR: prepared, SAMPLES: 'false' } });
  const [, address] = await first.says(READY);
  const headers = { ...LOGIN, 'Content-Type': 'application/json' };
  await fetch(`${address}/api/v1/templates`, { method: 'POST', headers, body: '{"title": "Mine"}' });
  first.signal('SIGTERM');
  await first.ended;
  firstOutput = first.output();
});
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'start-'));
  cpSync(prepared, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}, command?: string[]) =>
  run({ command, env: { DATA_DIR: folder, ...env } });

const LOGIN = { Authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` };
const titles = async (address: string) => {
  const answer = await fetch(`${address}/api/v1/templates`, { headers: LOGIN });
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
};
const answers = (address: string) =>
  fetch(`${address}/livez`, { headers: { Connection: 'close' } }).then(
    () => true,
    () => false,
  );

/** The process of our PostgreSQL, as it wrote it down itself. */
const postgresPid = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = (pid: number) => existsSync(`/proc/${pid}/exe`);
const groupIsRunning = ({ signal }: Running) => {
  try {
    signal('SIGCONT', 'group');
    return true;
  } catch {
    return false;
  }
};

test('a first start says what it does, then that it is ready, where, as whom, and what to try', () => {
  const [, address] = READY.exec(firstOutput)!;
  expect(firstOutput).toBe(
    'Preparing the database…\n' +
      `Slipway is ready at ${address} (login admin/admin). Try: curl -u admin:admin ${address}/api/v1/templates\n`,
  );
});

test('a second start finds its key and its data', async () => {
  const product = start();
  const [, address] = await product.says(READY);
  expect(await titles(address!)).toEqual(['Mine']);
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
  expect(readFileSync(join(folder, 'secret.key'))).toEqual(readFileSync(join(prepared, 'secret.key')));
});

test('a request that is in flight when the stop comes is answered, and no other is taken', async () => {
  const product = start();
  const [, address] = await product.says(READY);
  const headers = { ...LOGIN, 'Content-Type': 'application/json', Expect: '100-continue' };
  const inFlight = request(`${address}/api/v1/folders/Applications`, { method: 'POST', headers });
  inFlight.flushHeaders();
  await once(inFlight, 'continue');
  product.signal('SIGTERM');
  while (await answers(address!));
  inFlight.end('{"title": "In flight"}');
  const [response] = await once(inFlight, 'response');
  expect(response.statusCode).toBe(200);
  expect(await product.ended).toBe(0);
});

test('nobody else can read the key or reach the database', async () => {
  const product = start();
  await product.says(READY);
  const mode = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  expect(['secret.key', 'postgres.password', 'postgres.log', 'lock', 'postgres'].map(mode)).toEqual([
    '600',
    '600',
    '600',
    '600',
    '700',
  ]);
  expect(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n').slice(4, 6)).toEqual(['.', '']);
  product.signal('SIGTERM');
  await product.ended;
});

test.each([
  ['Ctrl-C, which reaches npm, the launcher and the product at once', 'SIGINT', 'group', 0],
  ['an operator who tells npm', 'SIGTERM', 'process', 0],
] as const)('%s stops everything in order', async (_, signal, to, code) => {
  const product = start({}, NPM_START);
  await product.says(READY);
  const postgres = postgresPid();
  product.signal(signal, to);
  expect(await product.ended).toBe(code);
  expect(groupIsRunning(product)).toBe(false);
  expect(isRunning(postgres)).toBe(false);
  expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toContain('database system is shut down');
});

test('a terminal that closes stops the product in order', async () => {
  const product = start();
  await product.says(READY);
  product.signal('SIGHUP');
  expect(await product.ended).toBe(0);
});

test('signals that come again and again change nothing', async () => {
  const product = start();
  await product.says(READY);
  for (let times = 0; times < 20; times += 1) product.signal(times % 2 ? 'SIGINT' : 'SIGTERM');
  expect(await product.ended).toBe(0);
});

test('a signal in the middle of the first start leaves nothing behind', async () => {
  rmSync(folder, { recursive: true });
  const product = start();
  await product.says(/Preparing/);
  product.signal('SIGINT');
  expect(await product.ended).toBe(0);
  expect(product.output()).toBe('Preparing the database…\n');
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
});

test('a second start on the same folder says in one line who holds it', async () => {
  const first = start();
  const [, address] = await first.says(READY);
  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(
    `slipway: the data folder ${folder} is in use by process ${first.pid} at ${address}: stop it, or set DATA_DIR to another folder\n`,
  );
  first.signal('SIGTERM');
  expect(await first.ended).toBe(0);
});

test('a database ends with a product that is killed', async () => {
  const killed = start();
  await killed.says(READY);
  const left = postgresPid();
  killed.signal('SIGKILL');
  await killed.ended;
  await expect.poll(() => isRunning(left)).toBe(false);
});

test('a start after kill -9 ends the database that an old setpriv left running, and starts again', async () => {
  const old = join(folder, 'old');
  mkdirSync(old);
  const real = execFileSync('sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' }).trim();
  const text = `#!/bin/sh\ncase "$1" in --pdeathsig*) exit 1;; esac\nexec ${real} "$@"\n`;
  writeFileSync(join(old, 'setpriv'), text, { mode: 0o755 });
  const killed = start({ PATH: `${old}:${process.env.PATH}` });
  await killed.says(READY);
  const left = postgresPid();
  killed.signal('SIGKILL');
  await killed.ended;
  expect(isRunning(left)).toBe(true);
  const product = start();
  await product.says(READY);
  expect(isRunning(left)).toBe(false);
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
});

test('a database that ends by itself stops the product, and the exit code tells', async () => {
  const product = start();
  await product.says(READY);
  process.kill(postgresPid(), 'SIGQUIT');
  expect(await product.ended).toBe(1);
  expect(product.output()).toContain('PostgreSQL has ended by itself');
});

test('a folder too deep for a socket path is no obstacle', async () => {
  const deep = join(folder, 'x'.repeat(200));
  cpSync(prepared, deep, { recursive: true });
  const product = start({ DATA_DIR: deep });
  await product.says(READY);
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
});

test('a port that is taken is told in one line, and nothing stays running', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  const address = await new Promise<{ port: number }>((done) =>
    other.once('listening', () => done(other.address() as { port: number })),
  );
  const product = start({ PORT: String(address.port) });
  expect(await product.ended).toBe(1);
  expect(product.output()).toBe(
    `Preparing the database…\nslipway: port ${address.port} of 127.0.0.1 is taken: stop what listens there, or set PORT to another\n`,
  );
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  other.close();
});

test('with DATABASE_URL nothing is embedded, and a new admin has a password that is shown once', async () => {
  rmSync(folder, { recursive: true });
  const database = await freshDatabase();
  const env = { DATABASE_URL: database.url, SECRET_KEY: 'ab'.repeat(32) };
  const first = start(env);
  const [, address, password] = await first.says(/is ready at (\S+) \(login admin\/(\S{16})\)/);
  first.signal('SIGTERM');
  await first.ended;
  const second = start(env);
  await second.says(/login admin, with its password/);
  second.signal('SIGTERM');
  await second.ended;
  expect(first.output()).toContain(`curl -u admin:${password} ${address}/api/v1/templates`);
  expect(existsSync(folder)).toBe(false);
  await database.drop();
});
