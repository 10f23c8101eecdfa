import { databaseProblem, Overloaded } from '@slipway/persistence/database';
import { type Process, StartupError } from '@slipway/process';

/** Ends the start with a message for a database problem that the operator can fix. */
export function refuseDatabase(error: unknown): never {
  const message = databaseProblem(error);
  throw message === null ? error : new StartupError(message);
}

/** A database that becomes unavailable during a start is reported like one that is unavailable before. */
export const withDatabaseErrors =
  (start: (process: Process) => Promise<void>) =>
  (process: Process): Promise<void> =>
    start(process).catch((error: unknown) => {
      if (error instanceof Overloaded) refuseDatabase(error);
      throw error;
    });
