import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { jarOf } from '../../../libs/plugins/src/testing.ts';

const root = join(import.meta.dirname, '..');

/** Returns the folder of a plugin in `test/plugins`. */
const folderOf = (name: string): string => join(root, name, 'jar');

/** Packs the folder of a plugin into a jar. */
export async function packJar(name: string): Promise<Buffer> {
  const folder = folderOf(name);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map((path) => [relative(folder, path).replaceAll(sep, '/'), readFileSync(path)] as const);
  return await jarOf(Object.fromEntries(files));
}
