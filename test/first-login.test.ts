import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { run } from './harness/product/server.ts';
import { basic, restAt } from './harness/rest/rest.ts';
import type { Release } from './harness/rest/shapes.ts';

const starts: readonly [string, Record<string, string>][] = [
  ['at the first start', { ADMIN_PASSWORD: 'chosen' }],
  ['at a later start without it', {}],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(inject('folder'), 'login-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a password that somebody chose is never shown, nor another one in its place', async () => {
  for (const [when, env] of starts) {
    const product = run({ env: { DATA_DIR: folder, ...env } });
    const [, login] = await product.says(/is ready at \S+ \((.+?)\)/);
    product.signal('SIGTERM');
    expect([when, login, await product.ended]).toEqual([when, 'login admin, with its password', 0]);
  }
});

test('its samples are three releases: one runs by itself, one begins a little later, one waits for its visitor', async () => {
  const product = run({ env: { DATA_DIR: folder } });
  const [, address = ''] = await product.says(/is ready at (\S+)/);
  const rest = restAt(() => address, basic('admin', 'chosen'));
  const begun = async () => {
    const releases = await rest.post<readonly Release[]>('/releases/search', {});
    const first = releases.map(({ title, phases }) => [title, phases[0]!.tasks[0]!] as const);
    return Object.fromEntries(first);
  };
  await expect.poll(begun).toEqual({
    'Nightly build 1': expect.objectContaining({ title: 'Compile', status: 'COMPLETED' }),
    'Nightly build 2': expect.objectContaining({ title: 'Compile' }),
    'Welcome to Slipway': expect.objectContaining({ status: 'IN_PROGRESS', owner: 'admin' }),
  });
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
});
