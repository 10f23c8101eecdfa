import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { reportIfHanging } from '../report-if-hanging.ts';
import { reapWithParent } from '../servers/process-reaper.ts';

interface Command {
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A running command of the product. */
export interface RunningProcess {
  readonly pid: number;
  output(): string;
  /** Waits for the first output that matches. Throws Error with the output if the process ends before. */
  waitForOutput(expected: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code, or null if a signal killed the process. */
  readonly ended: Promise<number | null>;
  /** Sends a signal to the process, or to its whole process group like a terminal. */
  signal(name: NodeJS.Signals, to?: 'process' | 'group'): void;
}

/** The environment of started processes. It has no other variables of the machine. */
export const cleanEnv = () => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  // Tests send requests only to servers that they have started.
  SCRIPT_HTTP_ALLOW: '127.0.0.0/8',
  // Time limits must not depend on the load of the machine.
  WEBHOOK_SCRIPT_MS: '10000',
  STOP_SECONDS: '240',
  // Every test file starts the product, so all share the compile cache of Node.
  NODE_COMPILE_CACHE:
    process.env.TEST_COMPILE_CACHE ?? process.env.NODE_COMPILE_CACHE ?? 'node_modules/.cache/compiled',
});

/** Matches the sources that have a bundle. */
const bundledEntry = /^services\/[\w-]+\/src\/(?:main|backup|restore|reseal)\.ts$/;

/**
 * Replaces the entry of a service by its bundle if `npm test` has created bundles, which it does for the whole suite.
 * A bundle loads in 0.3 s of processor time, the sources in 0.7 s.
 */
function useBundles(args: readonly string[]): readonly string[] {
  const folder = process.env.TEST_BUNDLES;
  if (!folder) return args;
  return args.map((arg) => (bundledEntry.test(arg) ? join(folder, arg.replace(/\.ts$/, '.js')) : arg));
}

/**
 * Starts a command, by default the product's entry, in its own process group. The process ends with the tests at the
 * latest.
 */
export function run({
  command = [process.execPath, ...memoryFlags, 'services/standalone/src/main.ts'],
  env = {},
}: Command = {}): RunningProcess {
  const [program = '', ...args] = command;
  const child = spawn(program, useBundles(args), {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnv(), ...env },
  });
  const reaper = reapWithParent({ pid: child.pid!, signal: 'TERM' });
  let outputText = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      outputText += text;
      child.emit('written');
    });
  let isClosed = false;
  const ended = once(child, 'close').then(([code]) => {
    isClosed = true;
    reaper.dismiss();
    child.emit('written');
    return code as number | null;
  });
  return {
    pid: child.pid!,
    output: () => outputText,
    async waitForOutput(expected) {
      for (;;) {
        const match = expected.exec(outputText);
        if (match) return match;
        if (isClosed) throw new Error(`ended without ${expected}: ${outputText}`);
        await reportIfHanging(
          () => `${expected} in the output of ${program} ${args.at(-1)}: ${outputText}`,
          once(child, 'written'),
        );
      }
    },
    ended,
    signal: (name, to = 'process') => process.kill(to === 'group' ? -child.pid! : child.pid!, name),
  };
}
