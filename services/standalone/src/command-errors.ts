import { databaseProblem } from '@slipway/persistence/database';
import { type Process, StartupError } from '@slipway/process';

/** The folder in which the user ran `npm run`, which changes the current folder. */
export const callerDirectory = (): string => globalThis.process.env.INIT_CWD ?? globalThis.process.cwd();

/** Returns the message of a file system error for a path of the user: `ENOSPC: no space left on device, write`. */
const fileSystemMessage = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error && 'code' in error ? error.message : null;

/**
 * Runs a command until its end. Prints one message for an error that the operator can fix, and none for an
 * interruption.
 */
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
