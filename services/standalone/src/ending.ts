import { databaseProblem } from '@slipway/persistence';
import { CannotStart, type Process } from '@slipway/runtime';

/** The folder in which the user has typed `npm run`, which changes the folder before it runs. */
export const hereIs = (): string => globalThis.process.env.INIT_CWD ?? globalThis.process.cwd();

/** The message of the file system for a path of the user: `ENOSPC: no space left on device, write`. */
const ofFiles = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error && 'code' in error ? error.message : null;

/** Runs a command that ends; an error that the operator can fix is one message, and an interruption is not reported. */
export async function asSentence(process: Process, command: (process: Process) => Promise<void>): Promise<void> {
  try {
    await command(process);
  } catch (error) {
    if (process.lifecycle.stopping) return;
    const sentence = databaseProblem(error) ?? ofFiles(error);
    throw sentence === null ? error : new CannotStart(sentence);
  }
}
