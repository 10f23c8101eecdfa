import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from './harness/database.ts';
import { type Running, run } from './harness/product/server.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'supervised-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const npmStart = (env: Record<string, string> = {}) =>
  run({ command: ['npm', 'start'], env: { DATA_DIR: folder, SAMPLES: 'false', ...env } });
const onDatabase = (port: number) => ({
  DATABASE_URL: database.url,
  SECRET_KEY: 'ab'.repeat(32),
  ADMIN_PASSWORD: 'admin',
  PORT: String(port),
});

const again = (how: string, pauseMs: number) =>
  `slipway: the product has ended by itself (${how}) and is started again in ${pauseMs} ms\n`;
const readies = ({ output }: Running) => output().match(/is ready at \S+/g) ?? [];

/** The process of the product below a launcher, by what it runs. */
function productBelow(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const isProduct = (each: number) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('standalone/src/main.ts');
  return children.find(isProduct) ?? children.map(productBelow).find((found) => found !== undefined);
}

async function freePort(): Promise<{ readonly port: number; free(): Promise<void> }> {
  const server = createServer();
  const port = await take(server, 0);
  return { port, free: () => new Promise((done) => void server.close(() => done())) };
}

const take = (server: ReturnType<typeof createServer>, port: number) =>
  new Promise<number>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done((server.address() as { port: number }).port));
  });

test('a product that is killed is started again, with its database, and a stop then ends all of it', async () => {
  const product = npmStart();
  await product.says(/is ready at/);
  process.kill(productBelow(product.pid)!, 'SIGKILL');
  await expect.poll(() => readies(product).length).toBe(2);
  expect(product.output()).toContain(again('SIGKILL', 200));
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
});

test('a launcher that is killed takes the product with it, and its database', async () => {
  const product = run({ command: ['node', 'scripts/run.mjs', 'start'], env: { DATA_DIR: folder, SAMPLES: 'false' } });
  await product.says(/is ready at/);
  const inner = productBelow(product.pid)!;
  product.signal('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${inner}`)).toBe(false);
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
});

test('what hinders the next start is told each time, and tried again later and later', async () => {
  const { port, free } = await freePort();
  await free();
  const product = npmStart(onDatabase(port));
  await product.says(/is ready at/);
  process.kill(productBelow(product.pid)!, 'SIGKILL');
  const other = createServer();
  await expect.poll(() => take(other, port).catch(() => 'taken')).toBe(port);
  const line = `slipway: port ${port} of 127.0.0.1 is taken: stop what listens there, or set PORT to another\n`;
  await expect.poll(() => product.output()).toContain(again('code 1', 400));
  await expect.poll(() => product.output()).toContain(again('code 1', 800));
  expect(product.output().split(line).length).toBeGreaterThan(2);
  await new Promise((done) => other.close(done));
  await expect.poll(() => readies(product).length).toBe(2);
  product.signal('SIGINT', 'group');
  expect(await product.ended).toBe(0);
});

test('a stop between two starts ends it', async () => {
  const { port, free } = await freePort();
  await free();
  const product = npmStart(onDatabase(port));
  await product.says(/is ready at/);
  process.kill(productBelow(product.pid)!, 'SIGKILL');
  const other = createServer();
  await expect.poll(() => take(other, port).catch(() => 'taken')).toBe(port);
  await product.says(/started again in 800 ms/);
  product.signal('SIGTERM', 'group');
  expect(await product.ended).toBe(0);
  await new Promise((done) => other.close(done));
});

test('a setting that stops the first start ends it, once', async () => {
  const { port, free } = await freePort();
  const product = npmStart(onDatabase(port));
  expect(await product.ended).toBe(1);
  expect(product.output()).not.toContain('started again');
  expect(product.output().match(/is taken: stop what listens there/g)?.length).toBe(1);
  await free();
});

test('an orderly end that somebody asked of the product itself is no reason to start it again', async () => {
  const { port, free } = await freePort();
  await free();
  const product = npmStart(onDatabase(port));
  await product.says(/is ready at/);
  process.kill(productBelow(product.pid)!, 'SIGTERM');
  expect(await product.ended).toBe(0);
  expect(product.output()).not.toContain('started again');
});
