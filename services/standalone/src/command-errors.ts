import { databaseProblem } from '@slipway/persistence/database';
import { type Process, StartupError } from '@slipway/process';

/** The folder in which the user has typed `npm run`, which changes the folder before it runs. */
export const callerDirectory = (): string => globalThis.process.env.INIT_CWD ?? globalThis.process.cwd();

/** The message of the file system for a path of the user: `ENOSPC: no space left on device, write`. */
const fileSystemMessage = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error && 'code' in error ? error.message : null;

/** Runs a command that ends; an error that the operator can fix is one message, and an interruption is not reported. */
export async function withReadableErrors(
  process: Process,
  command: (process: Process) => Promise<void>,
): Promise<void> {
  try {
    await command(process);
  } catch (error) {
    if (process.lifecycle.stopping) return;
    const message = databaseProblem(error) ?? fileSystemMessage(error);
    throw message === null ? error : new StartupError(message);
  }
}
