import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { productVersion } from './version.ts';

test('the version for clients equals the version of the package', async () => {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ name: 'slipway', version: productVersion });
});
