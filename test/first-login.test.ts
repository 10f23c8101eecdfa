import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type RunningProcess, run } from './harness/product/run-process.ts';
import { noScriptRunnerEnv } from './harness/product/service-process.ts';
import type { Release } from './harness/rest/response-types.ts';
import { basicAuth, createRestClient } from './harness/rest/rest-client.ts';
import { isLong } from './harness/test-length.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'login-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const loginOf = async (product: RunningProcess) => (await product.waitForOutput(/is ready at \S+ \((.+?)\)/))[1];

/** Starts the product with a configured password, and stops it. */
async function startWithPassword(): Promise<void> {
  const first = run({ env: { ...noScriptRunnerEnv, DATA_DIR: folder, ADMIN_PASSWORD: 'chosen' } });
  expect(await loginOf(first)).toBe('login admin, with its password');
  first.signal('SIGTERM');
  expect(await first.ended).toBe(0);
}

test('no start prints a configured password', startWithPassword);

test.runIf(isLong)(
  'no later start prints a configured password, and the samples are releases with different statuses',
  async () => {
    await startWithPassword();
    const second = run({ env: { DATA_DIR: folder } });
    expect(await loginOf(second)).toBe('login admin, with its password');
    const [, address = ''] = await second.waitForOutput(/is ready at (\S+)/);
    const rest = createRestClient(() => address, basicAuth('admin', 'chosen'));
    const firstTasks = async () => {
      const releases = await rest.post<readonly Release[]>('/releases/search', {});
      return Object.fromEntries(releases.map(({ title, phases }) => [title, phases[0]!.tasks[0]!] as const));
    };
    // one release runs automatically, one starts a little later, and the others wait for a user or a date
    await expect.poll(firstTasks).toEqual({
      'Nightly build 1': expect.objectContaining({ title: 'Compile', status: 'COMPLETED' }),
      'Nightly build 2': expect.objectContaining({ title: 'Compile' }),
      'Web shop 2.3.0': expect.objectContaining({ title: 'Build 2.3.0', status: 'COMPLETED' }),
      'Web shop 2.3.1': expect.objectContaining({ title: 'Build 2.3.1', status: 'COMPLETED' }),
      'Web shop 2.4.0': expect.objectContaining({ title: 'Build 2.4.0', status: 'COMPLETED' }),
      'Web shop 2.5.0': expect.objectContaining({ status: 'PLANNED' }),
      'Welcome to Slipway': expect.objectContaining({ status: 'IN_PROGRESS', owner: 'admin' }),
    });
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
  },
);
