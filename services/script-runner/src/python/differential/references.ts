import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The output of a program, and the class of the exception that ended it. */
export interface Outcome {
  readonly output: string;
  readonly error: string | null;
}

/** A Python 2.7 that programs are compared with. */
export interface Reference {
  readonly name: string;
  /** whether it closes a generator with its last reference */
  readonly closes: boolean;
  /** Returns null for a program that is too large for this Python. */
  readonly run: (programs: readonly string[]) => readonly (Outcome | null)[];
}

const driver = fileURLToPath(new URL('driver.py', import.meta.url));
// Where pyenv manages the versions, this selects its Python 2.7. Elsewhere it has no effect.
const env = { ...process.env, PYENV_VERSION: process.env.PYENV_VERSION ?? '2.7' };
const maxBuffer = 2 ** 30;

function isOutcomes(value: unknown): value is readonly (Outcome | null)[] {
  return Array.isArray(value) && value.every((item) => item === null || (typeof item === 'object' && 'output' in item));
}

const check = 'import sys; sys.exit(sys.version_info[:2] != (2, 7))';
/** Whether the program is installed. A shim of pyenv may have no Python behind it, and Jython takes long to start. */
const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 &&
  (program === 'jython' || spawnSync(program, ['-c', check], { env }).status === 0);

function referenceOf(program: string): readonly Reference[] {
  if (!isInstalled(program)) return [];
  const run = (programs: readonly string[]): readonly (Outcome | null)[] => {
    const { stdout, stderr, status } = spawnSync(program, [driver], {
      env,
      encoding: 'utf8',
      input: JSON.stringify(programs),
      maxBuffer,
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    const outcomes: unknown = JSON.parse(stdout);
    if (!isOutcomes(outcomes)) throw new Error(`${program} wrote no outcomes`);
    return outcomes;
  };
  return [{ name: program, closes: program !== 'jython', run }];
}

/** The Pythons 2.7 of this machine: CPython and Jython. */
export const references: readonly Reference[] = ['python2.7', 'jython'].flatMap(referenceOf);
