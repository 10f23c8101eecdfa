import { readFileSync } from 'node:fs';
import { createRunnerClient } from '@slipway/script-protocol';
import { expect, test } from 'vitest';
import { run } from '../../../test/harness/product/run-process.ts';
import { minimalRequest, secret } from './testing.ts';

const command = [process.execPath, 'services/script-runner/src/main.ts'];
const environmentOf = (pid: number) =>
  readFileSync(`/proc/${pid}/environ`, 'utf8').replace(/NODE_CHANNEL_[^\0]*\0/g, '');
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

test('the runner starts, serves, and stops with its children', async () => {
  const env = { SCRIPT_RUNNER_SECRET: secret, LOG_LEVEL: 'info', DATABASE_URL: 'postgresql://u:hunter2@h/d' };
  const process = run({ command, env });
  const [, url = ''] = await process.waitForOutput(/"address":"([^"]+)","msg":"the script runner is running"/);
  const client = createRunnerClient({ url, secret });
  expect(await client.run({ ...minimalRequest, script: '6 * 7' })).toMatchObject({ error: null, result: 42 });
  await client.stop();
  const children = childrenOf(process.pid);
  expect(children.length).toBeGreaterThan(1);
  expect(children.map(environmentOf)).toEqual(children.map(() => ''));
  process.signal('SIGTERM');
  expect(await process.ended).toBe(0);
  expect(children.filter((pid) => isAlive(pid))).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('without a secret, the runner does not start and reports the reason', async () => {
  const process = run({ command });
  expect(await process.ended).toBe(1);
  expect(process.output()).toBe(
    'slipway: the script runner requires SCRIPT_RUNNER_SECRET: set the same value in its clients\n',
  );
});
