import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { message } from '@slipway/domain/messages';
import { reasonOf } from '@slipway/formats';
import { BadPlugin, type Plugin } from '../definitions/type-definition.ts';
import { isDefinitionPath, isPluginFile, readFiles, readJar } from './read-plugin.ts';

/** The maximum size of a jar, in bytes. */
const maxJarBytes = 20 * 1024 * 1024;

const maxFiles = 2_000;
const maxFileBytes = 1024 * 1024;

/** A plugin in a folder, or the reason why it is invalid. */
export type PluginResult = { readonly path: string } & (
  | { readonly plugin: Plugin; readonly refusal: null }
  | { readonly plugin: null; readonly refusal: string }
);

async function tryRead(path: string, read: () => Promise<Plugin>): Promise<PluginResult> {
  try {
    return { path, plugin: await read(), refusal: null };
  } catch (error) {
    return { path, plugin: null, refusal: error instanceof BadPlugin ? error.message : reasonOf(error) };
  }
}

/** Reads all jars of a folder, by name. Returns the reason for an invalid jar. Never throws. */
export async function readJarsIn(folder: string): Promise<readonly PluginResult[]> {
  const names = await readdir(folder).catch((error: unknown) => reasonOf(error));
  if (typeof names === 'string') return [{ path: folder, plugin: null, refusal: names }];
  const jars = names.filter((name) => name.endsWith('.jar')).toSorted();
  const results: PluginResult[] = [];
  for (const jar of jars) results.push(await tryRead(join(folder, jar), () => readJarAt(join(folder, jar))));
  return results;
}

async function readJarAt(path: string): Promise<Plugin> {
  if ((await stat(path)).size > maxJarBytes) throw new BadPlugin(message('pluginFile.largeJar', { max: maxJarBytes }));
  return await readJar(await readFile(path), basename(path));
}

/**
 * Reads an unpacked plugin, which needs no manifest: definitions at the top level, scripts in the directories of their
 * namespaces. `shared` is another folder, whose files scripts can include as `shared/<file>`. Returns null for a folder
 * without definitions. Never throws.
 */
export async function readUnpacked(folder: string, name: string, shared?: string): Promise<PluginResult | null> {
  try {
    const sharedFiles = shared === undefined ? [] : await filesIn(join(shared, '..'), basename(shared));
    const files = new Map([...(await filesIn(folder)), ...sharedFiles]);
    if (![...files.keys()].some(isDefinitionPath)) return null;
    return await tryRead(folder, async () => readFiles(files, { name, version: '' }, checksumOf(files)));
  } catch (error) {
    return { path: folder, plugin: null, refusal: reasonOf(error) };
  }
}

/** Reads the plugin files in a folder, or only in a folder within it, by their paths from `folder`. */
async function filesIn(folder: string, within = ''): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(join(folder, within), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter(isPluginFile)
    .toSorted();
  if (paths.length > maxFiles) throw new BadPlugin(message('pluginFile.tooManyFiles', { max: maxFiles }));
  const files = new Map<string, Buffer>();
  for (const path of paths) files.set(path, await readStart(join(folder, path)));
  return files;
}

/** Reads a file up to one byte above the limit, so that a larger file is detected. */
const readStart = (path: string): Promise<Buffer> => buffer(createReadStream(path, { end: maxFileBytes }));

function checksumOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}
