import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readIntegrations } from '../../libs/plugins/src/index.ts';
import { jarOf } from '../../libs/plugins/src/testing.ts';

/** Whether a file of an integration belongs in its jar. */
const isPacked = (path: string): boolean => /(?:\.(?:py|jy|js)|^synthetic\.xml|^type-definitions\.yaml)$/.test(path);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns the jar of an integration, with the files that its scripts can include. Throws if it does not exist. */
export async function packIntegration(name: string): Promise<Buffer> {
  const folder = join('integrations', name);
  if (!existsSync(folder)) throw new Error(`${folder} does not exist`);
  const version = (await readIntegrations()).find((entry) => entry.name === name)?.version ?? '';
  const manifest = `Manifest-Version: 1.0\r\nPlugin-Name: ${name}\r\nPlugin-Version: ${version}\r\n\r\n`;
  const paths = [
    ...filesIn(folder).map((path) => [relative(folder, path), path] as const),
    ...filesIn('integrations/shared').map((path) => [relative('integrations', path), path] as const),
  ];
  const packed = paths
    .map(([path, file]) => [path.replaceAll(sep, '/'), file] as const)
    .filter(([path]) => isPacked(path))
    .map(([path, file]) => [path, readFileSync(file)] as const);
  return await jarOf({ 'META-INF/MANIFEST.MF': manifest, ...Object.fromEntries(packed) });
}
