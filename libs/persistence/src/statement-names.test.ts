import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/**
 * A connection identifies prepared statements by name. Two statements with the same name fail only on a connection that
 * runs both.
 */
test('every prepared statement has a unique name', async () => {
  const here = new URL('.', import.meta.url);
  const files = (await readdir(here, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'),
  );
  const names: string[] = [];
  for (const file of files) {
    const text = await readFile(new URL(file, here), 'utf8');
    names.push(...[...text.matchAll(/\bname: ['`]([^'`$]+)['`]/g)].map(([, name = '']) => name));
  }
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.length).toBeGreaterThan(40);
});
