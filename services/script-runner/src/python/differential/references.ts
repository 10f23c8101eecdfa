import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The output of a program, and the class of the exception that ended it. */
export interface Outcome {
  readonly output: string;
  readonly error: string | null;
}

/** A Python 2.7 that serves as a reference. */
export interface Reference {
  readonly name: string;
  /** whether it closes a generator when its last reference is gone */
  readonly closes: boolean;
  /** Runs a program. Returns null for a program that is too large for this Python. */
  readonly run: (programs: readonly string[]) => readonly (Outcome | null)[];
}

const driver = fileURLToPath(new URL('driver.py', import.meta.url));
// With pyenv, this variable selects Python 2.7. Without pyenv, it has no effect.
const env = { ...process.env, PYENV_VERSION: process.env.PYENV_VERSION ?? '2.7' };
const maxBuffer = 2 ** 30;

function isOutcomes(value: unknown): value is readonly (Outcome | null)[] {
  return Array.isArray(value) && value.every((item) => item === null || (typeof item === 'object' && 'output' in item));
}

const check = 'import sys; sys.exit(sys.version_info[:2] != (2, 7))';
/** Whether the program is installed. A shim of pyenv may have no Python, and Jython starts slowly. */
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

/** Returns the installed Pythons 2.7: CPython and Jython. */
export const references: readonly Reference[] = ['python2.7', 'jython'].flatMap(referenceOf);
