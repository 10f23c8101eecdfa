import { databaseProblem, Overloaded } from '@slipway/persistence';
import { CannotStart, type Process } from '@slipway/runtime';

/** Ends the start with a message for a database problem that the operator can fix. */
export function refuseDatabase(error: unknown): never {
  const sentence = databaseProblem(error);
  throw sentence === null ? error : new CannotStart(sentence);
}

/** A database that becomes unavailable during a start is reported like one that is unavailable before. */
export const orRefuse =
  (start: (process: Process) => Promise<void>) =>
  (process: Process): Promise<void> =>
    start(process).catch((error: unknown) => {
      if (error instanceof Overloaded) refuseDatabase(error);
      throw error;
    });
