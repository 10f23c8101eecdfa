import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { readUnpacked } from '../jars/read-folder.ts';
import { compiledIntegrations, type Integration, integration, integrationFile } from './integration.ts';

/** The file with all integrations in a bundle or image, which has no other files of them. */
export const compiledFile = 'integrations.json';

/** The folder of the scripts that several integrations include. */
const sharedFolder = 'shared';

/** The folder of the integrations, beside the folder `libs` of the sources or of the bundle. */
const integrationsFolder = fileURLToPath(new URL('../../../../integrations/', import.meta.url));

/**
 * Reads all integrations in a folder by name: from the compiled file if it exists, else from their folders. Throws an
 * error that names the invalid integration.
 */
export async function readIntegrations(folder = integrationsFolder): Promise<readonly Integration[]> {
  const compiled = join(folder, compiledFile);
  if (existsSync(compiled)) return compiledIntegrations.parse(JSON.parse(await readFile(compiled, 'utf8')));
  const entries = await readdir(folder, { withFileTypes: true });
  const isIntegration = (entry: Dirent): boolean => entry.isDirectory() && entry.name !== sharedFolder;
  const names = entries.filter(isIntegration).map(({ name }) => name);
  return await Promise.all(names.toSorted().map((name) => readIntegration(join(folder, name), name)));
}

/** Reads the integration in a folder. Throws an error that names the file and the problem. */
export async function readIntegration(folder: string, name: string): Promise<Integration> {
  const [text, readme, icon, read] = await Promise.all([
    readFile(join(folder, 'integration.yaml'), 'utf8'),
    readFile(join(folder, 'README.md'), 'utf8'),
    readFile(join(folder, 'icon.svg'), 'utf8'),
    readUnpacked(folder, name, join(folder, '..', sharedFolder)),
  ]);
  if (read === null) throw new Error(`${folder} has no definition of types`);
  if (read.plugin === null) throw new Error(`${folder}: ${read.refusal}`);
  const file = integrationFile.safeParse(parse(text));
  if (!file.success) throw new Error(`${join(folder, 'integration.yaml')}: ${z.prettifyError(file.error)}`);
  const { version } = file.data;
  return integration.parse({ ...file.data, name, readme, icon, plugin: { ...read.plugin, version } });
}

let bundled: Promise<readonly Integration[]> | undefined;

/** Reads the integrations again, for `npm run dev`. Keeps the current ones and throws an error if one is invalid. */
export async function reloadIntegrations(): Promise<void> {
  bundled = Promise.resolve(await readIntegrations());
}

/** Returns the integrations of this version of the product by name. Each process reads them once, when it needs them. */
export function bundledIntegrations(): Promise<readonly Integration[]> {
  bundled ??= readIntegrations();
  return bundled;
}
