import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type RunningProcess, run } from './harness/product/run-process.ts';
import { noScriptRunnerEnv } from './harness/product/service-process.ts';
import { isLong } from './harness/test-length.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'supervised-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const restartAfter = (how: string, pauseMs: number) =>
  `slipway: the product has ended unexpectedly (${how}) and is started again in ${pauseMs} ms\n`;
const readyLines = ({ output }: RunningProcess) => output().match(/is ready at \S+/g) ?? [];

/** Returns the process id of the product below a launcher, found by its command. */
function productBelow(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const isProduct = (processId: number) =>
    readFileSync(`/proc/${processId}/cmdline`, 'utf8').includes('/standalone/src/main.js');
  return children.find(isProduct) ?? children.map(productBelow).find((candidate) => candidate !== undefined);
}

const groupIsRunning = ({ signal }: RunningProcess) => {
  try {
    signal('SIGCONT', 'group');
    return true;
  } catch {
    return false;
  }
};
const isRunning = (pid: number) => existsSync(`/proc/${pid}/exe`);
const postgresPid = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const start = (command: readonly string[], env = {}) =>
  run({ command, env: { DATA_DIR: folder, SAMPLES: 'false', ...env } });

async function expectStopped(product: RunningProcess, postgres: number): Promise<void> {
  expect(await product.ended).toBe(0);
  expect(groupIsRunning(product)).toBe(false);
  expect(isRunning(postgres)).toBe(false);
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toContain('database system is shut down');
}

test('a killed product is restarted with its database, and SIGTERM to npm stops everything in order', async () => {
  const product = start(['npm', 'start']);
  await product.waitForOutput(/is ready at/);
  process.kill(productBelow(product.pid)!, 'SIGKILL');
  await expect.poll(() => readyLines(product).length).toBe(2);
  expect(product.output()).toContain(restartAfter('SIGKILL', 200));
  const postgres = postgresPid();
  product.signal('SIGTERM');
  await expectStopped(product, postgres);
});

test.runIf(isLong)(
  'Ctrl-C, which npm, the launcher and the product receive at the same time, stops everything in order',
  async () => {
    const product = start(['npm', 'start'], noScriptRunnerEnv);
    await product.waitForOutput(/is ready at/);
    const postgres = postgresPid();
    product.signal('SIGINT', 'group');
    await expectStopped(product, postgres);
  },
);

test('a killed launcher ends the product and its database', async () => {
  const product = start(['node', 'scripts/run.mjs', 'start'], noScriptRunnerEnv);
  await product.waitForOutput(/is ready at/);
  const inner = productBelow(product.pid)!;
  product.signal('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${inner}`)).toBe(false);
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
});

/**
 * A server that replaces the product. It ends with the exit code in a file, or runs until a signal or the end of its
 * channel.
 */
const server = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const [, , pidFile, codeFile] = process.argv;
writeFileSync(pidFile, String(process.pid));
if (existsSync(codeFile)) process.exit(Number(readFileSync(codeFile, 'utf8')));
process.on('SIGTERM', () => process.exit(0)).on('SIGINT', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send('ready');
console.log('is ready at a port');
`;

/** Starts the launcher of \`npm start\` with that server. */
function superviseServer() {
  const [pidFile, codeFile, program] = ['pid', 'code', 'server.mjs'].map((name) => join(folder, name)) as string[];
  writeFileSync(program!, server);
  const launcher = `
    import { superviseAndExit } from ${JSON.stringify(resolve('scripts/supervise.mjs'))};
    const args = ${JSON.stringify([program, pidFile, codeFile])};
    const fail = (sentence) => { throw new Error(sentence); };
    await superviseAndExit(process.execPath, args, { isServer: true, restarted: true, fail });`;
  return {
    ...run({ command: [process.execPath, '--input-type=module', '--eval', launcher] }),
    /** Ends the server with a signal. */
    kill: (signal: NodeJS.Signals) => process.kill(Number(readFileSync(pidFile!, 'utf8')), signal),
    /** Makes each start fail with exit code 1. */
    prevent: () => writeFileSync(codeFile!, '1'),
    allow: () => rmSync(codeFile!),
  };
}

test('failed restarts are reported and retried with exponential backoff', async () => {
  const product = superviseServer();
  await product.waitForOutput(/is ready at/);
  product.prevent();
  product.kill('SIGKILL');
  await product.waitForOutput(/started again in 800 ms/);
  for (const [how, pauseMs] of [
    ['SIGKILL', 200],
    ['code 1', 400],
    ['code 1', 800],
  ] as const)
    expect(product.output()).toContain(restartAfter(how, pauseMs));
  product.allow();
  await expect.poll(() => readyLines(product).length).toBe(2);
  product.signal('SIGINT', 'group');
  expect(await product.ended).toBe(0);
});

test('a stop between two starts ends the launcher', async () => {
  const product = superviseServer();
  await product.waitForOutput(/is ready at/);
  product.prevent();
  product.kill('SIGKILL');
  await product.waitForOutput(/started again in 800 ms/);
  product.signal('SIGTERM', 'group');
  expect(await product.ended).toBe(0);
});

test('a first start that fails is not repeated', async () => {
  writeFileSync(join(folder, 'code'), '1');
  const product = superviseServer();
  expect(await product.ended).toBe(1);
  expect(product.output()).toBe('');
});

test('an orderly shutdown of the product causes no restart', async () => {
  const product = superviseServer();
  await product.waitForOutput(/is ready at/);
  product.kill('SIGTERM');
  expect(await product.ended).toBe(0);
  expect(product.output()).not.toContain('started again');
});
