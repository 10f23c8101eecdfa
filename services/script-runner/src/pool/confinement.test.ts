import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../../test/harness/product/run-process.ts';
import { isLong } from '../../../../test/harness/test-length.ts';
import {
  expectServing,
  minimalRequest,
  patientSettings,
  secret,
  startTestRunner,
  type TestRunner,
} from '../testing.ts';
import { findConfinement } from './confinement.ts';
import { defaultSettings } from './settings.ts';

const { isolation } = findConfinement();
let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner({ ...patientSettings, quick: defaultSettings.quick });
});
afterAll(() => running.stop());

const statusOf = (pid: number): ReadonlyMap<string, string> =>
  new Map(
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .map((line) => line.split(/:\s+/))
      .flatMap(([name, value]) => (name && value !== undefined ? [[name, value] as const] : [])),
  );
const usersOf = (pid: number): string[] => [...new Set(statusOf(pid).get('Uid')?.split('\t'))];

test('a child gains no privileges', () => {
  expect(running.runner.pids().length).toBeGreaterThan(1);
  for (const pid of running.runner.pids()) {
    const status = statusOf(pid);
    expect(status.get('NoNewPrivs')).toBe('1');
    for (const set of ['CapEff', 'CapPrm', 'CapAmb']) expect([set, status.get(set)]).toEqual([set, '0'.repeat(16)]);
  }
});

describe.runIf(isolation === 'ownUser')('with root', () => {
  test('each child has its own user and group, no other groups, and can never get a capability', () => {
    const users = running.runner.pids().flatMap(usersOf);
    expect(new Set(users).size).toBe(running.runner.pids().length);
    for (const pid of running.runner.pids()) {
      const status = statusOf(pid);
      expect(status.get('CapBnd')).toBe('0'.repeat(16));
      expect(status.get('Gid')).toBe(status.get('Uid'));
      expect(status.get('Groups')?.trim()).toBe('');
      expect(Number(usersOf(pid)[0])).toBeGreaterThan(60_000);
    }
  });

  test('the user of a child cannot read private files, or data of the runner and of other children', () => {
    const folder = mkdtempSync(join(tmpdir(), 'privileges-'));
    const file = join(folder, 'secret-key');
    writeFileSync(file, 'a key', { mode: 0o600 });
    chmodSync(folder, 0o755);
    const [pid = 0, other = 0] = running.runner.pids();
    const [user] = usersOf(pid);
    const asUser = (...command: string[]) =>
      spawnSync('setpriv', [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...command]).status;
    expect(asUser('true')).toBe(0);
    for (const path of [file, `/proc/${process.pid}/environ`, `/proc/${other}/environ`, `/proc/${other}/mem`])
      expect([path, asUser('cat', path)]).toEqual([path, 1]);
    for (const childPid of [process.pid, other]) expect(asUser('sh', '-c', `kill -0 ${childPid}`)).not.toBe(0);
    rmSync(folder, { recursive: true });
  });

  test.runIf(isLong)('the runner serves and stops in a folder that other users cannot read', async () => {
    // The folder is on the disk, so files can be linked. A copy of node_modules in memory would take 500 MB.
    const folder = mkdtempSync('/var/tmp/closed-');
    const parts = ['package.json', 'node_modules', 'libs', 'services', 'apps'].join(' ');
    expect(spawnSync('sh', ['-c', `cp -al ${parts} ${folder} || cp -a ${parts} ${folder}`]).status).toBe(0);
    const [node, main] = [relative('.', process.execPath), 'services/script-runner/src/main.ts'];
    const command = [node, main].map((path) => join(folder, path));
    const closed = run({ command, env: { SCRIPT_RUNNER_SECRET: secret, LOG_LEVEL: 'info' } });
    const [, url = ''] = await closed.waitForOutput(/"address":"([^"]+)","msg":"the script runner is running"/);
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(200);
    closed.signal('SIGTERM');
    expect(await closed.ended).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

test('an endless script is killed when its caller disconnects, and the next script is served', async () => {
  const request = { ...minimalRequest, purpose: 'failureHandler', script: 'for (;;);' } as const;
  const exited = new AbortController();
  const { runner } = running;
  const before = new Set(runner.pids());
  const runnerOptions = runner.run(request, JSON.stringify(request), exited.signal);
  await expect.poll(() => runner.counts().running).toBe(1);
  const [child = 0] = runner.pids().filter((pid) => !before.has(pid));
  expect(statusOf(child).get('NoNewPrivs')).toBe('1');
  exited.abort();
  await expect(runnerOptions).rejects.toThrow();
  await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false);
  await expectServing(running);
});
