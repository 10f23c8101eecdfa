import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { run } from './harness/product/server.ts';

const starts: readonly [string, Record<string, string>][] = [
  ['at the first start', { ADMIN_PASSWORD: 'chosen' }],
  ['at a later start without it', {}],
];

test('a password that somebody chose is never shown, nor another one in its place', async () => {
  const folder = mkdtempSync(join(inject('folder'), 'login-'));
  for (const [when, env] of starts) {
    const product = run({ env: { DATA_DIR: folder, SAMPLES: 'false', ...env } });
    const [, login] = await product.says(/is ready at \S+ \((.+?)\)/);
    product.signal('SIGTERM');
    expect([when, login, await product.ended]).toEqual([when, 'login admin, with its password', 0]);
  }
  rmSync(folder, { recursive: true });
});
