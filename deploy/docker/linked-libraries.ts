import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** A library of this machine and its Debian package; null if the machine has no dpkg. */
export interface Library {
  /** the path at which programs load it, for example `/lib/x86_64-linux-gnu/libc.so.6` */
  readonly path: string;
  readonly from: { readonly name: string; readonly version: string } | null;
}

interface ProgramResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program without environment variables that could change its output. Returns null if there is no such program.
 */
function run(command: string, args: readonly string[]): ProgramResult | null {
  const { error, ...result } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
  });
  if (error === undefined) return result;
  if ('code' in error && error.code === 'ENOENT') return null;
  throw error;
}

const programError = (command: string, { status, stderr }: ProgramResult): Error =>
  new Error(`${command} failed (${status === null ? 'killed' : `code ${status}`}): ${stderr.trim()}`);

/**
 * Returns the first package that dpkg finds for these names. dpkg exits with 1 if it finds none, and with another code
 * if it failed.
 */
function ownerOf(names: ReadonlySet<string>): string | null | undefined {
  for (const name of names) {
    const result = run('dpkg-query', ['-S', name]);
    if (result === null) return null;
    if (result.status === 0) return result.stdout.split(/[:,]/)[0];
    if (result.status !== 1) throw programError(`dpkg-query -S ${name}`, result);
  }
  return undefined;
}

/**
 * Returns the package of a file. The package can list the file with or without `/usr`, depending on the layout of the
 * file system. Returns null on a machine without dpkg. Throws if dpkg does not find the file or fails, because a bill
 * of materials must be complete.
 */
export function packageOf(path: string): Library['from'] {
  const real = realpathSync(path);
  const name = ownerOf(new Set([path, real, real.replace(/^\/usr/, ''), `/usr${path}`]));
  if (name === null) return null;
  if (name === undefined) throw new Error(`no package of this machine brings ${path}`);
  const result = run('dpkg-query', ['-W', '-f', '${Version}\n', name]);
  const version = result?.stdout.split('\n')[0] ?? '';
  if (result === null || result.status !== 0 || version === '')
    throw programError(`dpkg-query -W ${name}`, result ?? { status: null, stdout: '', stderr: '' });
  return { name, version };
}

/**
 * Returns the paths of the libraries that these programs and addons are linked with, including the loader, sorted and
 * without duplicates.
 */
export function linkedWith(programs: readonly string[]): readonly string[] {
  const linked = programs.flatMap((program) => {
    const result = run('ldd', [program]);
    if (result === null) throw new Error('there is no ldd, which lists the libraries of programs');
    if (result.status !== 0) throw programError(`ldd ${program}`, result);
    if (result.stdout.includes('not found'))
      throw new Error(`this machine lacks a library of ${program}: ${result.stdout}`);
    return Array.from(result.stdout.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm), ([, path = '']) => path);
  });
  return [...new Set(linked.map((path) => path.replace(/^\/usr(?=\/lib)/, '')))].toSorted();
}

/** Returns the libraries that these programs and addons are linked with, and their packages. */
export const librariesOf = (programs: readonly string[]): readonly Library[] =>
  linkedWith(programs).map((path) => ({ path, from: packageOf(path) }));
