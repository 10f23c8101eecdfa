// Finds the bundles of the services by the hash of their inputs. It is plain JavaScript, because it runs on the
// machine's own Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of the bundles, with a subfolder for each key. It is below node_modules, so that Node finds the packages
 * from there.
 */
export const bundlesFolder = 'node_modules/.cache/services';

/** The help of the board consists of the documents. */
const inputs = ['package-lock.json', 'package.json', 'apps', 'docs', 'integrations', 'libs', 'scripts', 'services'];
const ignored = /(?:^|\/)(?:node_modules|dist)$|\.test\.tsx?$|^docs\/images$/;
/** The maximum time between the choice of a bundle and its entry in the list of users, with a large margin. */
const MAX_AGE_MS = 3_600_000;

function addToHash(hash, root, path) {
  if (ignored.test(path)) return;
  const fullPath = join(root, path);
  if (!statSync(fullPath).isDirectory()) {
    const bytes = readFileSync(fullPath);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    return;
  }
  for (const name of readdirSync(fullPath).sort()) addToHash(hash, root, `${path}/${name}`);
}

/** Returns the hash of all inputs of the bundles: sources, locked versions, and the settings of the bundler. */
export function keyOfInputs(root = '.') {
  const hash = createHash('sha256');
  for (const path of inputs) addToHash(hash, root, path);
  return hash.digest('base64url').slice(0, 22);
}

/** Whether there is a bundle with this key. Its folder gets this name only when it is complete. */
export const isBundled = (key, folder = bundlesFolder) => existsSync(join(folder, key));

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Deletes the entries of ended processes. Returns the number of remaining entries. */
function countUsers(bundle) {
  const users = join(bundle, 'users');
  if (!existsSync(users)) return 0;
  const ended = readdirSync(users).filter((pid) => !isRunning(Number(pid)));
  for (const pid of ended) rmSync(join(users, pid), { force: true });
  return readdirSync(users).length;
}

/**
 * Records that a process uses a bundle, unless the folder is not writable. Returns false if there is no such bundle.
 */
export function recordUse(key, pid = process.pid, folder = bundlesFolder) {
  const bundle = join(folder, key);
  try {
    countUsers(bundle);
    writeFileSync(join(bundle, 'users', String(pid)), '');
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(error.code)) throw error;
  }
  return isBundled(key, folder);
}

/**
 * Deletes each bundle that no running process uses, except `key`. A bundle that a process started to use within
 * `maxAgeMs` is kept, and so is the unfinished work of a bundler of that time.
 */
export function removeUnused(key, maxAgeMs = MAX_AGE_MS, folder = bundlesFolder) {
  for (const name of readdirSync(folder)) {
    const bundle = join(folder, name);
    const usedAt = ['users', '.'].map((part) => statSync(join(bundle, part), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (name === key || Math.max(...usedAt) > Date.now() - maxAgeMs || countUsers(bundle) > 0) continue;
    // A reader finds the whole bundle or no bundle.
    const deleted = join(folder, `.deleted-${name.replace(/^\.deleted-/, '')}`);
    renameSync(bundle, deleted);
    rmSync(deleted, { recursive: true, force: true });
  }
}
