import { readFileSync } from 'node:fs';
import { createLogger } from '@slipway/runtime';
import { RunnerAway, type ScriptRequest } from '@slipway/scripts';
import { expect, test } from 'vitest';
import { startOwnRunner } from './own-runner.ts';

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

test('a runner that ends is started again, and is away meanwhile', async () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(JSON.parse(line).msg) });
  const others = children();
  const own = startOwnRunner({ logLevel: 'warn', webhookScriptMs: 10_000, scriptRunnerChildren: undefined }, logger);
  await own.begun;
  expect(await own.scripts.run(request)).toMatchObject({ error: null, result: 42 });
  for (const pid of children().filter((each) => !others.includes(each))) process.kill(pid, 'SIGKILL');
  await expect.poll(() => own.isUp(), { interval: 2 }).toBe(false);
  await expect(own.scripts.run(request)).rejects.toThrow(RunnerAway);
  await expect.poll(() => own.isUp()).toBe(true);
  expect(await own.scripts.run(request)).toMatchObject({ error: null, result: 42 });
  await own.stop();
  expect(children()).toEqual(others);
  expect(lines).toEqual(['the script runner has ended and is started again']);
});
