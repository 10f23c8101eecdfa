import { readFileSync } from 'node:fs';
import { createLogger } from '@slipway/process';
import { RunnerUnavailable, type ScriptRequest } from '@slipway/script-protocol';
import { expect, test } from 'vitest';
import { startEmbeddedRunner } from './embedded-runner.ts';

const request: ScriptRequest = {
  language: 'javascript',
  purpose: 'webhook',
  owner: 'Endpoint1',
  script: '6 * 7',
  packaged: false,
  inputs: {},
  objects: [],
  wanted: [],
  snapshot: null,
  secrets: [],
};
const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

test('a runner that ends is restarted, and is unavailable meanwhile', async () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(JSON.parse(line).msg) });
  const otherChildren = children();
  const runner = startEmbeddedRunner(
    { logLevel: 'warn', webhookScriptMs: 10_000, scriptRunnerChildren: undefined },
    logger,
  );
  await runner.ready;
  expect(await runner.scripts.run(request)).toMatchObject({ error: null, result: 42 });
  for (const pid of children().filter((childPid) => !otherChildren.includes(childPid))) process.kill(pid, 'SIGKILL');
  await expect.poll(() => runner.isUp(), { interval: 2 }).toBe(false);
  await expect(runner.scripts.run(request)).rejects.toThrow(RunnerUnavailable);
  await expect.poll(() => runner.isUp()).toBe(true);
  expect(await runner.scripts.run(request)).toMatchObject({ error: null, result: 42 });
  await runner.stop();
  expect(children()).toEqual(otherChildren);
  expect(lines).toEqual(['the script runner ended; restarting it']);
});
