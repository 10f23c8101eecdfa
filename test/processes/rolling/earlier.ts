import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { run } from '../../harness/product/server.ts';
import type { Begin } from './deployment.ts';

/** Whether this checkout contains the commit. */
export function knowsCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const majorOf = (version: string): number => Number(version.split('.')[0]);

/** Packages that an earlier version depends on and that are here in another major version, or not at all. */
const unlike = (folder: string): readonly string[] =>
  globSync('{libs,services}/*/package.json', { cwd: folder })
    .flatMap((file) => Object.keys(read(join(folder, file)).dependencies ?? {}))
    .filter((name) => !name.startsWith('@slipway/'))
    .filter((name) => {
      const locked = read(join(folder, 'package-lock.json')).packages[`node_modules/${name}`]?.version ?? '';
      const here = `node_modules/${name}/package.json`;
      return !existsSync(here) || majorOf(read(here).version) !== majorOf(locked);
    });

/** Its own packages, and third-party packages of this checkout. */
function linkPackages(folder: string): void {
  const links = (from: string, to: string, names: readonly string[]): void => {
    mkdirSync(to, { recursive: true });
    for (const name of names) symlinkSync(resolve(from, name), join(to, name));
  };
  const others = readdirSync('node_modules').filter((name) => name !== '@slipway' && !name.startsWith('.'));
  links('node_modules', join(folder, 'node_modules'), others);
  const scope = join(folder, 'node_modules/@slipway');
  mkdirSync(scope);
  for (const file of globSync('{libs,services}/*/package.json', { cwd: folder })) {
    const room = dirname(file);
    symlinkSync(join(folder, room), join(scope, String(read(join(folder, file)).name).replace('@slipway/', '')));
    const own = join(room, 'node_modules');
    if (existsSync(own)) symlinkSync(resolve(own), join(folder, own));
  }
}

/** Puts the sources of a commit into an empty folder, ready to run. Throws where they need other packages than are here. */
export function checkOut(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const missing = unlike(folder);
  if (missing.length > 0) throw new Error(`the earlier version needs other packages: ${missing.join(', ')}`);
  linkPackages(folder);
}

/** Starts all of that version in one process, which supports no drain and no management port. */
export const beginningEarlier =
  (folder: string, env: Readonly<Record<string, string>>): Begin =>
  async () => {
    const command = [process.execPath, ...memoryFlags, join(folder, 'services/standalone/src/main.ts')];
    const running = run({ command, env: { SECRET_KEY: '0'.repeat(64), ...env } });
    const [, address = ''] = await running.says(/is ready at (\S+)/);
    const stop = async () => {
      running.signal('SIGTERM');
      return await running.ended;
    };
    return { ...running, address, management: address, leave: 'before', stop };
  };
