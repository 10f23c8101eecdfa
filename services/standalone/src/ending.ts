import { databaseProblem } from '@slipway/persistence';
import { CannotStart, type Process } from '@slipway/runtime';

/** The folder in which somebody has typed `npm run`, which goes elsewhere before it runs anything. */
export const hereIs = (): string => globalThis.process.env.INIT_CWD ?? globalThis.process.cwd();

/** What the file system says of what somebody has named: `ENOSPC: no space left on device, write`. */
const ofFiles = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error && 'code' in error ? error.message : null;

/** Runs a command that ends; what a person can mend is told in one sentence, and what a stop cuts off is not told. */
export async function asSentence(process: Process, command: (process: Process) => Promise<void>): Promise<void> {
  try {
    await command(process);
  } catch (error) {
    if (process.lifecycle.stopping) return;
    const sentence = databaseProblem(error) ?? ofFiles(error);
    throw sentence === null ? error : new CannotStart(sentence);
  }
}
