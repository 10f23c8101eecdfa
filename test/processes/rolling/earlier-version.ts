import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { run } from '../../harness/product/run-process.ts';
import type { StartReplica } from './deployment.ts';

/** Whether this checkout contains the commit. */
export function hasCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const majorOf = (version: string): number => Number(version.split('.')[0]);

/** Returns the packages that an earlier version needs and that are missing here or have another major version. */
const incompatiblePackages = (folder: string): readonly string[] =>
  globSync('{libs,services,apps}/*/package.json', { cwd: folder })
    .flatMap((file) => Object.keys(read(join(folder, file)).dependencies ?? {}))
    .filter((name) => !name.startsWith('@slipway/'))
    .filter((name) => {
      const locked = read(join(folder, 'package-lock.json')).packages[`node_modules/${name}`]?.version ?? '';
      const installedManifest = `node_modules/${name}/package.json`;
      return !existsSync(installedManifest) || majorOf(read(installedManifest).version) !== majorOf(locked);
    });

/** Links the packages of the earlier version, and the third-party packages of this checkout. */
function linkPackages(folder: string): void {
  const links = (from: string, to: string, names: readonly string[]): void => {
    mkdirSync(to, { recursive: true });
    for (const name of names) symlinkSync(resolve(from, name), join(to, name));
  };
  const packageNames = readdirSync('node_modules').filter((name) => name !== '@slipway' && !name.startsWith('.'));
  links('node_modules', join(folder, 'node_modules'), packageNames);
  const scope = join(folder, 'node_modules/@slipway');
  mkdirSync(scope);
  for (const file of globSync('{libs,services,apps}/*/package.json', { cwd: folder })) {
    const packageFolder = dirname(file);
    symlinkSync(
      join(folder, packageFolder),
      join(scope, String(read(join(folder, file)).name).replace('@slipway/', '')),
    );
    const ownModules = join(packageFolder, 'node_modules');
    if (existsSync(ownModules)) symlinkSync(resolve(ownModules), join(folder, ownModules));
  }
}

/**
 * Extracts the sources of a commit into an empty folder, ready to run. Throws Error if they need other packages than
 * this checkout.
 */
export function checkOut(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const missing = incompatiblePackages(folder);
  if (missing.length > 0) throw new Error(`the earlier version needs other packages: ${missing.join(', ')}`);
  linkPackages(folder);
}

/** Returns a function that starts the earlier version in one process, which has no drain and no management port. */
export const earlierReplicaStarter =
  (folder: string, env: Readonly<Record<string, string>>): StartReplica =>
  async () => {
    const command = [process.execPath, ...memoryFlags, join(folder, 'services/standalone/src/main.ts')];
    const spawned = run({ command, env: { SECRET_KEY: '0'.repeat(64), ...env } });
    const [, address = ''] = await spawned.waitForOutput(/is ready at (\S+)/);
    const stop = async () => {
      spawned.signal('SIGTERM');
      return await spawned.ended;
    };
    return { ...spawned, address, management: address, leave: 'before', stop };
  };
