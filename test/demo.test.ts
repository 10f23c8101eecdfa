import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { run } from './harness/product/run-process.ts';
import { startServer } from './harness/product/serve.ts';
import { isLong } from './harness/test-length.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'demo-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const demo = (env: Record<string, string>) =>
  run({ command: [process.execPath, 'scripts/demo.ts'], env: { TMPDIR: folder, ...env } });

test('the demo starts a server with any HOST if none runs, and both end when the release is COMPLETED', async () => {
  const shown = demo({ HOST: '0.0.0.0' });
  expect(await shown.ended).toBe(0);
  expect(shown.output()).toMatch(/it goes when the demo ends[\s\S]*\nThe release is COMPLETED\.\n$/);
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(isLong)('the demo uses the running server, and prints the address of the release', async () => {
  const server = await startServer();
  const shown = demo({ PORT: new URL(server.url).port });
  expect(await shown.ended).toBe(0);
  const [, address] = /COMPLETED\. Look at it: curl -u admin:admin (\S+)\n$/.exec(shown.output())!;
  const headers = { Authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` };
  expect(await (await fetch(address!, { headers })).json()).toMatchObject({ status: 'COMPLETED' });
  await server.stop();
});

test.runIf(isLong)('a demo that is interrupted leaves nothing behind', async () => {
  const shown = demo({});
  await shown.waitForOutput(/it goes when the demo ends/);
  shown.signal('SIGINT', 'group');
  expect(await shown.ended).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});
