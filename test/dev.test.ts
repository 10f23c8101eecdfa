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
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningProcess, run } from './harness/product/run-process.ts';
import { createPageOpener, hasChromium } from './harness/servers/chromium.ts';
import { isLong } from './harness/test-length.ts';

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

/** The folder of the operations of an integration. */
const hostFolder = (name: string): string => join('integrations', name.replace(/-host$/, ''), 'host');

beforeAll(() => {
  copy = mkdtempSync(join(inject('folder'), 'dev-'));
  for (const name of ['libs', 'services', 'apps', 'integrations', 'scripts', 'docs'])
    cpSync(name, join(copy, name), { recursive: true, filter: isSource });
  for (const name of ['package.json', 'tsconfig.json', 'apps/board/dist'])
    cpSync(name, join(copy, name), { recursive: true });
  for (const folder of ['node_modules', 'libs/outbound-http/node_modules'])
    if (existsSync(folder)) linkPackages(resolve(folder), join(copy, folder));
  mkdirSync(join(copy, 'node_modules/@slipway'));
  for (const name of readdirSync('node_modules/@slipway')) {
    const folders = [...['libs', 'services', 'apps'].map((kind) => join(kind, name)), hostFolder(name)];
    const folder = folders.map((path) => join(copy, path)).find((path) => existsSync(path));
    if (folder !== undefined) symlinkSync(folder, join(copy, 'node_modules/@slipway', name));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function stop(): Promise<void> {
  if (isRunning(String(dev.pid))) dev.signal('SIGTERM');
  await dev.ended;
}

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

/** The time until a change must be visible, in milliseconds. */
const maxDelayMs = 2_000 * Math.max(1, Number(process.env.TEST_TIME_SCALE ?? '1'));

/** Makes each change, and returns the times until they were visible, in milliseconds. */
async function timesOf<Change>(changes: readonly Change[], show: (change: Change, index: number) => Promise<void>) {
  const times: number[] = [];
  for (const [index, next] of changes.entries()) {
    const startedAt = performance.now();
    await show(next, index);
    times.push(performance.now() - startedAt);
  }
  return times;
}

describe('the services', () => {
  beforeAll(() => start('--inspect', '--inspect-port=0'));
  afterAll(stop);

  test('each service has a debugger, and secret files are not served', async () => {
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
  });

  test('a change restarts the services that import it', async () => {
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
  });

  test('a change of an integration is active without a restart, and an error is one line', async () => {
    const headers = { Authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` };
    const description = async (): Promise<string> => {
      const answer = await fetch(`${address}/api/v1/integrations/jenkins`, { headers });
      return ((await answer.json()) as { readonly description: string }).description;
    };
    const labelOf = async (type: string): Promise<string> => {
      const answer = await fetch(`${address}/api/v1/metadata/types/${type}`, { headers });
      return ((await answer.json()) as { readonly label: string }).label;
    };
    await expect.poll(description).toMatch(/^Starts Jenkins jobs/);
    const restarts = restartsOf('api');
    const changes = [
      ['Starts', 'Begins'],
      ['Begins', 'Runs'],
    ] as const;
    const times = await timesOf(changes, async ([before, after]) => {
      change('integrations/jenkins/integration.yaml', `${before} Jenkins jobs`, `${after} Jenkins jobs`);
      await expect.poll(description, { interval: 20 }).toContain(`${after} Jenkins jobs`);
    });
    expect(Math.min(...times)).toBeLessThan(maxDelayMs);
    change('integrations/jenkins/type-definitions.yaml', '"Jenkins: Build"', '"Jenkins: A build"');
    await expect.poll(() => labelOf('jenkins.Build')).toBe('Jenkins: A build');

    change('integrations/jenkins/integration.yaml', 'version: 1.0.0', 'vresion: 1.0.0');
    await dev.waitForOutput(
      /^The integrations are unchanged: .*integrations\/jenkins\/integration\.yaml: .*version.*$/m,
    );
    change('integrations/jenkins/integration.yaml', 'vresion: 1.0.0', 'version: 1.0.0');
    change('integrations/jenkins/jenkins/Server.js', 'if (mode', 'iff (mode');
    await dev.waitForOutput(/^The integrations are unchanged: integrations\/jenkins: jenkins\/Server\.js:3: \S.*$/m);
    expect([await labelOf('jenkins.Build'), restartsOf('api')]).toEqual(['Jenkins: A build', restarts]);
  });

  test('Ctrl-C stops all services', async () => {
    const processes = processesOf(dev.pid);
    expect(processes).toHaveLength(4);
    dev.signal('SIGINT', 'group');
    expect(await dev.ended).toBe(0);
    expect(processes.filter(isRunning)).toEqual([]);
  });
});

/** Returns the directives of a content security policy by name. */
const policyOf = (policy: string | null | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((policy ?? '').split('; ').map((directive) => directive.split(/ (.*)/)));

describe.runIf(hasChromium && isLong)('the board in Chromium', () => {
  const open = createPageOpener();
  beforeAll(() => start());
  afterAll(stop);

  test('a change of the board appears in the browser', async () => {
    const { page, pageErrors } = await open();
    // A page that is not yet connected gets no changes.
    let connections = 0;
    page.on('console', (message) => {
      if (message.text() === '[vite] connected.') connections += 1;
    });
    await page.goto(address);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await expect.poll(() => connections).toBe(1);
    expect(await page.evaluate("document.fonts.ready.then(() => document.fonts.check('1rem Inter'))")).toBe(true);
    await page.evaluate("document.title = 'not reloaded'");
    // The policy forbids the evaluation that `waitForFunction` uses.
    const opacityOf = (selector: string) => () =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).opacity`);
    // The watcher ignores a second change of a file within 50 ms. Other work of the machine may delay some changes.
    const styles = [
      ['body', '2-base.css', '', '0.5'],
      ['.login', '3-login.css', '', '0.5'],
      ['body', '2-base.css', '\n  opacity: 0.5;', '0.6'],
      ['.login', '3-login.css', '\n  opacity: 0.5;', '0.6'],
    ] as const;
    const styleTimes = await timesOf(styles, async ([selector, sheet, before, after]) => {
      const file = `apps/board/src/page/styles/${sheet}`;
      change(file, `${selector} {${before}`, `${selector} {\n  opacity: ${after};`);
      await expect.poll(opacityOf(selector), { interval: 20 }).toBe(after);
    });
    expect(await page.title()).toBe('not reloaded');
    const texts = [
      ['Log in', 'Enter'],
      ['Enter', 'Begin'],
      ['Begin', 'Go on'],
    ] as const;
    const textTimes = await timesOf(texts, async ([before, after], index) => {
      await expect.poll(() => connections).toBe(index + 1);
      change('apps/board/src/page/layout/login.tsx', `          ${before}\n`, `          ${after}\n`);
      await page.getByRole('button', { name: after }).waitFor();
    });
    expect(Math.min(...styleTimes)).toBeLessThan(maxDelayMs);
    expect(Math.min(...textTimes)).toBeLessThan(maxDelayMs);
    expect([pageErrors, restartsOf('api')]).toEqual([[], 0]);
  });

  test('the board and the gallery have the production policy', async () => {
    const { page, pageErrors } = await open();
    await page.goto(`${address}/help?page=how-to%2Fattach-files`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('admin');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Attach files', level: 1 }).waitFor();
    expect(pageErrors).toEqual([]);

    const gallery = await open();
    const response = await gallery.page.goto(`${address}/gallery`);
    const product = await fetch(address, { headers: { Accept: 'text/html' } });
    expect(policyOf(response?.headers()['content-security-policy'])).toEqual({
      ...policyOf(product.headers.get('content-security-policy')),
      'frame-ancestors': "'self'",
      'frame-src': "'self'",
    });
    await gallery.page.getByRole('heading', { name: 'Components', exact: true }).waitFor();
    await gallery.page.getByRole('button', { name: '320 px' }).click();
    const frame = gallery.page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Segments' }).waitFor();
    expect(gallery.pageErrors).toEqual([]);
  });

  test('a kill of npm run dev leaves no process', async () => {
    const processes = processesOf(dev.pid);
    dev.signal('SIGKILL');
    await dev.ended;
    await expect.poll(() => processes.filter(isRunning)).toEqual([]);
  });
});
