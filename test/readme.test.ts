import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('README.md lists every variable of the configuration, and no other', () => {
  const table = readFileSync('README.md', 'utf8').match(/^\| `[A-Z_`, ]+`.*$/gm) ?? [];
  const listed = table.flatMap((row) => row.split('|')[1]!.match(/[A-Z_]+/g) ?? []);
  const schema = readFileSync('libs/runtime/src/config.ts', 'utf8').matchAll(/^ {4}([A-Z_]+): /gm);
  expect(listed).toEqual(Array.from(schema, ([, name]) => name));
});
