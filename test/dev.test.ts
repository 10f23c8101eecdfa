import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningProcess, run } from './harness/product/run-process.ts';
import { createPageOpener, hasChromium } from './harness/servers/chromium.ts';

/** A copy of the sources, which the tests change, with the packages of the checkout. */
let copy: string;
let dev: RunningProcess;
let address: string;

const isRunning = (pid: string): boolean => existsSync(`/proc/${pid}/exe`);
const isSource = (path: string): boolean => !/\/node_modules$|\/dist$|\.test\.tsx?$/.test(path);

function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@slipway' && name !== '.cache') symlinkSync(join(from, name), join(to, name));
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(inject('folder'), 'dev-'));
  for (const name of ['libs', 'services', 'apps', 'scripts'])
    cpSync(name, join(copy, name), { recursive: true, filter: isSource });
  for (const name of ['package.json', 'tsconfig.json', 'apps/board/dist'])
    cpSync(name, join(copy, name), { recursive: true });
  for (const folder of ['node_modules', 'libs/outbound-http/node_modules'])
    if (existsSync(folder)) linkPackages(resolve(folder), join(copy, folder));
  mkdirSync(join(copy, 'node_modules/@slipway'));
  for (const name of readdirSync('node_modules/@slipway')) {
    const folder = ['libs', 'services', 'apps'].map((kind) => join(copy, kind, name)).find((path) => existsSync(path));
    if (folder !== undefined) symlinkSync(folder, join(copy, 'node_modules/@slipway', name));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));
afterEach(async () => {
  if (isRunning(String(dev.pid))) dev.signal('SIGTERM');
  await dev.ended;
});

async function start(...args: readonly string[]): Promise<void> {
  const command = [process.execPath, join(copy, 'scripts/dev.ts'), ...args];
  dev = run({ command, env: { NODE_COMPILE_CACHE: join(copy, 'node_modules/.cache/compiled') } });
  const [, at = ''] = await dev.waitForOutput(/is ready at (\S+) \(login admin\/admin\)/);
  address = at;
}

function change(file: string, before: string, after: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

const unknown = () => fetch(`${address}/api/nothing`).then((answer) => answer.text());
const restartsOf = (name: string): number => dev.output().match(new RegExp(`^${name} restarted`, 'gm'))?.length ?? 0;
const processesOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');

test('a change restarts the services that import it, each of them has a debugger, and Ctrl-C stops them all', async () => {
  await start('--inspect', '--inspect-port=0');
  for (const name of ['api', 'scheduler', 'script-runner']) {
    const [, port] = await dev.waitForOutput(
      new RegExp(`^${name} +\\| Debugger listening on ws://127.0.0.1:(\\d+)/`, 'm'),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/json`);
    const [target] = (await answer.json()) as readonly { url: string }[];
    expect(target?.url).toBe(`file://${join(copy, `services/${name}/src/main.ts`)}`);
  }
  const headers = { Authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` };
  expect((await fetch(`${address}/api/v1/me`, { headers })).status).toBe(200);
  expect((await fetch(`${address}/assets/@fs${copy}/.slipway/dev/secret.key`)).status).toBe(403);

  const routes = 'services/api/src/board/board-routes.ts';
  change(routes, '{ path: pathOf(request) }', "{ path: 'a changed route' }");
  await dev.waitForOutput(/^api restarted in \d+ ms: services\/api\/src\/board\/board-routes\.ts$/m);
  expect(await unknown()).toContain('there is no resource at a changed route');
  expect(restartsOf('scheduler')).toBe(0);

  const types = 'libs/domain/src/model/task-types.ts';
  change(types, 'export const', 'export konst');
  await dev.waitForOutput(/^api ended unexpectedly \(code 1\)/m);
  await dev.waitForOutput(/^scheduler ended unexpectedly \(code 1\)/m);
  expect((await fetch(address)).status).toBe(503);
  change(types, 'export konst', 'export const');
  await dev.waitForOutput(/^scheduler restarted in \d+ ms: libs\/domain\/src\/model\/task-types\.ts$/m);
  await dev.waitForOutput(/^api restarted in \d+ ms: libs\/domain\/src\/model\/task-types\.ts$/m);
  expect((await fetch(address)).status).toBe(200);
  expect(restartsOf('script-runner')).toBe(0);

  const processes = processesOf(dev.pid);
  expect(processes).toHaveLength(4);
  dev.signal('SIGINT', 'group');
  expect(await dev.ended).toBe(0);
  expect(processes.filter(isRunning)).toEqual([]);
});

describe.runIf(hasChromium)('the board in Chromium', () => {
  const open = createPageOpener();

  test('a change of the board appears in the browser under the production policy, and a kill leaves no process', async () => {
    await start();
    const { page, pageErrors } = await open();
    await page.goto(address);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.evaluate("document.title = 'not reloaded'");
    change('apps/board/src/page/styles/3-frame.css', '.login {', '.login {\n  opacity: 0.5;');
    // The policy forbids the evaluation that `waitForFunction` uses.
    const opacity = () => page.evaluate("getComputedStyle(document.querySelector('.login')).opacity");
    await expect.poll(opacity).toBe('0.5');
    expect(await page.title()).toBe('not reloaded');
    change('apps/board/src/page/layout/login.tsx', '          Log in\n', '          Enter\n');
    await page.getByRole('button', { name: 'Enter' }).waitFor();
    expect([pageErrors, restartsOf('api')]).toEqual([[], 0]);

    const processes = processesOf(dev.pid);
    dev.signal('SIGKILL');
    await dev.ended;
    await expect.poll(() => processes.filter(isRunning)).toEqual([]);
  });
});
