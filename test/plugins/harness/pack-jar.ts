import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { jarOf } from '../../../libs/plugins/src/testing.ts';

const root = join(import.meta.dirname, '..');

/** The folder of a plugin's files in `test/plugins`. */
const folderOf = (name: string): string => join(root, name, 'jar');

/** The jar of a plugin of ours, packed from its folder. */
export async function packJar(name: string): Promise<Buffer> {
  const folder = folderOf(name);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map((path) => [relative(folder, path).replaceAll(sep, '/'), readFileSync(path)] as const);
  return await jarOf(Object.fromEntries(files));
}
